import type { Contest, Participation, Prisma } from '#prisma/generated/client.ts'
import { fitsRule } from './accountRule.ts'
import { lentContest } from './lent.ts'
import { CONTESTS, managedWhere, type OwnedContest, organises } from './officials.ts'
import { type Reader, roleIn } from './reader.ts'
import type { Purpose, VenuePolicy } from './venue.ts'
import { may } from './viewer.ts'

/** A contest, and whether its group is neither disabled nor disbanded; true for contests of the site. */
export type ContestVenue = Contest & { groupIsLive: boolean }

/** The contests of the site and of the reader's groups: membership comes before every other rule (area-rules G12). */
const ofOwnPlaces = ({ viewer }: Reader): Prisma.ContestWhereInput => {
  if (!viewer || viewer.groups.size === 0) return { groupId: null }
  return { OR: [{ groupId: null }, { groupId: { in: [...viewer.groups.keys()] } }] }
}

/** The same of one contest. */
const isOfOwnPlace = (reader: Reader, { groupId }: Pick<Contest, 'groupId'>): boolean =>
  groupId === null || may(reader, 'contest.manageAny') || roleIn(reader, groupId) !== null

/** The contests that a reader organises, as `organises` says of one. */
export const organised = (reader: Reader): Prisma.ContestWhereInput => {
  if (may(reader, 'contest.manageAny')) return {}
  const lent = reader.viewer && lentContest(reader.viewer)
  const own: Prisma.ContestWhereInput[] = managedWhere(reader, CONTESTS, 'ownerId')
  const alternatives = lent === null ? own : [...own, { id: lent }]
  return alternatives.length === 0 ? { id: { in: [] } } : { OR: alternatives }
}

/** Those of them that were not removed. */
export const managedContests = (reader: Reader): Prisma.ContestWhereInput => {
  if (may(reader, 'contest.manageAny')) return { removedAt: null }
  const mine = managedWhere(reader, CONTESTS, 'ownerId')
  return mine.length > 0 ? { removedAt: null, OR: mine } : { id: { in: [] } }
}

/**
 * The contests that exist for the reader: visible ones, and those that they organise. A removed contest is not visible, and
 * the other filters here leave it out, too.
 */
export const knownContests = (reader: Reader): Prisma.ContestWhereInput =>
  may(reader, 'contest.manageAny')
    ? { removedAt: null }
    : { OR: [{ AND: [{ visible: true }, ofOwnPlaces(reader)] }, managedContests(reader)] }

/** The contests of groups whose board is for everybody (area-rules G12). */
const SHOWN_OUTSIDE = {
  visible: true,
  boardIsOpen: true,
  group: { disabled: false, disbandedAt: null },
} satisfies Prisma.ContestWhereInput

/** The contests that exist for the reader, and those of other groups whose board is open. */
export const visibleContests = (reader: Reader): Prisma.ContestWhereInput =>
  may(reader, 'contest.manageAny') ? { removedAt: null } : { OR: [knownContests(reader), SHOWN_OUTSIDE] }

/**
 * Whether a contest exists for the reader. `board` knows the contests of other groups whose board is open; staff are
 * told of any of the site that they may not `manage` it.
 */
function isKnown(reader: Reader, contest: ContestVenue, purpose: Purpose): boolean {
  const { removedAt, groupId, visible, boardIsOpen, groupIsLive } = contest
  if (removedAt !== null) return false
  if (!isOfOwnPlace(reader, contest)) return purpose === 'board' && visible && boardIsOpen && groupIsLive
  const isToldOfAny = purpose === 'manage' && groupId === null && canMakeContests(reader)
  return visible || isToldOfAny || organises(reader, contest)
}

/**
 * What lets somebody in to a contest that has begun, as a filter: a private one takes those who have registered and whose
 * name its account rule takes, as `outside` says of one (contest-rules.md 15).
 */
const admitting = (userId: string): Prisma.ContestWhereInput => ({
  OR: [
    { access: { not: 'PRIVATE' } },
    { participations: { some: { userId, registeredAt: { not: null }, fits: true } } },
  ],
})

/** Contests that have begun. */
const begun = ({ contests }: Reader): Prisma.ContestWhereInput => ({ startsAt: { lte: contests.moment } })

/** Contests that have not ended. */
export const notOver = ({ contests }: Reader): Prisma.ContestWhereInput => ({
  endsAt: { gt: contests.moment },
})

/** Contests that are sealed. */
export const sealedContests = ({ contests: { moment } }: Reader): Prisma.ContestWhereInput => ({
  freezesAt: { lte: moment },
  OR: [{ thawsAt: null }, { thawsAt: { gt: moment } }],
})

