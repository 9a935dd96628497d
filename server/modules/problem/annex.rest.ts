import { requiredText } from '../../doors/rest/coercers.ts'
import { asAttachment, blobFile } from '../../doors/rest/download.ts'
import { router } from '../../doors/rest/router.ts'
import { findAnnex, isPdf } from './annex.ts'

/**
 * Content security policy of PDFs: nothing is loaded, and only pages of this site frame one. Without `sandbox`, which
 * turns the browser's PDF viewer off.
 */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// Old address, used by older statements.
for (const path of ['/api/public/file/:annexId/:name', '/problem-files/:annexId/:name']) {
  router.download(
    path,
    'anyone',
    {
      summary: 'An attachment of a problem: a PDF is displayed, every other file downloaded.',
      params: {
        annexId: requiredText().describe('Number of the file.'),
        name: requiredText().describe('Its name.'),
      },
    },
    async (ctx, { params }) => {
      const annex = await findAnnex(ctx, Number(params.annexId), params.name)
      const pdf = await isPdf(ctx, annex)
      const headers: Record<string, string> = pdf
        ? { 'content-security-policy': PDF_POLICY }
        : { 'content-disposition': asAttachment(annex.name) }
      return {
        ...(await blobFile(ctx, annex.blobHash)),
        mediaType: pdf ? 'application/pdf' : 'application/octet-stream',
        cacheControl: 'private, no-cache',
        headers,
      }
    },
  )
}
