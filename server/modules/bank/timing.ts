import type { BankTiming } from '../../context.ts'

const USUAL: BankTiming = {
  pollMs: 2_500,
  slowestPollMs: 15_000,
  retryMs: 3_000,
  patienceMs: 600_000,
  pace: 1,
  leaseMs: 20_000,
}

/** The usual waits, or a share of them for fake banks. */
export function bankTiming(percent: number): BankTiming {
  const share = percent / 100
  const { pollMs, slowestPollMs, retryMs, leaseMs } = USUAL
  return {
    ...USUAL,
    pollMs: Math.max(10, pollMs * share),
    slowestPollMs: Math.max(10, slowestPollMs * share),
    retryMs: Math.max(10, retryMs * share),
    pace: share,
    leaseMs: Math.max(1_000, leaseMs * share),
  }
}

/** Wait (ms) before poll number `polls` + 1: even at first, then slower up to the slowest. */
export function pollWait(timing: BankTiming, polls: number): number {
  return Math.min(timing.pollMs * 1.25 ** Math.max(0, polls - 8), timing.slowestPollMs)
}
