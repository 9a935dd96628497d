import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'

/** Used for its `timeout`, the only way to stop JavaScript from its own thread; not a sandbox. */
const call = new Script('act()')
const scope: { act: () => unknown } = { act: () => null }
createContext(scope)

/** Multiple of the limit after which a thread without processor time is given up. */
const MOST_PATIENCE = 16

/** Processor time of this thread (ms); the time of day where the system does not report it. */
function ownTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/**
 * Calls `act` with a limit of processor time (whole ms). Returns null when it takes longer; its changes until then
 * stay. When the thread hardly ran, the call is repeated and may take longer by the clock.
 */
export function within<Answer>(ms: number, act: () => Answer): Answer | null {
  for (let patience = 1; ; patience *= 4) {
    const began = ownTime()
    scope.act = act
    try {
      const answer: Answer = call.runInContext(scope, { timeout: ms * patience })
      return ownTime() - began > ms ? null : answer
    } catch (error) {
      // The error belongs to the script's realm, which has another `Error`.
      const { code } = Object(error)
      if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    }
    if (patience >= MOST_PATIENCE || ownTime() - began > ms * 0.8) return null
  }
}
