/** Whose fault it was when a conversation ended badly. */

import { type Finding, judgeError } from '../checkers/finding.ts'
import type { Ending } from '../limits.ts'
import { say } from '../messages.ts'
import type { PairOutcome, RunOutcome } from '../sandbox/box.ts'

/** How the two halves of a conversation ended. */
export type Pair = PairOutcome

const SIGPIPE = 13

const brokenPipe = ({ reason, code }: RunOutcome) => reason === 'signalled' && code === SIGPIPE

/** Did the interactor surely compute for a good part of the time in which the program waited? What it did after does not count. */
function keptWaiting(program: RunOutcome, interactor: RunOutcome): boolean {
  const alone = Math.max(0, interactor.wallUs - program.wallUs)
  return (interactor.cpuUs - alone) * 4 > program.wallUs
}

/** Did a wall kill hit two who were computing? Then the host was busy, and nobody idle. */
export const starvedPair = ({ program, interactor }: Pair): boolean =>
  program.reason === 'wall' && (program.cpuUs + interactor.cpuUs) * 12 > program.wallUs

/**
 * The ending of the program stands, unless this answers what the interactor found. Who left first decides, and the box
 * knows who did: an interactor that had found the program wrong, or had failed, before it could know that the program
 * was over, was not answering its end; so what the program did then (a crash at the end of its input, a wait for ever,
 * a broken pipe) is not its verdict. Being found right saves nobody from a crash, but for a word too many: whether that
 * comes before or after the interactor has left is chance, and no verdict may hang on it. A program that overruns its
 * limits while the interactor waits is told so; one that waits while the interactor computes is not to blame.
 */
export function decide(pair: Pair, { verdict }: Ending, finding: Finding): Finding | null {
  const { program, interactor, interactorLeft } = pair
  if (!verdict) return finding
  if (program.reason === 'failed') return null

  const failed = finding.verdict === 'JUDGE_ERROR'
  if (program.reason === 'wall' && keptWaiting(program, interactor)) {
    return failed ? finding : judgeError(say('interactorFailed', {}, say('keptWaiting')))
  }
  const foundWrong = finding.verdict === 'WRONG_ANSWER' || finding.verdict === 'PRESENTATION_ERROR'
  return interactorLeft && (failed || foundWrong || brokenPipe(program)) ? finding : null
}
