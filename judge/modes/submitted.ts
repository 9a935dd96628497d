/** Submitted outputs: nothing is run, and the checker reads the file that was submitted for a case. */

import { type Checker, wrong } from '../checkers/finding.ts'
import { say } from '../messages.ts'
import { outputsByCase } from '../outputs.ts'
import type { JudgeTask, OutputFile } from '../protocol.ts'
import { head, type Scratch } from '../store/scratch.ts'
import type { HeldTestset } from '../testset.ts'
import { answerOf } from './batch.ts'
import { HEAD_BYTES, type Mode, pointsOf } from './mode.ts'

type SubmittedStage = { task: JudgeTask; scratch: Scratch; testset: HeldTestset }

/** A case without a file is wrong. */
export function submittedMode(stage: SubmittedStage, files: readonly OutputFile[], checker: Checker): Mode {
  const { task, testset } = stage
  const byCase = outputsByCase(task.cases, files)
  const play: Mode = Object.assign(
    async (spec: Parameters<Mode>[0]) => ({
      heldMs: 0,
      idle: false,
      check: async () => {
        const measures = { timeMs: 0, memoryKb: 0 }
        const file = byCase.get(spec.index)
        if (!file) return { ...wrong(say('outputMissing')), ...measures, outputHead: null }
        const [input, answer, output] = await Promise.all([
          testset.input(spec),
          answerOf(spec, stage),
          testset.output(file),
        ])
        const found = await checker({ input, output, answer, points: pointsOf(stage, spec) })
        return { ...found, ...measures, outputHead: head(output, HEAD_BYTES) }
      },
    }),
    { ahead: false },
  )
  return play
}
