import { useNow } from '../../../ui/text/Time.tsx'

export type ContestTimes = {
  readonly startsAt: string
  readonly freezesAt: string | null | undefined
  readonly endsAt: string
  readonly thawsAt: string | null | undefined
}

/** Phase and progress of a contest at a moment. */
export type ContestPhase = {
  status: 'SCHEDULED' | 'RUNNING' | 'ENDED'
  /** Time until it starts or ends (ms); 0 when it is over. */
  left: number
  /** Elapsed share of the contest, 0 to 1. */
  progress: number
  isSealed: boolean
}

/** Phase of a contest at a moment (ms), from its times alone (contest-rules.md 1). */
export function phaseAt({ startsAt, freezesAt, endsAt, thawsAt }: ContestTimes, now: number): ContestPhase {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  const isSealed =
    typeof freezesAt === 'string' &&
    Date.parse(freezesAt) <= now &&
    !(typeof thawsAt === 'string' && Date.parse(thawsAt) <= now)
  if (now < start) return { status: 'SCHEDULED', left: start - now, progress: 0, isSealed }
  if (now >= end) return { status: 'ENDED', left: 0, progress: 1, isSealed }
  return { status: 'RUNNING', left: end - now, progress: (now - start) / (end - start), isSealed }
}

/** Phase of a contest now by the server's clock, updated every second. */
export const useContestPhase = (times: ContestTimes): ContestPhase => phaseAt(times, useNow())

/** Position of a moment between start and end, 0 to 1. */
export function placeOf({ startsAt, endsAt }: Pick<ContestTimes, 'startsAt' | 'endsAt'>, at: string): number {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  return Math.min(1, Math.max(0, (Date.parse(at) - start) / (end - start)))
}
