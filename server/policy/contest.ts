import type { Contest, Participation, Prisma } from '#prisma/generated/client.ts'
import { fitsRule } from './accountRule.ts'
import { CONTESTS, managedWhere, organises } from './officials.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/**
 * Whether a reader may know of a contest: a visible one, or one that they organise. A removed contest is not visible, and
 * the filters here leave it out, too.
 */
export const canSeeContest = (reader: Reader, contest: Contest): boolean =>
  contest.removedAt === null && (contest.visible || organises(reader, contest))

/** The same as a filter. */
export const visibleContests = (reader: Reader): Prisma.ContestWhereInput => {
  if (may(reader, 'contest.manageAny')) return { removedAt: null }
  const mine = managedWhere(reader, CONTESTS, 'ownerId')
  return mine.length > 0 ? { removedAt: null, OR: [{ visible: true }, ...mine] } : { visible: true }
}

/**
 * What lets somebody in to a contest that has begun, as a filter: a private one takes those who have registered and whose
 * name its account rule takes, as `barredFrom` says of one (contest-rules.md 15).
 */
export const admitting = (userId: string): Prisma.ContestWhereInput => ({
  OR: [
    { access: { not: 'PRIVATE' } },
    { participations: { some: { userId, registeredAt: { not: null }, fits: true } } },
  ],
})

/** The contests that somebody may look into now: begun, and let in to. */
export const openContests = (reader: Reader): Prisma.ContestWhereInput => {
  const { viewer, contests } = reader
  if (!viewer) return { id: { in: [] } }
  const isIn: Prisma.ContestWhereInput = {
    visible: true,
    id: { notIn: [...contests.closed.keys()] },
    ...admitting(viewer.id),
  }
  return { OR: [isIn, managedContests(reader)] }
}

/** The contests of the public list, whoever asks. */
export const listedContests: Prisma.ContestWhereInput = { visible: true }

/** Who may make contests at all. */
export const canMakeContests = (reader: Reader): boolean => may(reader, 'contest.manage')

/** The contests that somebody organises. */
export const managedContests = (reader: Reader): Prisma.ContestWhereInput => {
  if (may(reader, 'contest.manageAny')) return { removedAt: null }
  const mine = managedWhere(reader, CONTESTS, 'ownerId')
  return mine.length > 0 ? { removedAt: null, OR: mine } : { id: { in: [] } }
}

/** Contests go for good by the hand of those who manage any. */
export const canRemoveContest = (reader: Reader): boolean => may(reader, 'contest.manageAny')

/** Why somebody may not do something in a contest. */
export const BARS = [
  'UNAUTHENTICATED',
  'CONTEST_NOT_STARTED',
  'CONTEST_OVER',
  'CONTEST_NOT_REGISTERED',
  'CONTEST_ACCOUNT',
] as const
export type Barred = (typeof BARS)[number]

/** A contest, and how the reader takes part in it; null: not at all. */
export type Standing = { contest: Contest; part: Pick<Participation, 'registeredAt'> | null }

const isRegistered = ({ part }: Standing) => part !== null && part.registeredAt !== null

/** Whether the reader has registered where one has to, and the rule of accounts lets them; null: yes. */
function outside(reader: Reader, { contest, part }: Standing): Barred | null {
  if (!isRegistered({ contest, part })) return 'CONTEST_NOT_REGISTERED'
  return fitsRule(contest.accountRule, reader.viewer?.username ?? '') ? null : 'CONTEST_ACCOUNT'
}

const notStarted = (reader: Reader, { id }: Contest): Barred | null =>
  reader.contests.closed.has(id) ? 'CONTEST_NOT_STARTED' : null

/** Whether a private contest is none of the reader's. */
export const isShutOut = (reader: Reader, standing: Standing): boolean => {
  const { contest } = standing
  return contest.access === 'PRIVATE' && !organises(reader, contest) && outside(reader, standing) !== null
}

/**
 * What keeps the reader from its problems, submissions, board and announcements; null: nothing (contest-rules.md 15).
 * Organisers are let in always.
 */
export function barredFrom(reader: Reader, standing: Standing): Barred | null {
  const { contest } = standing
  if (organises(reader, contest)) return null
  if (!reader.viewer) return 'UNAUTHENTICATED'
  return notStarted(reader, contest) ?? (contest.access === 'PRIVATE' ? outside(reader, standing) : null)
}

/** What keeps the reader from submitting there at a moment; null: nothing (contest-rules.md 15, 22). */
export function barredFromSubmitting(reader: Reader, standing: Standing, now: Date): Barred | null {
  const { contest } = standing
  const isOver = now >= contest.endsAt && !contest.takesLate
  if (organises(reader, contest)) return isOver ? 'CONTEST_OVER' : null
  const barred = barredFrom(reader, standing)
  if (barred || isOver) return barred ?? 'CONTEST_OVER'
  if (contest.access !== 'PUBLIC') return outside(reader, standing)
  return fitsRule(contest.accountRule, reader.viewer?.username ?? '') ? null : 'CONTEST_ACCOUNT'
}

/** An open board and its problem list are for everybody from the start on (contest-rules.md 15, 3.8). */
export function barredFromBoard(reader: Reader, standing: Standing): Barred | null {
  const { contest } = standing
  if (!contest.boardIsOpen) return barredFrom(reader, standing)
  return organises(reader, contest) ? null : notStarted(reader, contest)
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
  return contest.access !== 'PRIVATE' || barredFrom(reader, standing) === null
}

/** What decides who may see a board; while it stays the same, so do those who may. */
export const boardRights = ({
  ownerId,
  visible,
  access,
  password,
  accountRule,
  boardIsOpen,
}: Contest): string => JSON.stringify([ownerId, visible, access, password, accountRule, boardIsOpen])

/** The real names of a contest are for its organisers, and for all where the contest shows them. */
export const seesRealnames = (reader: Reader, contest: Contest): boolean =>
  contest.shownName === 'REALNAME' || organises(reader, contest)

export const sight = { contest: visibleContests }
