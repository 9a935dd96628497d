import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'

/** Not a sandbox: `timeout` is the one way to end JavaScript from within its thread. */
const call = new Script('act()')
const scope: { act: () => unknown } = { act: () => null }
createContext(scope)

/** A thread that gets no processor is given up after so many times the limit. */
const MOST_PATIENCE = 16

/** Processor time of this thread so far (ms); where the system does not tell, the time of day. */
function ownTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/**
 * Calls `act` with a limit of processor time (whole ms). Returns null when it takes longer; what it has changed by then
 * stays. A thread that hardly ran until the limit begins again and may take longer by the clock.
 */
export function within<Answer>(ms: number, act: () => Answer): Answer | null {
  for (let patience = 1; ; patience *= 4) {
    const began = ownTime()
    scope.act = act
    try {
      const answer: Answer = call.runInContext(scope, { timeout: ms * patience })
      return ownTime() - began > ms ? null : answer
    } catch (error) {
      // The error is of the script's world, whose `Error` is another.
      const { code } = Object(error)
      if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    }
    if (patience >= MOST_PATIENCE || ownTime() - began > ms * 0.8) return null
  }
}
