import { requiredText } from '../../doors/rest/coercers.ts'
import { asAttachment, blobFile } from '../../doors/rest/download.ts'
import { router } from '../../doors/rest/router.ts'
import { findAnnex } from './annex.ts'

// Old address, used by older statements.
for (const path of ['/api/public/file/:annexId/:name', '/problem-files/:annexId/:name']) {
  router.download(
    path,
    'anyone',
    {
      summary: 'An attachment of a problem; downloaded, and never displayed as a page of this site.',
      params: {
        annexId: requiredText().describe('Number of the file.'),
        name: requiredText().describe('Its name.'),
      },
    },
    async (ctx, { params }) => {
      const annex = await findAnnex(ctx, Number(params.annexId), params.name)
      return {
        ...(await blobFile(ctx, annex.blobHash)),
        mediaType: 'application/octet-stream',
        cacheControl: 'private, no-cache',
        headers: { 'content-disposition': asAttachment(annex.name) },
      }
    },
  )
}
