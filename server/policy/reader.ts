import type { Contest } from '#prisma/generated/client.ts'
import { Lent } from './lent.ts'
import type { GroupRole, Viewer } from './viewer.ts'

/** Columns of a contest that the rules of sight need. */
export const TIMES = {
  id: true,
  type: true,
  ownerId: true,
  groupId: true,
  startsAt: true,
  freezesAt: true,
  endsAt: true,
  thawsAt: true,
  removedAt: true,
} as const

/** A contest as the rules of sight need it. */
export type ContestTimes = Pick<Contest, keyof typeof TIMES>

/**
 * Contests that hide something at a moment. The object changes only when one of them starts, freezes, ends or thaws,
 * so that its filters stay the same text.
 */
export type ContestsNow = {
  /**
   * Last moment at which any contest started, froze, ended or thawed; filters over all contests compare their times
   * with it.
   */
  moment: Date
  /** Not started: hidden from all but organisers. */
  closed: ReadonlyMap<number, ContestTimes>
  running: ReadonlyMap<number, ContestTimes>
  /** Frozen: from `freezesAt` until the thaw, also after the end. */
  sealed: ReadonlyMap<number, ContestTimes & { freezesAt: Date }>
  /** Removed, while their submissions are being deleted: hidden from everybody. */
  removed: ReadonlySet<number>
}

/**
 * Homework that closes its problems outside its times. `moment`: the last one at which any opened or ended; filters
 * compare their times with it.
 */
export type HomeworksNow = { moment: Date }

/** What is hidden at a moment, by kind of clock (server/clocks.ts). */
export type ClocksNow = { contests: ContestsNow; homeworks: HomeworksNow }

/** The viewer and what is hidden now: the one argument of every rule about sight. */
export type Reader = ClocksNow & {
  viewer: Viewer
  /** An organiser asks for the unfrozen view. */
  unsealed: boolean
}

/** Role of the reader in a group; null: none, or no group. */
export const roleIn = ({ viewer }: Pick<Reader, 'viewer'>, groupId: number | null): GroupRole | null =>
  groupId === null ? null : (viewer?.groups.get(groupId) ?? null)

const isSealed = (contest: ContestTimes, now: Date): contest is ContestTimes & { freezesAt: Date } =>
  contest.freezesAt !== null &&
  contest.freezesAt <= now &&
  (contest.thawsAt === null || now < contest.thawsAt)

/** Contests that hide something at a moment. */
export function contestsAt(contests: readonly ContestTimes[], now: Date, moment: Date): ContestsNow {
  const byId = <One extends ContestTimes>(some: One[]) => new Map(some.map((one) => [one.id, one]))
  const there = contests.filter(({ removedAt }) => removedAt === null)
  return {
    moment,
    closed: byId(there.filter(({ startsAt }) => now < startsAt)),
    running: byId(there.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)),
    sealed: byId(there.filter((contest) => isSealed(contest, now))),
    removed: new Set(contests.filter(({ removedAt }) => removedAt !== null).map(({ id }) => id)),
  }
}

/** Moments at which a contest hides or shows something. */
export const momentsOf = ({ startsAt, freezesAt, endsAt, thawsAt }: ContestTimes): Date[] =>
  [startsAt, freezesAt, endsAt, thawsAt].filter((moment) => moment !== null)

/** Whether the reader is this user. */
export const isReader = ({ viewer }: Pick<Reader, 'viewer'>, userId: string | null): boolean => {
  if (!viewer || userId === null) return false
  return viewer instanceof Lent && viewer.apart === userId ? false : viewer.id === userId
}