/** The contests that somebody may look into now. */
const openContests = (reader: Reader): Prisma.ContestWhereInput => {
  const { viewer } = reader
  if (!viewer) return { id: { in: [] } }
  if (may(reader, 'contest.manageAny')) return { removedAt: null }
  const isIn = { AND: [{ visible: true }, ofOwnPlaces(reader), begun(reader), admitting(viewer.id)] }
  return { OR: [isIn, { AND: [organised(reader), { removedAt: null }] }] }
}

/** The contests whose board somebody may see now. */
const openBoards = (reader: Reader): Prisma.ContestWhereInput => ({
  OR: [openContests(reader), { AND: [visibleContests(reader), { boardIsOpen: true }, begun(reader)] }],
})

/** The contests of the site's public list, whoever asks; those of a group stand in lists of the group. */
export const listedContests: Prisma.ContestWhereInput = { visible: true, groupId: null }

/** Who may make contests at all. */
export const canMakeContests = (reader: Reader): boolean => may(reader, 'contest.manage')

/** Only super administrators delete contests of the site. */
export const canRemoveContests = (reader: Reader): boolean => may(reader, 'contest.manageAny')

/** Whether a reader deletes a contest: those of a group its organisers do, too. */
export const canRemoveContest = (reader: Reader, contest: OwnedContest): boolean =>
  canRemoveContests(reader) || (contest.groupId !== null && organises(reader, contest))

/** Why somebody may not do something in a contest. NOT_FOUND: it is of a group that they are not in. */
export const BARS = [
  'UNAUTHENTICATED',
  'NOT_FOUND',
  'CONTEST_NOT_STARTED',
  'CONTEST_OVER',
  'CONTEST_NOT_REGISTERED',
  'CONTEST_ACCOUNT',
] as const
export type Barred = (typeof BARS)[number]

/** A contest, how the reader takes part in it (null: not at all), and the moment. */
export type Standing = { contest: Contest; part: Pick<Participation, 'registeredAt'> | null; now: Date }

/** Whether the reader has registered where one has to, and the rule of accounts lets them; null: yes. */
function outside(reader: Reader, { contest, part }: Standing): Barred | null {
  if (part === null || part.registeredAt === null) return 'CONTEST_NOT_REGISTERED'
  return fitsRule(contest.accountRule, reader.viewer?.username ?? '') ? null : 'CONTEST_ACCOUNT'
}

const notStarted = (reader: Reader, { id }: Contest): Barred | null =>
  reader.contests.closed.has(id) ? 'CONTEST_NOT_STARTED' : null

/** Why it is none of the reader's, whenever it takes place: of another group, or private. */
export function isShutOut(reader: Reader, standing: Standing): boolean {
  const { contest } = standing
  if (!isOfOwnPlace(reader, contest)) return true
  return contest.access === 'PRIVATE' && !organises(reader, contest) && outside(reader, standing) !== null
}

/** Whether the reader has registered where one has to, and has an account that the contest takes. */
export const hasAccess = (reader: Reader, standing: Standing): boolean => {
  const { access, accountRule } = standing.contest
  if (access === 'PUBLIC') return fitsRule(accountRule, reader.viewer?.username ?? '')
  return outside(reader, standing) === null
}

/**
 * What keeps the reader from its problems, submissions, board and announcements; null: nothing (contest-rules.md 15).
 * Organisers are let in always.
 */
function barredFromLooking(reader: Reader, standing: Standing): Barred | null {
  const { contest } = standing
  if (!isOfOwnPlace(reader, contest)) return 'NOT_FOUND'
  if (organises(reader, contest)) return null
  if (!reader.viewer) return 'UNAUTHENTICATED'
  return notStarted(reader, contest) ?? (contest.access === 'PRIVATE' ? outside(reader, standing) : null)
}

/** What keeps the reader from submitting there at the moment; null: nothing (contest-rules.md 15, 22). */
function barredFromSubmitting(reader: Reader, standing: Standing): Barred | null {
  const { contest, now } = standing
  const barred = barredFromLooking(reader, standing)
  if (barred) return barred
  if (now >= contest.endsAt && !contest.takesLate) return 'CONTEST_OVER'
  if (organises(reader, contest)) return null
  if (contest.access !== 'PUBLIC') return outside(reader, standing)
  return fitsRule(contest.accountRule, reader.viewer?.username ?? '') ? null : 'CONTEST_ACCOUNT'
}

