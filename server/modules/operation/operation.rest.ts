import { requiredNumber } from '../../doors/rest/coercers.ts'
import { asAttachment } from '../../doors/rest/download.ts'
import { router } from '../../doors/rest/router.ts'
import { findResult } from './operation.ts'

router.download(
  '/api/operation/:id/result',
  'login',
  {
    summary: 'What an operation of the caller made, as long as it is kept.',
    params: { id: requiredNumber().describe('The number of the operation.') },
  },
  async (ctx, { params }) => {
    const file = await findResult(ctx, params.id)
    return {
      hash: file.hash,
      size: file.size,
      open: () => ctx.house.blobs.readAt(file.place),
      mediaType: file.mediaType,
      cacheControl: 'private, no-store',
      headers: { 'content-disposition': asAttachment(file.name) },
    }
  },
)
