import type { Prisma, Submission } from '#prisma/generated/client.ts'
import type { JudgingState } from '#prisma/generated/enums.ts'
import { afresh, type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { together } from '../../core/pacing/together.ts'
import type { AnyEvent } from '../../events.ts'
import { placeOf, type StreamPlace } from '../../policy/audience.ts'
import { organises } from '../../policy/officials.ts'
import type { Reader } from '../../policy/reader.ts'
import { listedSubmissions, visibleSubmissions, withinOf } from '../../policy/submission.ts'
import { rightsNow } from '../../venue.ts'
import { ALL_ROWS, type ChangedRow, type Concern, changedRow, GONE, watch, watchRows } from '../../watch.ts'
import { CONTEST, findToFollow } from '../contest/contest.ts'
import { changesSight } from '../problem/publication/visibilityNews.ts'
import { listedFrom, listsGroup, narrow, type SubmissionFilter } from './listing.ts'
import { OF_CONTEST, shownOf } from './outcome.ts'
import { findSubmission } from './submission.ts'

/** Lists show the progress of many submissions; each of them moves at most so often (ms). */
const LIST_PACE = 100
/** A place in the queue changes with every job; nobody needs to see each step (ms). */
const QUEUE_PACE = 500

/** One submission as it is now and after every change, by its number. */
export async function watchSubmission(ctx: Context, id: number): Promise<AsyncIterable<number>> {
  const found = await findSubmission(ctx, id)
  const { contestId, groupId, problemId } = found
  let { state } = found
  const sight = (reader: Reader) => visibleSubmissions(reader, withinOf(found))
  const concern = (event: AnyEvent): Concern<number> | null => {
    if (event.name === 'queue.changed') return state === 'QUEUED' ? { key: id, wait: QUEUE_PACE } : null
    if (event.name === 'contest.turned' && event.payload.contestId === contestId) return { key: id, wait: 0 }
    if (changesSight(event, problemId)) return { key: id, wait: 0 }
    if (!isOfSubmission(event) || event.payload.submissionId !== id) return null
    return { key: id, wait: 0 }
  }
  // Viewers without the outcome are told of the row once, not of each case.
  let hidden = false
  const read = async (ctx: Context) => {
    const row = await visibleState(ctx, id, sight)
    if (!row) return GONE
    state = row.state
    const before = hidden
    hidden = !row.known
    return before && hidden ? null : id
  }
  const place = contestId === null ? placeOfGroup(groupId) : null
  return watch<number, number>(ctx, { first: id, concern, read, sight, place })
}

type VisibleState = { state: JudgingState; language: string; createdAt: Date; known: boolean }

/**
 * What the streams ask of a row before it is loaded, and whether its outcome may be known; null when the viewer may not
 * see it.
 */
async function visibleState(
  ctx: Context,
  id: number,
  sight: (reader: Reader) => Prisma.SubmissionWhereInput,
): Promise<VisibleState | null> {
  const row = await seenRow(ctx, id, sight(readerOf(ctx)))
  return row && { ...row, known: shownOf(ctx, row).outcome }
}

type SeenRow = Pick<Submission, 'state' | 'language' | keyof typeof OF_CONTEST>

const seenRow = (ctx: Context, id: number, visible: Prisma.SubmissionWhereInput): Promise<SeenRow | null> =>
  together(ctx.db, `seen row ${JSON.stringify(visible)}`, id, async (ids) => {
    const rows = await ctx.db.submission.findMany({
      where: { AND: [{ id: { in: [...ids] } }, visible] },
      select: { id: true, state: true, language: true, ...OF_CONTEST },
    })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id) ?? null)
  })

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

/** Events of a row that are told apart: that it came, and steps of its judging that its end overtakes. */
const CAME = 'came'
const STEP = 'step'

const placeOfGroup = (groupId: number | null): StreamPlace | null =>
  groupId === null ? null : { contest: null, groupId }

/** Access to the contest may have changed; subscribers are authorized again within this time (ms), since a thousand may register in a minute. */
const DOUBT = { key: 0, about: 'doubt' }
const DOUBT_WITHIN = 1_000

/**
 * Streams the rows of a filtered list. The filter ignores verdict and state, because a list must also hear of a row that
 * leaves it. A subscriber that loses sight of rows is told to reload the list, without their ids or later changes.
 */
