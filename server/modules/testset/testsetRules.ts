import { isDeepStrictEqual } from 'node:util'
import type { CaseMode, CheckerSpec, CheckingProgram, JudgeTask, Scoring } from '#judge/protocol.ts'
import { Prisma, type Problem, type Testset } from '#prisma/generated/client.ts'

/** Judging settings of a version: everything a verdict depends on besides cases and program. */
export type TestsetRules = {
  scoring: Scoring
  caseMode: CaseMode
  timeMs: number
  memoryMb: number
  stackMb: number
  /** Null: the judge's default. */
  outputBytes: number | null
  checker: CheckerSpec
  interactor: CheckingProgram | null
  /** Files beside checker and interactor. */
  judgeFiles: Record<string, string>
  fileIo: JudgeTask['fileIo']
}

/** Problem columns of the current judging settings. */
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

/** Picks the settings from an object. */
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

/** Names of input and output file instead of standard streams. */
export const fileIoOf = (problem: Pick<Problem, 'fileIo'>) =>
  problem.fileIo as { input: string; output: string } | null

/** Files by name, as stored. */
export const filesOf = (files: Prisma.JsonValue): Record<string, string> => files as Record<string, string>

/** Current judging settings of a problem. */
export const rulesOfProblem = (problem: RuleColumns): TestsetRules =>
  pickRules({
    ...problem,
    checker: checkerOf(problem),
    interactor: problem.interactor as CheckingProgram | null,
    judgeFiles: filesOf(problem.judgeFiles),
    fileIo: fileIoOf(problem),
  })

/** Judging settings of a version; those of its problem when it was saved without settings. */
export const rulesOf = ({ rules }: Pick<Testset, 'rules'>, problem: RuleColumns): TestsetRules =>
  (rules as TestsetRules | null) ?? rulesOfProblem(problem)

/** Judging settings as columns of the problem, which lists filter by. */
export const ruleColumnsOf = (rules: TestsetRules) => ({
  ...rules,
  interactor: rules.interactor ?? Prisma.DbNull,
  fileIo: rules.fileIo ?? Prisma.DbNull,
})

/** Normalizes settings from jsonb: order of keys, and undefined fields. */
const plain = (rules: TestsetRules): unknown => JSON.parse(JSON.stringify(rules))

/** Whether two versions have the same settings. */
export const sameRules = (a: TestsetRules, b: TestsetRules): boolean => isDeepStrictEqual(plain(a), plain(b))
