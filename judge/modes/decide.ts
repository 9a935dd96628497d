/** Whose fault it was when a conversation ended badly. */

import { type Finding, judgeError } from '../checkers/finding.ts'
import type { Ending } from '../limits.ts'
import { say } from '../messages.ts'
import type { Verdict } from '../protocol.ts'
import type { PairOutcome, RunOutcome } from '../sandbox/box.ts'

/** How the two halves of a conversation ended. */
export type Pair = PairOutcome

/** What is neither the program's own ending nor what the interactor found. */
type Decision = { verdict: Verdict; message: string | null }

const SIGPIPE = 13

/**
 * What an interactor may use for each byte that the program says to it. One that runs out of a limit with less was
 * flooded, which is the program's doing; one that used more failed by itself.
 */
const US_PER_BYTE = 20
const MEMORY_PER_BYTE = 64

const brokenPipe = ({ reason, code }: RunOutcome) => reason === 'signalled' && code === SIGPIPE

/** Did the interactor run out of a limit? */
const ranOut = ({ interactor: { reason } }: Pair) =>
  reason === 'cpu' || reason === 'wall' || reason === 'memory' || reason === 'output'

/** Is what the program said, in bytes, reason enough for what the interactor used? */
function flooded({ interactor: { reason, cpuUs, wallUs, peakBytes } }: Pair, said: number): boolean {
  if (reason === 'memory' || reason === 'output') return peakBytes <= said * MEMORY_PER_BYTE
  return (reason === 'wall' ? wallUs : cpuUs) <= said * US_PER_BYTE
}

/** Did the interactor surely compute for a good part of the time in which the program waited? What it did after does not count. */
function keptWaiting({ program, interactor, unheard }: Pair): boolean {
  const alone = Math.max(0, interactor.wallUs - program.wallUs)
  return !unheard && (interactor.cpuUs - alone) * 4 > program.wallUs
}

/** Did a wall kill hit two who were computing? Then the host was busy, unless the program was still talking. */
export const starvedPair = ({ program, interactor, unheard }: Pair): boolean =>
  program.reason === 'wall' && !unheard && (program.cpuUs + interactor.cpuUs) * 12 > program.wallUs

/**
 * The ending of the program stands, unless this answers what the interactor found. Who left first decides, and the box
 * knows who did: an interactor that had found the program wrong, or had failed, before it could know that the program
 * was over, was not answering its end; so what the program did then (a crash at the end of its input, a wait for ever,
 * a broken pipe) is not its verdict. Being found right saves nobody from a crash, but for a word too many: whether that
 * comes before or after the interactor has left is chance, and no verdict may hang on it. A program that overruns its
 * limits while the interactor waits is told so; one that waits while the interactor computes is not to blame. An
 * interactor that runs out of a limit is to blame, unless the program talked it there or left while it was waiting.
 * `said` is how much the program said (bytes).
 */
export function decide(
  pair: Pair,
  { verdict }: Ending,
  finding: Finding,
  said = pair.program.stdoutBytes,
): Finding | Decision | null {
  const { program, interactorLeft } = pair
  const failed = finding.verdict === 'JUDGE_ERROR'
  if (program.reason === 'failed') return null
  if (failed && ranOut(pair)) {
    if ((interactorLeft || !verdict) && flooded(pair, said)) return ofProgram('OUTPUT_LIMIT_EXCEEDED')
    if (!interactorLeft && !verdict) return ofProgram('WRONG_ANSWER')
  }
  if (!verdict) return finding

  if (program.reason === 'wall' && keptWaiting(pair) && !flooded(pair, said)) {
    return failed ? finding : judgeError(say('interactorFailed', {}, say('keptWaiting')))
  }
  const foundWrong = finding.verdict === 'WRONG_ANSWER' || finding.verdict === 'PRESENTATION_ERROR'
  return interactorLeft && (failed || foundWrong || brokenPipe(program)) ? finding : null
}

const ofProgram = (verdict: Verdict): Decision => ({ verdict, message: null })
