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
  if (program.reason === 'wall' && interactor.cpuUs * 4 > program.wallUs) {
    return failed ? finding : judgeError(say('interactorFailed', {}, say('keptWaiting')))
  }
  if (failed) {
    if (before(interactor, program)) return finding
    return !before(program, interactor) && startled(program) && !startled(interactor) ? finding : null
  }
  const foundWrong = finding.verdict === 'WRONG_ANSWER' || finding.verdict === 'PRESENTATION_ERROR'
  if (foundWrong && interactor.reason === 'exited' && before(interactor, program)) return finding
  return brokenPipe(program) && finding.verdict !== 'ACCEPTED' ? finding : null
}
