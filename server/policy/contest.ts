import type { Contest, Participation, Prisma } from '#prisma/generated/client.ts'
import { fitsRule } from './accountRule.ts'
import { lentContest } from './lent.ts'
import {
  CONTESTS,
  type GroupState,
  managedWhere,
  OF_NO_DISBANDED_GROUP,
  type OwnedContest,
  organises,
} from './officials.ts'
import { type Reader, roleIn } from './reader.ts'
import type { Purpose, VenuePolicy } from './venue.ts'
import { may } from './viewer.ts'

/** A contest and the state of its group. */
export type ContestVenue = Contest & { groupState: GroupState }

/** Contests of the site and of the reader's groups: membership comes before every other rule (area-rules G12). */
const ofOwnPlaces = ({ viewer }: Reader): Prisma.ContestWhereInput => {
  if (!viewer || viewer.groups.size === 0) return { groupId: null }
  return { OR: [{ groupId: null }, { groupId: { in: [...viewer.groups.keys()] } }] }
}

/** Whether one contest is of the site or of a group of the reader. */
const isOfOwnPlace = (reader: Reader, { groupId }: Pick<Contest, 'groupId'>): boolean =>
  groupId === null || may(reader, 'contest.manageAny') || roleIn(reader, groupId) !== null

/** Filter for the contests a reader organises; `organises` decides for one. */
export const organised = (reader: Reader): Prisma.ContestWhereInput => {
  if (may(reader, 'contest.manageAny')) return {}
  const lent = reader.viewer && lentContest(reader.viewer)
  const own: Prisma.ContestWhereInput[] = managedWhere(reader, CONTESTS, 'ownerId')
  const alternatives = lent === null ? own : [...own, { id: lent }]
  return alternatives.length === 0 ? { id: { in: [] } } : { OR: alternatives }
}

/** Contests that are not removed, without those of disbanded groups. */
const REMAINING = { removedAt: null, OR: OF_NO_DISBANDED_GROUP.OR } satisfies Prisma.ContestWhereInput

/** Contests the reader organises, without removed ones. */
export const managedContests = (reader: Reader): Prisma.ContestWhereInput => {
  if (may(reader, 'contest.manageAny')) return REMAINING
  const mine = managedWhere(reader, CONTESTS, 'ownerId')
  return mine.length > 0 ? { removedAt: null, OR: mine } : { id: { in: [] } }
}

/** Visible contests, and those the reader organises. Removed contests are excluded here and from the other filters. */
export const knownContests = (reader: Reader): Prisma.ContestWhereInput =>
  may(reader, 'contest.manageAny')
    ? REMAINING
    : { OR: [{ AND: [{ visible: true }, ofOwnPlaces(reader)] }, managedContests(reader)] }

/** Contests of groups whose board is public (area-rules G12). */
const SHOWN_OUTSIDE = {
  visible: true,
  boardIsOpen: true,
  group: { disabled: false, disbandedAt: null },
} satisfies Prisma.ContestWhereInput

/** Known contests, and those of other groups whose board is public. */
export const visibleContests = (reader: Reader): Prisma.ContestWhereInput =>
  may(reader, 'contest.manageAny') ? REMAINING : { OR: [knownContests(reader), SHOWN_OUTSIDE] }

/**
 * Whether a contest exists for the reader. `board` includes contests of other groups with a public board; for
 * `manage`, staff get FORBIDDEN instead of NOT_FOUND for contests of the site.
 */
function isKnown(reader: Reader, contest: ContestVenue, purpose: Purpose): boolean {
  const { removedAt, groupId, visible, boardIsOpen, groupState } = contest
  if (removedAt !== null || groupState === 'DISBANDED') return false
  if (!isOfOwnPlace(reader, contest))
    return purpose === 'board' && visible && boardIsOpen && groupState === 'LIVE'
  const isToldOfAny = purpose === 'manage' && groupId === null && canMakeContests(reader)
  return visible || isToldOfAny || organises(reader, contest)
}

/**
 * Filter for contests that admit a user once begun: a private contest requires registration and a matching account
 * rule, as `outside` decides for one (contest-rules.md 15).
 */
const admitting = (userId: string): Prisma.ContestWhereInput => ({
  OR: [
    { access: { not: 'PRIVATE' } },
    { participations: { some: { userId, registeredAt: { not: null }, fits: true } } },
  ],
})

/** Contests that have not ended and that the viewer may take part in, apart from account rules of public ones. */
export const contestsToTakePartIn = (reader: Reader): Prisma.ContestWhereInput => {
  const { viewer } = reader
  if (!viewer) return { id: { in: [] } }
  const isIn = { userId: viewer.id, registeredAt: { not: null }, fits: true }
  const joined: Prisma.ContestWhereInput = {
    OR: [{ access: 'PUBLIC' }, { participations: { some: isIn } }],
  }
  return { AND: [{ visible: true }, knownContests(reader), notOver(reader), joined] }
}

/** Filter for contests that have started. */
const begun = ({ contests }: Reader): Prisma.ContestWhereInput => ({ startsAt: { lte: contests.moment } })