/** An open board and its problem list are for everybody from the start on (contest-rules.md 15, area-rules G12). */
function barredFromBoard(reader: Reader, standing: Standing): Barred | null {
  const { contest } = standing
  if (!contest.boardIsOpen) return barredFromLooking(reader, standing)
  return organises(reader, contest) ? null : notStarted(reader, contest)
}

export type ContestBars = Record<'look' | 'submit' | 'board', Barred> & {
  manage: 'UNAUTHENTICATED' | 'FORBIDDEN'
}

/** Who may enter contests. Submitting has no filter: in a public contest only the rule itself says whom it takes. */
export const contestPolicy: VenuePolicy<
  ContestVenue,
  Standing,
  Prisma.ContestWhereInput,
  ContestBars,
  'look' | 'board' | 'manage'
> = {
  isKnown,
  bar: {
    look: barredFromLooking,
    submit: barredFromSubmitting,
    board: barredFromBoard,
    manage: (reader, { contest }) => {
      if (!reader.viewer) return 'UNAUTHENTICATED'
      return organises(reader, contest) ? null : 'FORBIDDEN'
    },
  },
  admitted: { look: openContests, board: openBoards, manage: managedContests },
  rights: (reader, contest) => {
    const { id, groupId, ownerId, visible, access, password, accountRule, boardIsOpen, groupIsLive } = contest
    const role = roleIn(reader, groupId)
    const isClosed = reader.contests.closed.has(id)
    const own = [ownerId, visible, access, password, accountRule, boardIsOpen]
    return JSON.stringify([isClosed, ...own, groupId, groupIsLive, role])
  },
}

/** Until its end a contest does not say of its problems where they are from, whose they are, how hard and what about. */
export const keepsQuiet = (reader: Reader, contestId: number): boolean => {
  const { closed, running } = reader.contests
  const contest = closed.get(contestId) ?? running.get(contestId)
  return contest !== undefined && !organises(reader, contest)
}

/** Whether a reader's view of the board is sealed: organisers' too, unless they ask for what the seal hides. */
export const seesSealed = (reader: Reader, contest: Contest): boolean =>
  reader.contests.sealed.has(contest.id) && !(reader.unsealed && organises(reader, contest))

/** What of a board somebody asks for: what all see, what organisers see, and what the seal hides from those, too. */
export const BOARD_VIEWS = ['PUBLIC', 'JURY', 'JURY_OPEN'] as const
export type BoardView = (typeof BOARD_VIEWS)[number]

/** Whether a reader who is let in to the board may have a view of it. */
export const maySeeView = (reader: Reader, contest: Contest, view: BoardView): boolean =>
  view === 'PUBLIC' || organises(reader, contest)

/** What a reveal is drawn from: the board as it was sealed, and as it is in the end. */
export const REVEAL_VIEWS = ['FROZEN', 'FINAL'] as const
export type RevealView = (typeof REVEAL_VIEWS)[number]

/** Only an ACM contest that had a freeze and is over has a reveal (contest-rules.md 14). */
export const hasReveal = ({ type, freezesAt, endsAt }: Contest, now: Date): boolean =>
  type === 'ACM' && freezesAt !== null && endsAt <= now

/**
 * Whether a reader may watch the reveal of a contest that has one, and read what it is drawn from: its organisers, and
 * where the board is open everybody, but of a private contest nobody who is not in it (contest-rules.md 14). Everybody only
 * once it has thawed: a reveal tells all that is sealed, and as long as something is, nobody but organisers can get at
 * that by any door (11).
 */
export function mayReveal(reader: Reader, standing: Standing): boolean {
  const { contest } = standing
  if (organises(reader, contest)) return true
  if (!contest.boardIsOpen || reader.contests.sealed.has(contest.id)) return false
  return contest.access !== 'PRIVATE' || barredFromLooking(reader, standing) === null
}

/** The real names of a contest are for its organisers, and for all where the contest shows them. */
export const seesRealnames = (reader: Reader, contest: Contest): boolean =>
  contest.shownName === 'REALNAME' || organises(reader, contest)

export const sight = { contest: visibleContests }

/** What is written down of who did it, by the noun that it is done to. */
export const acts = {
  Contest: [
    'contest.created',
    'contest.changed',
    'contest.problemsChanged',
    'contest.noticeChanged',
    'contest.participantChanged',
    'contest.seatsGiven',
    'contest.removed',
  ],
} as const

/** Pages of the administration, and the permission that each needs. */
export const adminPages = { CONTESTS: 'contest.manage' } as const
