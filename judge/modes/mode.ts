import type { Program } from '../compile.ts'
import type { Place } from '../place.ts'
import type { CaseSpec, JudgeTask, Transcript, Verdict } from '../protocol.ts'
import type { Sandbox, SlotSpec } from '../sandbox/box.ts'
import type { Scratch } from '../store/scratch.ts'
import type { HeldTestset } from '../testset.ts'

/** One case as it ended, before it is scored. */
export type CaseOutcome = {
  verdict: Verdict
  /** The part of the score a partial result earned, from 0 to 1. */
  share: number | null
  timeMs: number
  memoryKb: number
  message: string | null
  judgeMessage?: string | null
  outputHead: string | null
  errorHead?: string | null
  transcript?: Transcript | null
}

/** A case that was run, and may still have to be checked. */
export type Ran = {
  check: () => Promise<CaseOutcome>
  /** What it took of the real time that a submission has. */
  heldMs: number
  /** It stood still until its wall limit was up. */
  idle: boolean
}

/**
 * How one testcase is run. Running and checking are apart, so that the next case can run while the output
 * of the last one is checked; never more than one case waits for its check.
 */
export type Mode = {
  (spec: CaseSpec): Promise<Ran>
  /** Whether the next case may be sent to the sandbox while one runs, so that it starts the moment that one ends. */
  readonly ahead: boolean
}

/** What a mode works with. */
export type Stage = {
  task: Pick<JudgeTask, 'limits' | 'fileIo'> & Partial<Pick<JudgeTask, 'scoring'>>
  program: Program
  testset: Pick<HeldTestset, 'input' | 'answer' | 'shortAnswer'>
  sandbox: Sandbox
  scratch: Scratch
  /** A place in the sandbox that lasts as long as the work. */
  place: (spec: SlotSpec) => Place
}

/** The score a checker can give to a case; null where only the verdict counts. */
export const pointsOf = ({ task }: Pick<Stage, 'task'>, { score }: CaseSpec): number | null =>
  task.scoring === 'OI' ? score : null

/** How much of a program's output is kept. */
export const HEAD_BYTES = 1024

/** Room for the files of a program that reads and writes files. */
const FILE_IO_BYTES = 256 * 1024 * 1024

/** The slot of a contestant's program. */
export function programSlot(
  { language, toolchain, path, modules }: Program,
  fileIo: JudgeTask['fileIo'] = null,
): SlotSpec {
  return {
    profile: 'run',
    files: [...modules, { name: language.product, path, mode: 0o755 }],
    writableBytes: fileIo ? FILE_IO_BYTES : 0,
    roots: toolchain.roots,
    fullProc: language.fullProc ?? false,
  }
}