/** Filter for contests that have not ended. */
export const notOver = ({ contests }: Reader): Prisma.ContestWhereInput => ({
  endsAt: { gt: contests.moment },
})

/** Filter for frozen contests. */
export const sealedContests = ({ contests: { moment } }: Reader): Prisma.ContestWhereInput => ({
  freezesAt: { lte: moment },
  OR: [{ thawsAt: null }, { thawsAt: { gt: moment } }],
})

/** Contests whose problems and submissions the reader may view now. */
const openContests = (reader: Reader): Prisma.ContestWhereInput => {
  const { viewer } = reader
  if (!viewer) return { id: { in: [] } }
  if (may(reader, 'contest.manageAny')) return REMAINING
  const isIn = { AND: [{ visible: true }, ofOwnPlaces(reader), begun(reader), admitting(viewer.id)] }
  return { OR: [isIn, { AND: [organised(reader), { removedAt: null }] }] }
}

/** Contests whose board the reader may view now. */
const openBoards = (reader: Reader): Prisma.ContestWhereInput => ({
  OR: [openContests(reader), { AND: [visibleContests(reader), { boardIsOpen: true }, begun(reader)] }],
})

/** Contests that the list of the site (null) or of a group shows every viewer of that place. */
export const listedContests = (groupId: number | null = null): Prisma.ContestWhereInput => ({
  visible: true,
  groupId,
})

/**
 * Contests that the administration of a group lists: visible ones, and hidden ones that the reader organises. Null:
 * contests of the site that the reader organises.
 */
export const administeredContests = (reader: Reader, groupId: number | null): Prisma.ContestWhereInput =>
  groupId === null
    ? { AND: [{ groupId: null }, managedContests(reader)] }
    : { groupId, removedAt: null, OR: [{ visible: true }, managedContests(reader)] }

/** Whether the role may create contests. */
export const canMakeContests = (reader: Reader): boolean => may(reader, 'contest.manage')

/** Only super administrators delete contests of the site. */
export const canRemoveContests = (reader: Reader): boolean => may(reader, 'contest.manageAny')

/** Whether a reader may delete a contest; organisers delete contests of their group. */
export const canRemoveContest = (reader: Reader, contest: OwnedContest): boolean =>
  canRemoveContests(reader) || (contest.groupId !== null && organises(reader, contest))

/** Refusal codes of contests. NOT_FOUND: the contest is of a group the reader is not in. */
export const BARS = [
  'UNAUTHENTICATED',
  'NOT_FOUND',
  'CONTEST_NOT_STARTED',
  'CONTEST_OVER',
  'CONTEST_NOT_REGISTERED',
  'CONTEST_ACCOUNT',
] as const
export type Barred = (typeof BARS)[number]

/** A contest, the reader's participation (null: none) and the current time. */
export type Standing = { contest: Contest; part: Pick<Participation, 'registeredAt'> | null; now: Date }

/** Missing registration or an account that the rule does not accept; null: neither. */
function outside(reader: Reader, { contest, part }: Standing): Barred | null {
  if (part === null || part.registeredAt === null) return 'CONTEST_NOT_REGISTERED'
  return fitsRule(contest.accountRule, reader.viewer?.username ?? '') ? null : 'CONTEST_ACCOUNT'
}

const notStarted = (reader: Reader, { id }: Contest): Barred | null =>
  reader.contests.closed.has(id) ? 'CONTEST_NOT_STARTED' : null

/** Whether the contest is closed to the reader at any time: of another group, or private. */
export function isShutOut(reader: Reader, standing: Standing): boolean {
  const { contest } = standing
  if (!isOfOwnPlace(reader, contest)) return true
  return contest.access === 'PRIVATE' && !organises(reader, contest) && outside(reader, standing) !== null
}

/** Whether the reader is registered where required and the account rule accepts them. */
export const hasAccess = (reader: Reader, standing: Standing): boolean => {
  const { access, accountRule } = standing.contest
  if (access === 'PUBLIC') return fitsRule(accountRule, reader.viewer?.username ?? '')
  return outside(reader, standing) === null
}

/**
 * Why the reader may not view problems, submissions, board and announcements; null: they may (contest-rules.md 15).
 * Organisers always may.
 */
function barredFromLooking(reader: Reader, standing: Standing): Barred | null {
  const { contest } = standing
  if (!isOfOwnPlace(reader, contest)) return 'NOT_FOUND'
  if (organises(reader, contest)) return null
  if (!reader.viewer) return 'UNAUTHENTICATED'
  return notStarted(reader, contest) ?? (contest.access === 'PRIVATE' ? outside(reader, standing) : null)
}

/** Why the reader may not submit now; null: they may (contest-rules.md 15, 22). */
function barredFromSubmitting(reader: Reader, standing: Standing): Barred | null {
  const { contest, now } = standing
  const barred = barredFromLooking(reader, standing)
  if (barred) return barred
  if (now >= contest.endsAt && !contest.takesLate) return 'CONTEST_OVER'
  if (organises(reader, contest)) return null
  if (contest.access !== 'PUBLIC') return outside(reader, standing)
  return fitsRule(contest.accountRule, reader.viewer?.username ?? '') ? null : 'CONTEST_ACCOUNT'
}

