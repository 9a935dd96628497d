import { Readable } from 'node:stream'
import { z } from 'zod'
import { pageOf, paging, requiredNumber, text } from '../../../doors/rest/coercers.ts'
import { asAttachment } from '../../../doors/rest/download.ts'
import { router } from '../../../doors/rest/router.ts'
import { asDate, asPage, date, page } from '../../../doors/rest/shapes.ts'
import { checkPrint, findPrint, type PrintRow, printQueue, requestPrint } from './printing.ts'

const cid = requiredNumber().describe('Number of the contest.')

const restPrint = z
  .object({
    id: z.int(),
    cid: z.int(),
    username: z.string(),
    realname: z.string().nullable(),
    content: z.null(),
    status: z.literal([0, 1]).describe('1 when it is printed.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'ContestPrint', description: 'A print request of a participant.' })

const asPrint = ({ id, contestId, user, printedAt, createdAt }: PrintRow) => ({
  id,
  cid: contestId,
  username: user.username,
  realname: user.realname,
  content: null,
  status: printedAt ? (1 as const) : (0 as const),
  gmtCreate: asDate(createdAt),
  gmtModified: asDate(printedAt ?? createdAt),
})

router.post(
  '/api/submit-print-text',
  'login',
  {
    summary: 'Requests a printout, once in 30 seconds.',
    body: { cid, content: text().describe('At least 50 characters.') },
  },
  async (ctx, { body }) => {
    await requestPrint(ctx, body.cid, body.content)
  },
)

router.get(
  '/api/get-contest-print',
  'login',
  {
    summary: 'Print requests: unprinted ones first, then newest.',
    query: { ...paging(30), cid },
    answer: page(restPrint),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { total, rows } = await printQueue(ctx, query.cid, { skip: wanted.offset, take: wanted.limit })
    return asPage(rows.map(asPrint), total, wanted)
  },
)

router.put(
  '/api/check-contest-print-status',
  'login',
  {
    summary: 'Marks a print request as printed.',
    query: { id: requiredNumber().describe('Number of the print request.'), cid },
  },
  async (ctx, { query }) => {
    await checkPrint(ctx, query.id, true)
  },
)

router.download(
  '/api/file/download-contest-print-text',
  'login',
  {
    summary: 'A print request.',
    query: { id: requiredNumber().describe('Number of the print request.') },
  },
  async (ctx, { query }) => {
    const { id, content, user } = await findPrint(ctx, query.id)
    return {
      hash: `print-${id}`,
      size: null,
      open: async () => Readable.from([Buffer.from(content)]),
      mediaType: 'application/x-download',
      cacheControl: 'private, no-cache',
      headers: { 'content-disposition': asAttachment(`${user.username}_Contest_Print.txt`) },
    }
  },
)
