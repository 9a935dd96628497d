import type { Program } from '../compile.ts'
import type { Place } from '../place.ts'
import type { CaseSpec, JudgeTask, Transcript, Verdict } from '../protocol.ts'
import type { Sandbox, SlotSpec } from '../sandbox/box.ts'
import type { Scratch } from '../store/scratch.ts'
import type { HeldTestset } from '../testset.ts'

/** Result of a case before scoring. */
export type CaseOutcome = {
  verdict: Verdict
  /** Earned share of the score of a partial result (0 to 1). */
  share: number | null
  timeMs: number
  memoryKb: number
  message: string | null
  judgeMessage?: string | null
  outputHead: string | null
  errorHead?: string | null
  transcript?: Transcript | null
}

/** A case that was run and perhaps not yet checked. */
export type Ran = {
  check: () => Promise<CaseOutcome>
  /** Wall time (ms) that counts for the submission. */
  heldMs: number
  /** Whether it stalled until its wall limit. */
  idle: boolean
}

/**
 * Runs one testcase. Running and checking are separate, so that the next case runs while the last output is
 * checked; at most one case waits for its check.
 */
export type Mode = {
  (spec: CaseSpec): Promise<Ran>
  /** Whether the next case may be queued in the sandbox while one runs. */
  readonly ahead: boolean
}

/** Dependencies of a mode. */
export type Stage = {
  task: Pick<JudgeTask, 'limits' | 'fileIo'> & Partial<Pick<JudgeTask, 'scoring'>>
  program: Program
  testset: Pick<HeldTestset, 'input' | 'answer' | 'shortAnswer'>
  sandbox: Sandbox
  scratch: Scratch
  /** Opens a place in the sandbox for the time of the work. */
  place: (spec: SlotSpec) => Place
}

/** The score a checker can give to a case; null where only the verdict counts. */
export const pointsOf = ({ task }: Pick<Stage, 'task'>, { score }: CaseSpec): number | null =>
  task.scoring === 'OI' ? score : null

/** Bytes of output that are kept. */
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
