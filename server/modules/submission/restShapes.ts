import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { together } from '../../core/pacing/together.ts'
import { mapped, textOrNumber } from '../../doors/rest/coercers.ts'
import { asDate, codeIn, date, meaningOf } from '../../doors/rest/shapes.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { titleOf } from '../problem/problem.ts'
import { shownLanguageName } from '../site/language.ts'
import { masked } from './outcome.ts'
import { SHOWN_CODE, statusOf } from './restCodes.ts'
import type { ProblemKey } from './sending.ts'

/** The columns of a submission that the REST door shows; the address it came from is not among them. */
export const REST_ROW = {
  id: true,
  userId: true,
  problemId: true,
  contestId: true,
  groupId: true,
  contest: { select: ORGANISED },
  createdAt: true,
  state: true,
  verdict: true,
  shared: true,
  timeMs: true,
  memoryKb: true,
  score: true,
  oiRankScore: true,
  codeLength: true,
  language: true,
  judgedBy: true,
  manual: true,
  user: { select: { username: true } },
  problem: {
    select: { displayId: true, codeShare: true, statements: { select: { locale: true, title: true } } },
  },
} satisfies Prisma.SubmissionSelect

export type RestRow = Prisma.SubmissionGetPayload<{ select: typeof REST_ROW }>

/** The row as its reader may see it. */
type SeenRestRow = ReturnType<typeof masked<RestRow>>

const submissionStatus = codeIn(SHOWN_CODE).meta({
  id: 'SubmissionStatus',
  description: `Verdict or how far judging is: ${meaningOf(SHOWN_CODE)}. An output that is too long is shown as a runtime error.`,
})

/** What both shapes of a submission share. */
const shared = {
  submitId: z.int(),
  uid: z.string(),
  username: z.string(),
  pid: z.int().nullable().describe('Null in a contest.'),
  displayPid: z.string().nullable().describe('Null in a contest.'),
  submitTime: date,
  status: submissionStatus,
  share: z.boolean(),
  time: z.int().nullable().describe('Milliseconds.'),
  memory: z.int().nullable().describe('KiB.'),
  score: z.int().nullable(),
  oiRankScore: z.int().nullable(),
  length: z.int().nullable().describe('Bytes of source.'),
  language: z.string(),
  cid: z.int().describe('Number of its contest; 0: none.'),
  cpid: z.int().describe('Number of the problem in its contest; 0: none.'),
  judger: z.string().nullable(),
  ip: z.null(),
  isManual: z.boolean().describe('Whether somebody set the outcome by hand.'),
}

/** Number of a problem in a contest; 0: it was never there. Lookups of one tick are one query. */
const numberInContest = (ctx: Context, contestId: number, problemId: number): Promise<number> =>
  together<string, number>(ctx.db, 'numbers in contests', `${contestId} ${problemId}`, async (pairs) => {
    const asked = pairs.map((pair) => pair.split(' ').map(Number))
    const rows = await ctx.db.contestProblem.findMany({
      where: {
        contestId: { in: asked.map(([contest = 0]) => contest) },
        problemId: { in: asked.map(([, problem = 0]) => problem) },
      },
      select: { id: true, contestId: true, problemId: true },
    })
    const ids = new Map(rows.map((row) => [`${row.contestId} ${row.problemId}`, row.id]))
    return pairs.map((pair) => ids.get(pair) ?? 0)
  })

const sharedOf = async (ctx: Context, row: SeenRestRow) => ({
  submitId: row.id,
  uid: row.userId,
  username: row.user.username,
  // A contest shows its own ids and titles: which problem of the site one is stays unsaid.
  ...(row.contestId === null
    ? { pid: row.problemId, displayPid: row.problem.displayId }
    : { pid: null, displayPid: null }),
  submitTime: asDate(row.createdAt),
  status: statusOf(row),
  share: row.shared,
  time: row.timeMs,
  memory: row.memoryKb,
  score: row.score,
  oiRankScore: row.oiRankScore,
  length: row.codeLength,
  language: await shownLanguageName(ctx, row.language),
  cid: row.contestId ?? 0,
  cpid: row.contestId === null ? 0 : await numberInContest(ctx, row.contestId, row.problemId),
  judger: row.judgedBy,
  ip: null,
  isManual: row.manual,
})

/** JudgeVO of the reference system: a row of a list. */
export const restSubmissionRow = z
  .object({
    ...shared,
    title: z.string(),
    displayId: z.string().nullable().describe('What the problem is called in its contest.'),
    source: z.null(),
  })
  .meta({ id: 'SubmissionRow', description: 'A submission in a list.' })

/** A submission in the shape of `restSubmissionRow`. */
export const rowOf = async (ctx: Context, row: RestRow) => ({
  ...(await sharedOf(ctx, masked(ctx, row))),
  title: titleOf(row.problem, ctx),
  displayId: null as string | null,
  source: null,
})

/** Judge of the reference system: a submission by itself. */
export const restSubmission = z
  .object({
    ...shared,
    errorMessage: z.string().nullable(),
    code: z.string().nullable(),
    gid: z.int().nullable().describe('Number of its group; null: none.'),
    version: z.literal(0),
    vjudgeSubmitId: z.null(),
    vjudgeUsername: z.null(),
    vjudgePassword: z.null(),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'Submission', description: 'A submission.' })

/** A submission in the shape of `restSubmission`, without code and message, which callers add after authorization. */
export const entityOf = async (ctx: Context, row: RestRow) => ({
  ...(await sharedOf(ctx, masked(ctx, row))),
  errorMessage: null,
  code: null,
  gid: row.groupId,
  version: 0 as const,
  vjudgeSubmitId: null,
  vjudgeUsername: null,
  vjudgePassword: null,
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.createdAt),
})

/** A problem by its display id (text) or its number. */
export const problemKey = () =>
  mapped(
    textOrNumber().describe('Display id of the problem, or its number.'),
    (pid): ProblemKey => (typeof pid === 'number' ? { id: pid } : { displayId: pid }),
  )
