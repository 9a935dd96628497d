import { requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { works } from '../../works.ts'
import { findResult } from './operation.ts'
import { fileOfResult } from './restResult.ts'

router.download(
  '/api/operation/:id/result',
  'login',
  {
    summary: "Result of the caller's operation, until it expires.",
    params: { id: requiredNumber().describe('Number of the operation.') },
  },
  async (ctx, { params }) => fileOfResult(ctx, await findResult(ctx, works, params.id)),
)