/**
 * Why the reader may not view the board; null: they may. An open board is public from the start on (contest-rules.md
 * 15, area-rules G12).
 */
function barredFromBoard(reader: Reader, standing: Standing): Barred | null {
  const { contest } = standing
  if (!contest.boardIsOpen) return barredFromLooking(reader, standing)
  return organises(reader, contest) ? null : notStarted(reader, contest)
}

export type ContestBars = Record<'look' | 'submit' | 'board', Barred> & {
  manage: 'UNAUTHENTICATED' | 'FORBIDDEN'
}

/**
 * Access to contests, by purpose. Submitting has no filter, because only the rule itself knows whom a public contest
 * accepts.
 */
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
    const { id, groupId, ownerId, visible, access, password, accountRule, boardIsOpen, groupState } = contest
    const role = roleIn(reader, groupId)
    const isClosed = reader.contests.closed.has(id)
    const own = [ownerId, visible, access, password, accountRule, boardIsOpen]
    return JSON.stringify([isClosed, ...own, groupId, groupState, role])
  },
}

/**
 * Whether even the times of changes of a contest's problems are hidden: before its start, for all but organisers. The time
 * of a public problem's change would tell that the contest has it.
 */
export const hidesProblems = (reader: Reader, contest: OwnedContest): boolean =>
  reader.contests.closed.has(contest.id) && !organises(reader, contest)

/** Whether source, authors, difficulty and tags of the contest's problems are hidden: until its end, for all but organisers. */
export const keepsQuiet = (reader: Reader, contestId: number): boolean => {
  const { closed, running } = reader.contests
  const contest = closed.get(contestId) ?? running.get(contestId)
  return contest !== undefined && !organises(reader, contest)
}

/** Whether the reader's board is frozen: also for organisers, unless they ask for the unfrozen one. */
export const seesSealed = (reader: Reader, contest: Contest): boolean =>
  reader.contests.sealed.has(contest.id) && !(reader.unsealed && organises(reader, contest))

/** Views of a board: public, organisers', and organisers' without the freeze. */
export const BOARD_VIEWS = ['PUBLIC', 'JURY', 'JURY_OPEN'] as const
export type BoardView = (typeof BOARD_VIEWS)[number]

/** Whether a reader of the board may have this view. */
export const maySeeView = (reader: Reader, contest: Contest, view: BoardView): boolean =>
  view === 'PUBLIC' || organises(reader, contest)

/** Boards a reveal needs: the frozen one and the final one. */
export const REVEAL_VIEWS = ['FROZEN', 'FINAL'] as const
export type RevealView = (typeof REVEAL_VIEWS)[number]

/** Whether a contest has a reveal: only an ended ACM contest with a freeze (contest-rules.md 14). */
export const hasReveal = ({ type, freezesAt, endsAt }: Contest, now: Date): boolean =>
  type === 'ACM' && freezesAt !== null && endsAt <= now

/**
 * Whether a reader may watch the reveal and read its boards: organisers always; others after the thaw, where the board
 * is open and a private contest includes them (contest-rules.md 14). Before the thaw it would disclose frozen verdicts
 * (11).
 */
export function mayReveal(reader: Reader, standing: Standing): boolean {
  const { contest } = standing
  if (organises(reader, contest)) return true
  if (!contest.boardIsOpen || reader.contests.sealed.has(contest.id)) return false
  return contest.access !== 'PRIVATE' || barredFromLooking(reader, standing) === null
}

/** Real names are shown to organisers, and to all where the contest says so. */
export const seesRealnames = (reader: Reader, contest: Contest): boolean =>
  contest.shownName === 'REALNAME' || organises(reader, contest)

/** Contests of a group that count in its gradebook, equal for all its members. */
export const examsIn = (groupId: number): Prisma.ContestWhereInput => ({
  ...listedContests(groupId),
  removedAt: null,
  exam: true,
})

/** Whether a student of its group is expected in a contest: registered where needed, and accepted by its account rule. */
export const isExpected = (
  { ownerId, access, accountRule }: Pick<Contest, 'ownerId' | 'access' | 'accountRule'>,
  { userId, username, isRegistered }: { userId: string; username: string; isRegistered: boolean },
): boolean => userId !== ownerId && (access === 'PUBLIC' || isRegistered) && fitsRule(accountRule, username)

export const sight = { contest: visibleContests }

/** Audited actions, by noun. */
export const acts = {
  Contest: [
    'contest.created',
    'contest.changed',
    'contest.problemsChanged',
    'contest.noticeChanged',
    'contest.participantChanged',
    'contest.seatsGiven',
    'contest.participantsRegistered',
    'contest.removed',
  ],
} as const

/** Pages of the administration and the permission each needs. */
export const adminPages = { CONTESTS: 'contest.manage' } as const
