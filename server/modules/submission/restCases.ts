import { z } from 'zod'
import { codeIn } from '../../doors/rest/shapes.ts'
import { CASE_MODE_WORD, VERDICT_CODE } from '../problem/restCodes.ts'
import type { CaseResults, RunView } from './cases.ts'
import { SHOWN_CODE } from './restCodes.ts'

const optional = z.string().nullable()
const time = z.int().nullable().describe('Milliseconds.')
const memory = z.int().nullable().describe('KiB.')
const mode = z.enum(Object.values(CASE_MODE_WORD))

/** JudgeCase of the reference system. */
const restCase = z
  .object({
    id: z.null(),
    pid: z.null(),
    submitId: z.null(),
    uid: z.null(),
    caseId: z.null(),
    time,
    memory,
    score: z.int().nullable(),
    status: codeIn(SHOWN_CODE),
    inputData: optional.describe('Name of the input file, for staff.'),
    outputData: optional.describe('Name of the answer file, for staff.'),
    userOutput: optional.describe('What the checker says.'),
    groupNum: z.int().nullable().describe('Number of the subtask.'),
    seq: z.int().describe('Place among the cases, from 1.'),
    mode,
    gmtCreate: z.null(),
    gmtModified: z.null(),
  })
  .meta({ id: 'CaseResult', description: 'The result of one case.' })

/** JudgeCaseVO of the reference system: a list of cases, or a list of subtasks with theirs. */
export const restCaseResults = z
  .object({
    judgeCaseMode: mode,
    judgeCaseList: z.array(restCase).nullable().describe('Null with subtasks.'),
    subTaskJudgeCaseVoList: z
      .array(
        z
          .object({
            groupNum: z.int(),
            time,
            memory,
            score: z.int(),
            status: codeIn(SHOWN_CODE),
            ac: z.int(),
            total: z.int(),
            subtaskDetailList: z.array(restCase),
          })
          .meta({ id: 'SubtaskResult', description: 'The result of one subtask, with its cases.' }),
      )
      .nullable()
      .describe('Those that are judged; null without subtasks.'),
  })
  .meta({ id: 'CaseResults', description: 'The results of a submission, case by case.' })

const asCase = (mode: z.infer<typeof restCase>['mode']) => (run: RunView, position: number) => ({
  id: null,
  pid: null,
  submitId: null,
  uid: null,
  caseId: null,
  time: run.timeMs,
  memory: run.memoryKb,
  score: run.score,
  status: VERDICT_CODE[run.verdict],
  inputData: run.inputName,
  outputData: run.answerName,
  userOutput: run.message,
  groupNum: run.subtask || null,
  seq: position + 1,
  mode,
  gmtCreate: null,
  gmtModified: null,
})

/** The results of a submission in the shape of `restCaseResults`. */
export function asRestCaseResults({ mode: caseMode, runs, subtasks }: CaseResults) {
  const mode = CASE_MODE_WORD[caseMode]
  if (subtasks.length === 0) {
    return { judgeCaseMode: mode, judgeCaseList: runs.map(asCase(mode)), subTaskJudgeCaseVoList: null }
  }
  return {
    judgeCaseMode: mode,
    judgeCaseList: null,
    // Those clients fail to show one without a status.
    subTaskJudgeCaseVoList: subtasks.flatMap(({ verdict, ...subtask }) =>
      verdict === null
        ? []
        : {
            groupNum: subtask.number,
            time: subtask.timeMs,
            memory: subtask.memoryKb,
            score: subtask.score,
            status: VERDICT_CODE[verdict],
            ac: subtask.accepted,
            total: subtask.total,
            subtaskDetailList: subtask.runs.map(asCase(mode)),
          },
    ),
  }
}
