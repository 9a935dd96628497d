/** Decides whether program or interactor is at fault when a conversation ends badly. */

import { type Finding, judgeError } from '../checkers/finding.ts'
import type { Ending } from '../limits.ts'
import { say } from '../messages.ts'
import type { Verdict } from '../protocol.ts'
import type { PairOutcome, RunOutcome } from '../sandbox/box.ts'

/** Ends of program and interactor. */
export type Pair = PairOutcome

/** Outcomes beside the program's end and the interactor's verdict. */
type Decision = { verdict: Verdict; message: string | null }

const SIGPIPE = 13

/**
 * Resources that an interactor may use per byte from the program. When it exceeds a limit with less, the program
 * flooded it; with more, the interactor failed by itself.
 */
const US_PER_BYTE = 20
const MEMORY_PER_BYTE = 64

const brokenPipe = ({ reason, code }: RunOutcome) => reason === 'signalled' && code === SIGPIPE

/** Whether the interactor exceeded a limit. */
const ranOut = ({ interactor: { reason } }: Pair) =>
  reason === 'cpu' || reason === 'wall' || reason === 'memory' || reason === 'output'

/** Whether the bytes of the program explain the interactor's usage. */
function flooded({ interactor: { reason, cpuUs, wallUs, peakBytes } }: Pair, said: number): boolean {
  if (reason === 'memory' || reason === 'output') return peakBytes <= said * MEMORY_PER_BYTE
  return (reason === 'wall' ? wallUs : cpuUs) <= said * US_PER_BYTE
}

/** Whether the interactor certainly computed for much of the time in which the program waited. */
function keptWaiting({ program, interactor, unheard }: Pair): boolean {
  const alone = Math.max(0, interactor.wallUs - program.wallUs)
  return !unheard && (interactor.cpuUs - alone) * 4 > program.wallUs
}

/** Whether the wall limit stopped two computing programs; then the host was busy, unless the program was still writing. */
export const starvedPair = ({ program, interactor, unheard }: Pair): boolean =>
  program.reason === 'wall' && !unheard && (program.cpuUs + interactor.cpuUs) * 12 > program.wallUs

/**
 * Chooses between the end of the program (null) and the result of the interactor. `said` is the number of bytes from the
 * program. The box reports which one left first:
 * - When the interactor said wrong, or failed, before it could know that the program had ended, its result counts, and
 *   the program's later crash, endless wait or broken pipe does not.
 * - "Right" does not excuse a crash, except for surplus output, whose order with the interactor's end is chance.
 * - A program that exceeds its limits while the interactor waits gets that verdict; one that waits while the interactor
 *   computes does not.
 * - An interactor that exceeds a limit is at fault, unless the program flooded it or left while it was waiting.
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
