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

/** A view of a board, with or without late submissions. */
export type PublishedWish = { view: BoardView | RevealView; late: boolean }
type LiveWish = PublishedWish & { view: BoardView }

/** Changes within this time (ms) are coalesced to one patch. */
const GATHER = 100
/** The same for rare changes that concern every board. */
const GATHER_RARE = 1000

/** The contest, for viewers who may see this view of its board. */
async function enterView(ctx: Context, contestId: number, { view }: LiveWish): Promise<ContestVenue> {
  const contest = await enter(ctx, CONTEST, contestId, 'board')
  if (view !== 'PUBLIC') authorize(ctx, maySeeView(readerOf(ctx), contest, view))
  return contest
}

/** Whether a view hides outcomes since the freeze, for a contest that is frozen or not. */
const isSealedIn = (view: PublishedWish['view'], isNow: boolean): boolean => {
  if (view === 'FROZEN') return true
  return view !== 'FINAL' && view !== 'JURY_OPEN' && isNow
}

function termsOf(ctx: Context, contest: Contest, { view, late }: PublishedWish): ViewTerms {
  const isSealed = isSealedIn(view, readerOf(ctx).contests.sealed.has(contest.id))
  const isLate = late && contest.takesLate && !isSealed
  return { isSealed, isLate, isJury: view === 'JURY' || view === 'JURY_OPEN' }
}

/** Current view of the board of a contest. */
async function published(ctx: Context, contest: Contest, wish: PublishedWish): Promise<Publication> {
  const scoreboard = await scoreboardOf(ctx, contest)
  const { people, problems } = scoreboard
  const { isSealed, isLate, isJury } = termsOf(ctx, contest, wish)
  const head: BoardHead = {
    contest: contest.id,
    type: contest.type,
    isSealed,
    isLate,
    startsAt: contest.startsAt.getTime(),
    freezesAt: contest.freezesAt?.getTime() ?? null,
    endsAt: contest.endsAt.getTime(),
    problems: problems.map(({ problemId: id, displayId, title, color, full }) => ({
      id,
      displayId,
      title,
      color,
      full,
    })),
    awardKind: contest.awardKind,
    tiers: tiersOf(contest),
  }
  const publication = scoreboard.publication(`${wish.view} ${wish.late}`)
  publication.renew({
    head,
    view: { sealed: isSealed, late: isLate, withoutStars: false, withDisqualified: isJury },
    naming: contest.shownName,
    person(userId) {
      const person = personOf(people, userId)
      const { username, school, avatar } = person
      const realname = isJury ? person.realname : null
      return { userId, username, name: shownNameOf(contest, person), school, avatar, realname }
    },
  })
  return publication
}

/** A whole view of a board, for viewers who may see it. */
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

/** A change of a board, with the resulting board. Null rows: load the board again. */
export type BoardChange = {
  version: string
  standings: Standings
  rows: readonly StandingRow[] | null
  /** Usernames that no row has any more. */
  gone: readonly string[]
}

/** Changes of a view as compressed patches. */
export const watchBoard = (ctx: Context, contestId: number, wish: LiveWish): Promise<Stream<PatchText>> =>
  watchView(ctx, contestId, wish, async (_now, _contest, patch) => patch)

/** Changes of a view as rows. */
export function watchStandings(
  ctx: Context,
  contestId: number,
  wish: LiveWish,
): Promise<Stream<BoardChange>> {
  let before: Standings | null = null
  return watchView(ctx, contestId, wish, async (now, contest, { version, users }) => {
    const standings = await standingsInView(now, contest, termsOf(now, contest, wish))
    const known = before
    before = standings
    if (users === null) return { version, standings, rows: null, gone: [] }
    const moved = known ? movedFirsts(known, standings) : []
    const rows = standings.rows.filter(
      (row) => users.includes(row.userId) || moved.some((first) => hasSolvedIn(row, first)),
    )
    return { version, standings, rows, gone: goneOf(known, standings) }
  })
}

type First = { problemId: number; second: number }

/** First solutions (s since the start) that are other ones than before, the former ones too. */
function movedFirsts({ firsts: before }: Standings, { firsts, problems }: Standings): First[] {
  return problems.flatMap(({ problemId }) => {
    const seconds = [before.get(problemId), firsts.get(problemId)]
    if (seconds[0] === seconds[1]) return []
    return seconds.flatMap((second) => (second === undefined ? [] : [{ problemId, second }]))
  })
}

const hasSolvedIn = ({ cells }: StandingRow, { problemId, second }: First): boolean =>
  cells.get(problemId)?.solvedAt === second

/** Usernames that rows had before, those of renamed and deleted accounts too. */
function goneOf(before: Standings | null, { rows }: Standings): string[] {
  const names = new Set(rows.map(({ person }) => person.username))
  return [...new Set(before?.rows.map(({ person }) => person.username))].filter((name) => !names.has(name))
}

/**
 * Stream of a view of a board, for viewers who may see it: its current version, then its changes. All
 * subscribers of a view share one execution. The stream ends when the right to see the view may have changed;
 * each new subscription is authorized again.
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
    // Each subscriber was authorized above; the view is the same for all.
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
