import type { Contest } from '#prisma/generated/client.ts'
import type { BoardHead } from '#server/shared/board/wire.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { homeOf } from '../../policy/audience.ts'
import { type BoardView, type ContestVenue, maySeeView, type RevealView } from '../../policy/contest.ts'
import { enter, rowOf } from '../../venue.ts'
import { type Concern, GONE, type Stream, watch } from '../../watch.ts'
import { CONTEST } from '../contest/contest.ts'
import { tiersOf } from '../contest/organising/organising.ts'
import { shownNameOf } from '../contest/shownName.ts'
import { COUNTING, scoreboardOf, standsOnBoard } from './boards.ts'
import { personOf } from './people.ts'
import type { PatchText, Publication } from './publication.ts'
import { enterReveal } from './reveal.ts'
import { type StandingRow, type Standings, standingsInView, type ViewTerms } from './scoreboard.ts'

/** A view of a board, with what was sent after the end or without. */
export type PublishedWish = { view: BoardView | RevealView; late: boolean }
type LiveWish = PublishedWish & { view: BoardView }

/** What happens within this time (ms) is told as one patch. */
const GATHER = 100
/** The same for what hardly ever happens, and concerns every board. */
const GATHER_RARE = 1000

/** The contest, for those who may see this view of its board. */
async function enterView(ctx: Context, contestId: number, { view }: LiveWish): Promise<ContestVenue> {
  const contest = await enter(ctx, CONTEST, contestId, 'board')
  if (view !== 'PUBLIC') authorize(ctx, maySeeView(readerOf(ctx), contest, view))
  return contest
}

/** Whether a view leaves out what the freeze hides, of a contest that is sealed now or not. */
const isSealedIn = (view: PublishedWish['view'], isNow: boolean): boolean => {
  if (view === 'FROZEN') return true
  return view !== 'FINAL' && view !== 'JURY_OPEN' && isNow
}

function termsOf(ctx: Context, contest: Contest, { view, late }: PublishedWish): ViewTerms {
  const isSealed = isSealedIn(view, readerOf(ctx).contests.sealed.has(contest.id))
  const isLate = late && contest.takesLate && !isSealed
  return { isSealed, isLate, isJury: view === 'JURY' || view === 'JURY_OPEN' }
}

/** A view of the board of a contest, as it is now. */
async function published(ctx: Context, contest: Contest, wish: PublishedWish): Promise<Publication> {
  const scoreboard = await scoreboardOf(ctx, contest)
  const { people, problems } = scoreboard
  const { isSealed, isLate, isJury } = termsOf(ctx, contest, wish)
  const head: BoardHead = {
    ...{ contest: contest.id, type: contest.type, isSealed, isLate },
    startsAt: contest.startsAt.getTime(),
    freezesAt: contest.freezesAt?.getTime() ?? null,
    endsAt: contest.endsAt.getTime(),
    problems: problems.map(({ problemId: id, displayId, title, color, full }) => ({
      ...{ id, displayId, title, color, full },
    })),
    ...{ awardKind: contest.awardKind, tiers: tiersOf(contest) },
  }
  const publication = scoreboard.publication(`${wish.view} ${wish.late}`)
  publication.renew({
    head,
    view: { sealed: isSealed, late: isLate, withoutStars: false, withDisqualified: isJury },
    person(userId) {
      const person = personOf(people, userId)
      const { username, school, avatar } = person
      const realname = isJury ? person.realname : null
      return { userId, username, name: shownNameOf(contest, person), school, avatar, realname }
    },
  })
  return publication
}

/** A view of a board, whole, for those who may see it. */
export async function publishedBoard(
  ctx: Context,
  contestId: number,
  wish: PublishedWish,
): Promise<Publication> {
  const { view } = wish
  if (view === 'FROZEN' || view === 'FINAL')
    return published(ctx, await enterReveal(ctx, contestId), { view, late: false })
  return published(ctx, await enterView(ctx, contestId, { ...wish, view }), wish)
}

/** A change of a board, with the board after it. Null rows: read the board again. */
export type BoardChange = {
  version: string
  standings: Standings
  rows: readonly StandingRow[] | null
  /** User names of those whose rows are gone. */
  gone: readonly string[]
}

/** The changes of a view as packed patches. */
export const watchBoard = (ctx: Context, contestId: number, wish: LiveWish): Promise<Stream<PatchText>> =>
  watchView(ctx, contestId, wish, async (_now, _contest, patch) => patch)

/** The changes of a view as rows. */
export const watchStandings = (
  ctx: Context,
  contestId: number,
  wish: LiveWish,
): Promise<Stream<BoardChange>> =>
  watchView(ctx, contestId, wish, async (now, contest, { version, users }) => {
    const standings = await standingsInView(now, contest, termsOf(now, contest, wish))
    if (users === null) return { version, standings, rows: null, gone: [] }
    const rows = standings.rows.filter(({ userId }) => users.includes(userId))
    const gone = users.filter((id) => !rows.some(({ userId }) => userId === id))
    const { people } = await scoreboardOf(now, contest)
    return { version, standings, rows, gone: gone.map((id) => personOf(people, id).username) }
  })

/**
 * What becomes of a view of a board, for those who may see it: first its present version, then what changes. All who may
 * see the view share one reading. Where it may be others who see it from now on, the stream ends, and each asks again.
 */
async function watchView<Told extends object>(
  ctx: Context,
  contestId: number,
  wish: LiveWish,
  tell: (now: Context, contest: Contest, patch: PatchText) => Promise<Told>,
): Promise<Stream<Told>> {
  const entered = await enterView(ctx, contestId, wish)
  const rights = CONTEST.rights(readerOf(ctx), entered)
  let told: string | null = null
  return watch<string, Told>(ctx, {
    first: 'board',
    concern: (event): Concern<string> | null => {
      const { name, payload } = event
      if (name === 'membership.changed' || name === 'reader.changed' || name === 'profile.changed') {
        const isHere =
          name === 'membership.changed'
            ? payload.groupId === entered.groupId
            : standsOnBoard(ctx.house, contestId, payload.userId)
        return isHere ? { key: 'board', wait: GATHER_RARE } : null
      }
      if (CONTEST.isDoubtedBy(event, entered)) return { key: 'board', wait: GATHER }
      const isHere = 'contestId' in payload && payload.contestId === contestId
      const moves = COUNTING.has(name) || name === 'participation.changed'
      return isHere && moves ? { key: 'board', wait: GATHER } : null
    },
    // Who else may see it was asked above, of each; the view is the same for all of them.
    sight: ({ contests }) => ({ contestId, ...wish, closed: contests.closed.has(contestId) }),
    place: homeOf(entered),
    read: async (now) => {
      const contest = await rowOf(now, CONTEST, contestId)
      if (!contest || CONTEST.rights(readerOf(now), contest) !== rights) return GONE
      const publication = await published(now, contest, wish)
      const { version } = publication
      const from = told
      told = version
      if (from === version) return null
      return tell(now, contest, publication.since(from ?? version))
    },
  })
}
