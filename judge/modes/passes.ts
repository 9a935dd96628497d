/**
 * Problems of several passes: the program is run on a case, and again on what the judging program wrote for it, as the
 * 2025-09 format of ICPC and Kattis rules ("Multi-pass Validation"). A checker or an interactor that accepts and leaves a file
 * `nextpass.in` asks for another pass; all other files that it writes stay for it. Limits hold for each pass.
 */

import { judgeError } from '../checkers/finding.ts'
import { type Examined, examine, type Referee } from '../checkers/program.ts'
import { messageOf } from '../health/log.ts'
import { say } from '../messages.ts'
import type { Place } from '../place.ts'
import type { CaseSpec } from '../protocol.ts'
import type { Slot } from '../sandbox/box.ts'
import { answerOf, batchRuns, outcomeOf } from './batch.ts'
import { type CaseOutcome, type Mode, pointsOf, type Ran, type Stage } from './mode.ts'

const NEXT_INPUT = 'nextpass.in'
/** Largest input of a pass (bytes). */
const INPUT_BYTES = 256 * 1024 * 1024

/** Result of a pass; `next` is the path of the next one's input, null where the finding is the last word. */
export type Passed = Examined & { next: string | null }

/**
 * Takes the input of the next pass out of the slot of a judging program. It may be there only after the program accepted,
 * and while passes are left. Call it before the next run.
 */
export async function passOn(
  { finding, failed }: Examined,
  { convention, passes }: Referee,
  slot: Slot,
  pass: number,
  to: string,
): Promise<Passed> {
  const last = { finding, failed, next: null }
  if (failed || passes === 1) return last
  try {
    if (!(await slot.take(NEXT_INPUT, to, INPUT_BYTES))) return last
  } catch (error) {
    return { finding: judgeError(say('boxFailed', {}, messageOf(error))), failed: true, next: null }
  }
  const { verdict } = finding
  if (verdict === 'JUDGE_ERROR') return last
  // A score that stands in a file already is no rejection.
  const accepts = verdict === 'ACCEPTED' || (verdict === 'PARTIALLY_ACCEPTED' && convention === 'kattis')
  if (!accepts) return { ...last, finding: judgeError(say('passAfterRejection')) }
  if (pass === passes) return { ...last, finding: judgeError(say('passesExceeded', { passes })) }
  return { ...last, next: to }
}

/** Batch problems whose checker may ask for further passes. */
export function passesMode(stage: Stage, referee: Referee, place: Place): Mode {
  const { scratch, testset } = stage
  const run = batchRuns(stage)

  const play = async (spec: CaseSpec): Promise<Ran> => {
    const [first, answer] = await Promise.all([testset.input(spec), answerOf(spec, stage)])
    // What the checker remembers is lost with its box: then all passes are run again.
    const played = await place.use(
      (slot) => playAll(slot, first, answer, spec),
      ({ failed }) => failed,
    )
    const { heldMs, idle, outcome } = played
    return { heldMs, idle, check: async () => outcome }
  }
  return Object.assign(play, { ahead: false })

  async function playAll(slot: Slot, first: string, answer: string, spec: CaseSpec): Promise<Played> {
    const points = pointsOf(stage, spec)
    const most = { timeMs: 0, memoryKb: 0 }
    let input = first
    let heldMs = 0
    for (let pass = 1; ; pass++) {
      const ran = await run(spec, input, 0)
      most.timeMs = Math.max(most.timeMs, ran.ending.timeMs)
      most.memoryKb = Math.max(most.memoryKb, ran.ending.memoryKb)
      heldMs += ran.heldMs
      const played = { heldMs, idle: ran.idle }
      const ended = outcomeOf(ran)
      if (ended.verdict)
        return { ...played, outcome: { ...ended, verdict: ended.verdict, ...most }, failed: false }
      const { output } = ran
      const examined = await examine(referee, slot, { input, output, answer, points }, scratch, pass > 1)
      const { finding, failed, next } = await passOn(
        examined,
        referee,
        slot,
        pass,
        scratch.file(`pass${pass % 2}`),
      )
      if (!next) return { ...played, outcome: { ...ended, ...finding, ...most }, failed }
      input = next
    }
  }
}

type Played = Pick<Ran, 'heldMs' | 'idle'> & { outcome: CaseOutcome; failed: boolean }
