import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { SPREADSHEET_TYPE } from '../../../core/tables/spreadsheet.ts'
import { requiredNumber } from '../../../doors/rest/coercers.ts'
import { asAttachment } from '../../../doors/rest/download.ts'
import { router } from '../../../doors/rest/router.ts'
import { gradebookSheet } from '../gradebook/gradebookSheet.ts'
import { matrixSheet } from './sheet.ts'

const sheetFile = (content: Readable, name: string) => ({
  hash: randomUUID(),
  size: null,
  mediaType: SPREADSHEET_TYPE,
  open: async () => content,
  cacheControl: 'private, no-store',
  headers: { 'content-disposition': asAttachment(name) },
})

router.download(
  '/api/group/download-training-results',
  'login',
  {
    summary: 'Results of all students of a training of a group as a spreadsheet, for its admins.',
    query: { tid: requiredNumber().describe('Number of the training.') },
  },
  async (ctx, { query: { tid } }) => sheetFile(await matrixSheet(ctx, tid), `training_${tid}_results.xlsx`),
)

router.download(
  '/api/group/download-gradebook',
  'login',
  {
    summary: 'Results of all students in all homework and exams of a group as a spreadsheet, for its admins.',
    query: { gid: requiredNumber().describe('Number of the group.') },
  },
  async (ctx, { query: { gid } }) => sheetFile(await gradebookSheet(ctx, gid), `group_${gid}_gradebook.xlsx`),
)
