import type { Contest } from '#prisma/generated/client.ts'
import { Lent } from './lent.ts'
import type { GroupRole, Viewer } from './viewer.ts'

/** The columns that sight reads of a contest. */
export const TIMES = {
  ...{ id: true, type: true, ownerId: true, groupId: true },
  ...{ startsAt: true, freezesAt: true, endsAt: true, thawsAt: true, removedAt: true },
} as const

/** What sight asks of a contest. */
export type ContestTimes = Pick<Contest, keyof typeof TIMES>

/**
 * The contests that close something at a moment. Nothing in it changes until one of them starts, freezes, ends or
 * thaws, so that filters made of it stay the same text.
 */
export type ContestsNow = {
  /**
   * The last moment at which any contest started, froze, ended or thawed: filters over the rows of all contests compare
   * their times with it.
   */
  moment: Date
  /** Not begun: nobody but organisers sees anything of them. */
  closed: ReadonlyMap<number, ContestTimes>
  running: ReadonlyMap<number, ContestTimes>
  /** From `freezesAt` on until the thaw, also after the end. */
  sealed: ReadonlyMap<number, ContestTimes & { freezesAt: Date }>
  /** Removed, while what was sent in them is being deleted: nobody sees any of it. */
  removed: ReadonlySet<number>
}

/** What is closed at a moment, by kind of clock (server/clocks.ts). */
export type ClocksNow = { contests: ContestsNow }

/** Who reads, and what is closed at the moment: the one argument of every rule about sight. */
export type Reader = ClocksNow & {
  viewer: Viewer
  /** An organiser asks for what the seal hides. */
  unsealed: boolean
}

/** What the reader is in a group; null: nothing, or there is no group. */
export const roleIn = ({ viewer }: Pick<Reader, 'viewer'>, groupId: number | null): GroupRole | null =>
  groupId === null ? null : (viewer?.groups.get(groupId) ?? null)

const isSealed = (contest: ContestTimes, now: Date): contest is ContestTimes & { freezesAt: Date } =>
  contest.freezesAt !== null &&
  contest.freezesAt <= now &&
  (contest.thawsAt === null || now < contest.thawsAt)

/** What contests close at a moment. */
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

/** The moments at which a contest closes or opens something. */
export const momentsOf = ({ startsAt, freezesAt, endsAt, thawsAt }: ContestTimes): Date[] =>
  [startsAt, freezesAt, endsAt, thawsAt].filter((moment) => moment !== null)

/** Whether the reader is somebody. */
export const isReader = ({ viewer }: Pick<Reader, 'viewer'>, userId: string | null): boolean => {
  if (!viewer || userId === null) return false
  return viewer instanceof Lent && viewer.apart === userId ? false : viewer.id === userId
}
