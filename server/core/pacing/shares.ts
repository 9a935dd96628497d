import { performance } from 'node:perf_hooks'

/** How long this process is kept busy by each of those who are at work in it at the same time. */
export type Shares = {
  /** Begins a piece of work; the answer ends it and says how much of the process's time it took (ms). */
  begin(): () => number
}

/**
 * Divides the time that the event loop is busy evenly among those who are at work, since nothing says whose each
 * callback is. Time in which all wait for the database is nobody's.
 */
export function createShares(): Shares {
  let working = 0
  let busy = 0
  /** What somebody who was at work all along would have taken. */
  let taken = 0

  const settle = () => {
    const { active } = performance.eventLoopUtilization()
    if (working > 0) taken += (active - busy) / working
    busy = active
  }

  return {
    begin() {
      settle()
      working++
      const before = taken
      return () => {
        settle()
        working--
        return taken - before
      }
    },
  }
}
