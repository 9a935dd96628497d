/** Whose fault it was when a conversation ended badly. */

import { type Finding, judgeError } from '../checkers/finding.ts'
import type { Ending } from '../limits.ts'
import { say } from '../messages.ts'
import type { RunOutcome } from '../sandbox/box.ts'

/** How the two halves of a conversation ended. */
export type Pair = { program: RunOutcome; interactor: RunOutcome }

const SIGPIPE = 13

/**
 * Who loses the other one ends a moment after it, and each is timed from its own start: only a clear lead says
 * who ended first.
 */
const CLEARLY_US = 50_000

const before = (one: RunOutcome, other: RunOutcome) => one.wallUs + CLEARLY_US < other.wallUs

const brokenPipe = ({ reason, code }: RunOutcome) => reason === 'signalled' && code === SIGPIPE

/** What either may do that finds itself alone: die of the pipe, or of an exception at the end of its input. */
const startled = (outcome: RunOutcome) =>
  brokenPipe(outcome) || (outcome.reason === 'exited' && outcome.code !== 0)

/** Did the interactor surely compute for a good part of the time in which the program waited? What it did after does not count. */
function keptWaiting(program: RunOutcome, interactor: RunOutcome): boolean {
  const alone = Math.max(0, interactor.wallUs - program.wallUs)
  return (interactor.cpuUs - alone) * 4 > program.wallUs
}

/** Did a wall kill hit two who were computing? Then the host was busy, and nobody idle. */
export const starvedPair = ({ program, interactor }: Pair): boolean =>
  program.reason === 'wall' && (program.cpuUs + interactor.cpuUs) * 12 > program.wallUs

/**
 * The ending of the program stands, unless this answers what the interactor found. Who ends first decides: an
 * interactor that has found the program wrong, or has failed, is gone, and what the program does at the end of a
 * broken conversation (wait for ever, die of a broken pipe) is no longer its verdict. A program that overruns its
 * limits while the interactor waits is told so; one that waits while the interactor computes is not to blame.
 */
export function settle({ program, interactor }: Pair, { verdict }: Ending, finding: Finding): Finding | null {
  if (!verdict) return finding
  if (program.reason === 'failed') return null

  const failed = finding.verdict === 'JUDGE_ERROR'
  if (program.reason === 'wall' && keptWaiting(program, interactor)) {
    return failed ? finding : judgeError(say('interactorFailed', {}, say('keptWaiting')))
  }
  if (failed) {
    if (before(interactor, program)) return finding
    return !before(program, interactor) && startled(program) && !startled(interactor) ? finding : null
  }
  // Whether a word too many comes just before or just after the interactor has left is chance, and no verdict may hang
  // on it; who talks on long after being found right is told so.
  if (brokenPipe(program))
    return finding.verdict === 'ACCEPTED' && before(interactor, program) ? null : finding
  const foundWrong = finding.verdict === 'WRONG_ANSWER' || finding.verdict === 'PRESENTATION_ERROR'
  return foundWrong && interactor.reason === 'exited' && before(interactor, program) ? finding : null
}
