import type { Contest, Submission } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../../context.ts'
import { masked } from '../outcome.ts'

const COLUMNS = {
  id: true,
  problemId: true,
  userId: true,
  contestId: true,
  createdAt: true,
  state: true,
  verdict: true,
  score: true,
  oiRankScore: true,
  timeMs: true,
  memoryKb: true,
  codeLength: true,
  judgedBy: true,
  manual: true,
} as const

/** How far the viewer is with a problem: the submission that says it, without what the viewer may not know of it. */
export type OwnStatus = Pick<Submission, 'verdict' | 'score'> & {
  state: Submission['state'] | null
  /** When it was sent. */
  at: Date
  /** How many the viewer sent to the problem. */
  tries: number
}

/**
 * The viewer's own submission that tells how far they are with each problem of a contest: in ACM an accepted one, else
 * the last; in OI the last, or the best where the best counts.
 */
export async function ownStatuses(
  ctx: Context,
  contest: Contest,
  late: boolean,
): Promise<Map<number, OwnStatus>> {
  requireLogin(ctx)
  const { id: contestId, endsAt, type, oiScoring } = contest
  const rows = await ctx.db.submission.findMany({
    where: { contestId, userId: ctx.viewer.id, ...(late ? {} : { createdAt: { lt: endsAt } }) },
    select: COLUMNS,
    orderBy: { id: 'asc' },
  })
  const statuses = new Map<number, OwnStatus>()
  for (const row of rows) {
    const { state, verdict, score } = masked(ctx, row)
    const before = statuses.get(row.problemId)
    const tries = (before?.tries ?? 0) + 1
    const stays =
      type === 'ACM'
        ? before?.verdict === 'ACCEPTED'
        : oiScoring === 'HIGHEST' && (before?.score ?? -1) > (score ?? -1)
    const counted = before && stays ? before : { state, verdict, score, at: row.createdAt }
    statuses.set(row.problemId, { ...counted, tries })
  }
  return statuses
}
