import {
  type JudgeTask,
  type Limits,
  PROTOCOL_VERSION,
  type TestsetManifest,
  type TrialTask,
} from '#judge/protocol.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { checkerOf, DIFFICULTY_LEVEL, fileIoOf, filesOf } from '../problem/problem.ts'

/** Processes and threads a program may have at once. */
const PROCESSES = 128

/** The columns of a problem that a task is made of. */
export const TASK_COLUMNS = {
  id: true,
  timeMs: true,
  memoryMb: true,
  stackMb: true,
  outputBytes: true,
  caseMode: true,
  scoring: true,
  fullScore: true,
  difficulty: true,
  checker: true,
  interactor: true,
  fileIo: true,
  userFiles: true,
  judgeFiles: true,
  languageKeys: true,
} satisfies Prisma.ProblemSelect

type TaskProblem = Prisma.ProblemGetPayload<{ select: typeof TASK_COLUMNS }>

const limitsOf = ({ timeMs, memoryMb, stackMb, outputBytes }: TaskProblem): Limits => ({
  timeMs,
  memoryMb,
  stackMb,
  outputBytes,
  processes: PROCESSES,
})

/** What a judge host is asked about a submission; the row of the judgement adds the ids and the attempt. */
export const taskOf = (
  problem: TaskProblem,
  manifest: TestsetManifest,
  sent: { language: string; source: string },
): Omit<JudgeTask, 'judgementId' | 'submissionId' | 'attempt'> => ({
  version: PROTOCOL_VERSION,
  language: sent.language,
  source: sent.source,
  limits: limitsOf(problem),
  caseMode: problem.caseMode,
  scoring: problem.scoring,
  fullScore: problem.fullScore,
  difficulty: DIFFICULTY_LEVEL[problem.difficulty],
  cases: manifest.cases,
  checker: checkerOf(problem),
  interactor: problem.interactor as JudgeTask['interactor'],
  fileIo: fileIoOf(problem),
  userFiles: filesOf(problem.userFiles),
  judgeFiles: filesOf(problem.judgeFiles),
})

/** What a judge host is asked about a test run; the row of the trial adds its id. */
export const trialTaskOf = (
  problem: TaskProblem,
  sent: { language: string; source: string; input: string; expected: string | null },
): Omit<TrialTask, 'trialId'> => {
  const checker = checkerOf(problem)
  return {
    version: PROTOCOL_VERSION,
    ...sent,
    // Only the default checker may ask for exact blanks; the others are about values, not bytes.
    ignoreTrailingBlanks: checker.kind !== 'default' || checker.ignoreTrailingBlanks,
    limits: limitsOf(problem),
    fileIo: fileIoOf(problem),
    userFiles: filesOf(problem.userFiles),
  }
}
