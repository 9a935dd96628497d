import { isDeepStrictEqual } from 'node:util'
import type { CaseMode, CheckerSpec, CheckingProgram, JudgeTask, Scoring } from '#judge/protocol.ts'
import { Prisma, type Problem, type Testset } from '#prisma/generated/client.ts'

/** How the cases of a version are judged: all that a verdict depends on besides the cases and the program. */
export type TestsetRules = {
  scoring: Scoring
  caseMode: CaseMode
  timeMs: number
  memoryMb: number
  stackMb: number
  /** Null: the judge's own rule. */
  outputBytes: number | null
  checker: CheckerSpec
  interactor: CheckingProgram | null
  /** Beside checker and interactor. */
  judgeFiles: Record<string, string>
  fileIo: JudgeTask['fileIo']
}

/** The columns of a problem that say how its current version is judged. */
export const RULE_COLUMNS = {
  scoring: true,
  caseMode: true,
  timeMs: true,
  memoryMb: true,
  stackMb: true,
  outputBytes: true,
  checker: true,
  interactor: true,
  judgeFiles: true,
  fileIo: true,
} satisfies Prisma.ProblemSelect

type RuleColumns = Pick<Problem, keyof typeof RULE_COLUMNS>

/** The rules out of anything that has them among other things. */
export const pickRules = (given: TestsetRules): TestsetRules => ({
  scoring: given.scoring,
  caseMode: given.caseMode,
  timeMs: given.timeMs,
  memoryMb: given.memoryMb,
  stackMb: given.stackMb,
  outputBytes: given.outputBytes,
  checker: given.checker,
  interactor: given.interactor,
  judgeFiles: given.judgeFiles,
  fileIo: given.fileIo,
})

/** How outputs are compared. */
export const checkerOf = (problem: Pick<Problem, 'checker'>) => problem.checker as CheckerSpec

/** Names of the files a program reads and writes instead of the standard streams. */
export const fileIoOf = (problem: Pick<Problem, 'fileIo'>) =>
  problem.fileIo as { input: string; output: string } | null

/** Files by name, as the problem keeps them. */
export const filesOf = (files: Prisma.JsonValue): Record<string, string> => files as Record<string, string>

/** How a problem is judged now. */
export const rulesOfProblem = (problem: RuleColumns): TestsetRules =>
  pickRules({
    ...problem,
    checker: checkerOf(problem),
    interactor: problem.interactor as CheckingProgram | null,
    judgeFiles: filesOf(problem.judgeFiles),
    fileIo: fileIoOf(problem),
  })

/** How a version is judged; one that was written by a server that knew no rules, as its problem is. */
export const rulesOf = ({ rules }: Pick<Testset, 'rules'>, problem: RuleColumns): TestsetRules =>
  (rules as TestsetRules | null) ?? rulesOfProblem(problem)

/** The same as columns of the problem, which lists filter by. */
export const ruleColumnsOf = (rules: TestsetRules) => ({
  ...rules,
  interactor: rules.interactor ?? Prisma.DbNull,
  fileIo: rules.fileIo ?? Prisma.DbNull,
})

/** What was read from jsonb has its keys in another order, and none that is undefined. */
const plain = (rules: TestsetRules): unknown => JSON.parse(JSON.stringify(rules))

/** Whether two versions are judged alike. */
export const sameRules = (a: TestsetRules, b: TestsetRules): boolean => isDeepStrictEqual(plain(a), plain(b))
