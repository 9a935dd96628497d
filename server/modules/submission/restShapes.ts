import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Malformed } from '../../core/errors.ts'
import { asDate, requiredText } from '../../doors/router.ts'
import { titleOf } from '../problem/problem.ts'
import { languageKeyOf, languageNameOf } from '../site/language.ts'
import { masked } from './outcome.ts'
import { statusOf } from './restCodes.ts'
import type { ProblemKey } from './sending.ts'

/** The columns of a submission that the REST door shows; the address it came from is not among them. */
export const REST_ROW = {
  id: true,
  userId: true,
  problemId: true,
  contestId: true,
  contest: { select: { ownerId: true } },
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

/** What both shapes of a submission share. */
const sharedOf = (row: SeenRestRow) => ({
  submitId: row.id,
  uid: row.userId,
  username: row.user.username,
  pid: row.problemId,
  displayPid: row.problem.displayId,
  submitTime: asDate(row.createdAt),
  status: statusOf(row),
  share: row.shared,
  time: row.timeMs,
  memory: row.memoryKb,
  score: row.score,
  oiRankScore: row.oiRankScore,
  length: row.codeLength,
  language: languageNameOf(row.language),
  cid: row.contestId ?? 0,
  cpid: 0,
  judger: row.judgedBy,
  ip: null,
  isManual: row.manual,
})

/** A row of a list. */
export const rowOf = (ctx: Context, row: RestRow) => ({
  ...sharedOf(masked(ctx, row)),
  title: titleOf(row.problem, ctx),
  displayId: null,
  source: null,
})

/** A submission by itself; code and message are put in by whoever may show them. */
export const entityOf = (ctx: Context, row: RestRow) => ({
  ...sharedOf(masked(ctx, row)),
  errorMessage: null,
  code: null,
  gid: null,
  version: 0,
  vjudgeSubmitId: null,
  vjudgeUsername: null,
  vjudgePassword: null,
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.createdAt),
})

/** A problem by its display id (text) or its number. */
export function restProblem(pid: unknown): ProblemKey {
  if (typeof pid === 'number' && Number.isSafeInteger(pid)) return { id: pid }
  if (typeof pid === 'string' && pid !== '') return { displayId: pid }
  throw new Malformed('pid')
}

/** Those clients name a language as people do. */
export function restLanguage(value: unknown): string {
  const name = requiredText(value, 'language')
  return languageKeyOf(name) ?? name
}