export async function watchSubmissions(
  asking: Context,
  filter: SubmissionFilter,
): Promise<AsyncIterable<ChangedRow>> {
  const { userIds, problemIds, contestId, groupId, language } = await narrow(asking, filter)
  const contest = contestId === null ? null : await findToFollow(asking, contestId)
  // Organisers who see through the freeze have streams of their own; to others the wish changes nothing.
  const seesFrozen = asking.unsealed === true && contest !== null && organises(readerOf(asking), contest)
  const ctx = { ...asking, unsealed: seesFrozen }
  if (contestId !== null && !contest) throw new Refusal('NOT_FOUND')
  if (groupId !== null && !listsGroup(ctx, groupId)) throw new Refusal('NOT_FOUND')
  const place = contest ? placeOf(contest) : placeOfGroup(groupId)
  const rights = contest && CONTEST.rights(readerOf(ctx), contest)
  const problems = problemIds && new Set(problemIds)
  const people = userIds && new Set(userIds)
  const tellsCounted = filter.mine === true
  const isAnywhere = contestId === null && filter.everywhere === true
  const within = isAnywhere ? undefined : withinOf({ contestId, groupId })
  const sight = (reader: Reader) => listedSubmissions(reader, within)
  // Where an older judge host leaves the group out, the row says which one it is of.
  const isElsewhere = (row: OfSubmission['payload']): boolean => {
    if (isAnywhere) return false
    if (row.contestId !== contestId) return true
    return contestId === null && row.groupId !== undefined && row.groupId !== groupId
  }
  const opensOrCloses = ({ name, payload }: AnyEvent): boolean => {
    if (name === 'contest.turned') return isAnywhere || payload.contestId === contestId
    if (name === 'membership.changed') return isAnywhere && people?.has(payload.userId) === true
    if (name === 'group.changed') return isAnywhere
    const isOfSite = name === 'problem.published' || name === 'problem.hidden'
    const isOfGroup = name === 'groupProblem.shown' || name === 'groupProblem.hidden'
    if (!isOfSite && !isOfGroup) return false
    if (contestId !== null || !(problems?.has(payload.problemId) ?? true)) return false
    if (isAnywhere) return isOfSite || listsGroup(afresh(ctx), payload.groupId)
    return isOfSite ? groupId === null : payload.groupId === groupId
  }
  const concern = (event: AnyEvent): Concern<number> | null => {
    if (opensOrCloses(event)) return ALL_ROWS
    if (contest && CONTEST.isDoubtedBy(event, contest)) return { ...DOUBT, wait: DOUBT_WITHIN }
    if (!isOfSubmission(event)) return null
    const { name, payload } = event
    // Lists have heard of the outcome when it was there. Progress in practice is counted later; in a contest a second
    // event would tell its author whether a rejudging changed a sealed verdict.
    const isForLists = name !== 'submission.counted' || (tellsCounted && payload.contestId === null)
    if (!isForLists || isElsewhere(payload)) return null
    if (people && !people.has(payload.userId)) return null
    if (problems && !problems.has(payload.problemId)) return null
    const row = { key: payload.submissionId, ...(contestId !== null && { of: payload.userId }) }
    if (name === 'submission.created') return { ...row, about: CAME, wait: 0 }
    return name === 'submission.progressed' ? { ...row, about: STEP, wait: LIST_PACE } : { ...row, wait: 0 }
  }
  const read = async (ctx: Context, id: number, about: string) => {
    if (about === DOUBT.about && contest)
      return (await rightsNow(ctx, CONTEST, contest.id)) === rights ? null : GONE
    const row = await visibleState(ctx, id, sight)
    if (!row || (language !== null && row.language !== language)) return null
    if (about === STEP && row.state === 'DONE') return null
    const from = contest && listedFrom(ctx, contest)
    if (from && row.createdAt < from) return null
    return changedRow(id, about !== CAME, true)
  }
  // In a contest authors and organisers see other fields than the rest, so they do not share its stream.
  return watchRows(ctx, {
    concern,
    read,
    place,
    tellsOwners: contestId !== null,
    ...(!filter.mine && !seesFrozen && { sight }),
  })
}

type OfSubmission = Extract<AnyEvent, { name: `submission.${string}` }>

const isOfSubmission = (event: AnyEvent): event is OfSubmission => event.name.startsWith('submission.')
