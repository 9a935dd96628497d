import { randomUUID } from 'node:crypto'
import { SPREADSHEET_TYPE } from '../../../core/tables/spreadsheet.ts'
import { requiredNumber } from '../../../doors/rest/coercers.ts'
import { asAttachment } from '../../../doors/rest/download.ts'
import { router } from '../../../doors/rest/router.ts'
import { matrixSheet } from './sheet.ts'

router.download(
  '/api/group/download-training-results',
  'login',
  {
    summary: 'Results of all students of a training of a group as a spreadsheet, for its admins.',
    query: { tid: requiredNumber().describe('Number of the training.') },
  },
  async (ctx, { query: { tid } }) => {
    const content = await matrixSheet(ctx, tid)
    return {
      hash: randomUUID(),
      size: null,
      mediaType: SPREADSHEET_TYPE,
      open: async () => content,
      cacheControl: 'private, no-store',
      headers: { 'content-disposition': asAttachment(`training_${tid}_results.xlsx`) },
    }
  },
)
