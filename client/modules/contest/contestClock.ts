import { useNow } from '../../ui/text/Time.tsx'

export type ContestTimes = {
  readonly startsAt: string
  readonly freezesAt: string | null | undefined
  readonly endsAt: string
  readonly thawsAt: string | null | undefined
}

/** What the clock of a contest shows at a moment. */
export type ContestPhase = {
  status: 'SCHEDULED' | 'RUNNING' | 'ENDED'
  /** Until it starts or ends (ms); 0 once it is over. */
  left: number
  /** From 0 to 1. */
  progress: number
  isSealed: boolean
}

/** Where a contest stands at a moment (ms); it follows from its times alone (contest-rules.md 1). */
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

/** Where a contest stands now by the server's clock, to the second. */
export const useContestPhase = (times: ContestTimes): ContestPhase => phaseAt(times, useNow())

/** Where a moment lies between start and end, from 0 to 1. */
export function placeOf({ startsAt, endsAt }: Pick<ContestTimes, 'startsAt' | 'endsAt'>, at: string): number {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  return Math.min(1, Math.max(0, (Date.parse(at) - start) / (end - start)))
}
