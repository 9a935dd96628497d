import { requiredNumber, requiredText } from '../../doors/rest/coercers.ts'
import { asAttachment } from '../../doors/rest/download.ts'
import { router } from '../../doors/rest/router.ts'
import { findFileByName, removeFile } from './file.ts'

/** One year, the longest max-age that caches honour; the address changes with the content. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** Content security policy of files: an SVG opened by itself must not run scripts on this site. */
const STILL = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

// Old addresses, which pages loaded before the change still use.
for (const path of ['/api/public/img/:name', '/api/public/file/:name', '/site-files/:name']) {
  router.download(
    path,
    'anyone',
    {
      summary: 'An uploaded file: pictures are displayed, others are downloaded.',
      params: { name: requiredText().describe('Last part of its address.') },
    },
    async (ctx, { params }) => {
      const file = await findFileByName(ctx, params.name)
      const isPicture = file.mediaType.startsWith('image/')
      return {
        hash: file.hash,
        size: file.size,
        open: () => ctx.house.blobs.readAt(file.place),
        mediaType: file.mediaType,
        cacheControl: FOR_GOOD,
        headers: {
          'content-security-policy': STILL,
          ...(isPicture ? {} : { 'content-disposition': asAttachment(file.name) }),
        },
      }
    },
  )
}

router.get(
  '/api/file/delete-md-img',
  'login',
  {
    summary: 'Removes an uploaded picture that no text refers to.',
    query: { fileId: requiredNumber().describe('Id that the upload returned.') },
  },
  (ctx, { query }) => removeFile(ctx, query.fileId),
)
