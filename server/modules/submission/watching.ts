import type { Prisma } from '#prisma/generated/client.ts'
import type { JudgingState } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { together } from '../../core/together.ts'
import type { AnyEvent } from '../../events.ts'
import { audienceOf } from '../../policy/audience.ts'
import { visibleSubmissions } from '../../policy/submission.ts'
import { type Concern, watch } from '../../watch.ts'
import { narrow, type SubmissionFilter } from './listing.ts'
import { findSubmission } from './submission.ts'

/** Lists show the progress of many submissions; each of them moves at most so often (ms). */
const LIST_PACE = 100
/** A place in the queue changes with every job; nobody needs to see each step (ms). */
const QUEUE_PACE = 500

/** One submission as it is now and after every change, by its number. */
export async function watchSubmission(ctx: Context, id: number): Promise<AsyncIterable<number>> {
  let { state } = await findSubmission(ctx, id)
  const concern = (event: AnyEvent): Concern<number> | null => {
    if (event.name === 'queue.changed') return state === 'QUEUED' ? { key: id, wait: QUEUE_PACE } : null
    if (!isOfSubmission(event) || event.payload.submissionId !== id) return null
    return { key: id, wait: 0 }
  }
  const read = async (ctx: Context) => {
    const row = await visibleState(ctx, id)
    if (!row) return null
    state = row.state
    return id
  }
  return watch(ctx, { first: [id], concern, read, audience: audienceOf(ctx.viewer, visibleSubmissions) })
}

type VisibleState = { state: JudgingState; language: string }

/** What the streams ask of a row before it is loaded; null when the viewer may not see it. */
const visibleState = (ctx: Context, id: number): Promise<VisibleState | null> => {
  const visible = visibleSubmissions(ctx.viewer)
  return together(ctx.db, `visibleState ${JSON.stringify(visible)}`, id, async (ids) => {
    const rows = await ctx.db.submission.findMany({
      where: { AND: [{ id: { in: [...ids] } }, visible] },
      select: { id: true, state: true, language: true },
    })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id) ?? null)
  })
}

type Selection = Pick<Prisma.SubmissionFindManyArgs, 'select' | 'include'>

/** The row of an event as a subscriber selects it; subscribers who select the same share one query. */
export const loadLive = <Query extends Selection>(
  ctx: Context,
  query: Query,
  id: number,
): Promise<Prisma.SubmissionGetPayload<Query>> =>
  together<number, Prisma.SubmissionGetPayload<Query>>(
    ctx.db,
    `live ${JSON.stringify(query)}`,
    id,
    async (ids) => {
      const rows = await ctx.db.submission.findMany({ ...query, where: { id: { in: [...ids] } } })
      const byId = new Map(rows.map((row) => [row.id, row as Prisma.SubmissionGetPayload<Query>]))
      // It may have been deleted between the event and this reading.
      return ids.map((id) => byId.get(id) ?? new Refusal('NOT_FOUND'))
    },
  )

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
  const read = async (ctx: Context, id: number) => {
    const created = fresh.delete(id)
    const row = await visibleState(ctx, id)
    if (!row || (language !== null && row.language !== language)) return null
    return { submissionId: id, created }
  }
  const apart = ({ created }: SubmissionChange) => (created ? 'created' : '')
  const audience = filter.mine ? null : audienceOf(ctx.viewer, visibleSubmissions)
  return watch<number, SubmissionChange>(ctx, { concern, read, apart, audience })
}

type OfSubmission = Extract<AnyEvent, { name: `submission.${string}` }>

const isOfSubmission = (event: AnyEvent): event is OfSubmission => event.name.startsWith('submission.')
