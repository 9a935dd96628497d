import { requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { works } from '../../works.ts'
import { findResult } from './operation.ts'
import { fileOfResult } from './restResult.ts'

router.download(
  '/api/operation/:id/result',
  'login',
  {
    summary: 'What an operation of the caller made, as long as it is kept.',
    params: { id: requiredNumber().describe('The number of the operation.') },
  },
  async (ctx, { params }) => fileOfResult(ctx, await findResult(ctx, works, params.id)),
)
