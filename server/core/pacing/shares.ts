import { performance } from 'node:perf_hooks'

/** Measures the busy time of this process for each concurrent task. */
export type Shares = {
  /** Begins a task. The returned function ends it and returns its time (ms). */
  begin(): () => number
}

/**
 * Divides the busy time of the event loop evenly among the running tasks, because a callback does not name its task.
 * Time in which all tasks wait for the database is not counted.
 */
export function createShares(): Shares {
  let working = 0
  let busy = 0
  /** Time (ms) of a task that has run all along. */
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
