import { z } from 'zod'
import { flag, pageOf, paging, requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asPage, date, page } from '../../doors/rest/shapes.ts'
import { type AcceptedRun, acceptedRuns, checkRun } from './deliveries.ts'

const cid = requiredNumber().describe('Number of the contest.')

const restRecord = z
  .object({
    id: z.int(),
    cid: z.int(),
    uid: z.string(),
    pid: z.int(),
    cpid: z.int(),
    displayId: z.string(),
    submitId: z.int(),
    username: z.string(),
    realname: z.string().nullable(),
    status: z.literal(1),
    submitTime: date,
    time: z.int().describe('Seconds since the start.'),
    score: z.int().nullable(),
    useTime: z.int().nullable().describe('Milliseconds.'),
    firstBlood: z.boolean().describe('Whether it is the first solution of the problem.'),
    checked: z.boolean().describe('Whether the balloon was delivered.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'ContestRecord', description: 'The first accepted submission of a participant to a problem.' })

const asRecord = (run: AcceptedRun) => ({
  id: run.submissionId,
  cid: run.contestId,
  uid: run.userId,
  pid: run.problemId,
  cpid: run.linkId,
  displayId: run.label,
  submitId: run.submissionId,
  username: run.username,
  realname: run.realname,
  status: 1 as const,
  submitTime: asDate(run.createdAt),
  time: run.second,
  score: run.score,
  useTime: run.timeMs,
  firstBlood: run.isFirst,
  checked: run.checkedAt !== null,
  gmtCreate: asDate(run.createdAt),
  gmtModified: asDate(run.checkedAt ?? run.createdAt),
})

router.get(
  '/api/get-contest-ac-info',
  'login',
  {
    summary:
      'First accepted submission of each participant and problem: undelivered balloons first, then newest.',
    query: { ...paging(30), cid },
    answer: page(restRecord),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { total, rows } = await acceptedRuns(ctx, query.cid, { skip: wanted.offset, take: wanted.limit })
    return asPage(rows.map(asRecord), total, wanted)
  },
)

router.put(
  '/api/check-contest-ac-info',
  'login',
  {
    summary: 'Marks a balloon as delivered or undelivered.',
    body: {
      id: requiredNumber().describe('Number of the record.'),
      cid,
      checked: flag().describe('Whether it was delivered.'),
    },
  },
  async (ctx, { body }) => {
    await checkRun(ctx, body.cid, body.id, body.checked)
  },
)
