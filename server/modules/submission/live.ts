import type { Submission } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import type { AnyEvent } from '../../events.ts'
import { visibleSubmissions } from '../../policy/submission.ts'
import { narrow, type SubmissionFilter } from './listing.ts'
import { findSubmission } from './submission.ts'
import { type Concern, watch } from './watch.ts'

/** Lists show the progress of many submissions; each of them moves at most so often (ms). */
const LIST_PACE = 100
/** A place in the queue changes with every job; nobody needs to see each step (ms). */
const QUEUE_PACE = 500

/** One submission as it is now and after every change, by its number. */
export async function watchSubmission(ctx: Context, id: number): Promise<AsyncIterable<number>> {
  let { state }: Pick<Submission, 'state'> = await findSubmission(ctx, id)
  const concern = (event: AnyEvent): Concern<number> | null => {
    if (event.name === 'queue.changed') return state === 'QUEUED' ? { key: id, wait: QUEUE_PACE } : null
    if (!isOfSubmission(event) || event.payload.submissionId !== id) return null
    return { key: id, wait: 0 }
  }
  return watch([id], concern, async () => {
    const row = await ctx.db.submission.findFirst({
      where: { AND: [{ id }, visibleSubmissions(ctx.viewer)] },
      select: { state: true },
    })
    if (!row) return null
    state = row.state
    return id
  })
}

/** A row that is new to a list or changed in it. */
export type SubmissionChange = { submissionId: number; created: boolean }

/**
 * The rows of a list with this filter as they come and change. Verdict and state are left out of the comparison,
 * because a list must hear of a row that leaves it as well.
 */
export async function watchSubmissions(
  ctx: Context,
  filter: SubmissionFilter,
): Promise<AsyncIterable<SubmissionChange>> {
  const { userId, problemIds, language } = await narrow(ctx, filter)
  const problems = problemIds && new Set(problemIds)
  const fresh = new Set<number>()
  const concern = (event: AnyEvent): Concern<number> | null => {
    if (!isOfSubmission(event)) return null
    const { payload } = event
    if (userId !== null && userId !== payload.userId) return null
    if (problems && !problems.has(payload.problemId)) return null
    if (event.name === 'submission.created') fresh.add(payload.submissionId)
    return { key: payload.submissionId, wait: event.name === 'submission.progressed' ? LIST_PACE : 0 }
  }
  const seen = visibleSubmissions(ctx.viewer)
  return watch<number, SubmissionChange>([], concern, async (id) => {
    const created = fresh.delete(id)
    const wanted = { id, ...(language === null ? {} : { language }) }
    const row = await ctx.db.submission.findFirst({ where: { AND: [wanted, seen] }, select: { id: true } })
    return row && { submissionId: id, created }
  })
}

type OfSubmission = Extract<AnyEvent, { name: `submission.${string}` }>

const isOfSubmission = (event: AnyEvent): event is OfSubmission => event.name.startsWith('submission.')
