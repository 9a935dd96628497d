import type {
  MakingProgram,
  MakingSolution,
  MakingTask,
  RefereeTestTask,
  StressTask,
} from '#judge/making/makingProtocol.ts'
import { comparisonOf, refereesOf } from '#judge/needs.ts'
import {
  type JudgeTask,
  type Limits,
  type OutputFile,
  PROTOCOL_VERSION,
  type TestsetManifest,
  type TrialTask,
} from '#judge/protocol.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { Refusal } from '../../core/errors.ts'
import { DIFFICULTY_LEVEL } from '../problem/problem.ts'
import { fullScoreOf, type TestsetVersion } from '../testset/testset.ts'
import { filesOf, RULE_COLUMNS, rulesOf, rulesOfProblem, type TestsetRules } from '../testset/testsetRules.ts'

/** Processes and threads a program may have at once. */
const PROCESSES = 128

/** The columns of a problem that a task is made of. */
export const TASK_COLUMNS = {
  ...RULE_COLUMNS,
  id: true,
  difficulty: true,
  userFiles: true,
  outputOnly: true,
  languageKeys: true,
  bank: true,
  bankKey: true,
  testset: { select: { id: true, manifest: true, rules: true } },
} satisfies Prisma.ProblemSelect

type TaskProblem = Prisma.ProblemGetPayload<{ select: typeof TASK_COLUMNS }>

const limitsOf = ({ timeMs, memoryMb, stackMb, outputBytes }: TestsetRules): Limits => ({
  timeMs,
  memoryMb,
  stackMb,
  outputBytes,
  processes: PROCESSES,
})

/** A problem's tests, in the version that something is judged on. */
export type JudgedTestset = TestsetVersion & { id: number }

/** The current version of the problem's tests; null where there is nothing to judge on. */
export function currentTestset(problem: TaskProblem): JudgedTestset | null {
  const { testset } = problem
  const manifest = testset?.manifest as TestsetManifest | undefined
  if (!testset || !manifest?.cases.length) return null
  return { id: testset.id, manifest, rules: rulesOf(testset, problem) }
}

/**
 * The current version of the problem's tests, to judge a program on. Refuses with NO_TESTS where there is none, and with
 * ANSWERS_MISSING where outputs are compared with answers that cases lack.
 */
export function requireTestset(problem: TaskProblem): JudgedTestset {
  const testset = currentTestset(problem)
  if (!testset) throw new Refusal('NO_TESTS')
  const count = unansweredOf(testset)
  if (count > 0) throw new Refusal('ANSWERS_MISSING', { count })
  return testset
}

/** How many cases lack an answer that their outputs are compared with; an interactor or a checker of its own needs none. */
export function unansweredOf({ manifest: { cases }, rules }: TestsetVersion): number {
  if (!comparisonOf(rules)) return 0
  return cases.filter(({ answer }) => answer === null).length
}

/** What a judge host is asked about a submission; the row of the judgement adds the ids and the attempt. */
export const taskOf = (
  problem: Pick<TaskProblem, 'difficulty' | 'userFiles'>,
  { manifest: { cases }, rules }: TestsetVersion,
  sent: { language: string; source: string; outputs?: readonly OutputFile[] | null },
): Omit<JudgeTask, 'judgementId' | 'submissionId' | 'attempt'> => ({
  version: PROTOCOL_VERSION,
  language: sent.language,
  source: sent.source,
  ...(sent.outputs ? { outputs: sent.outputs.map(({ name, hash, size }) => ({ name, hash, size })) } : {}),
  limits: limitsOf(rules),
  caseMode: rules.caseMode,
  scoring: rules.scoring,
  fullScore: fullScoreOf(rules.scoring, rules.caseMode, cases),
  difficulty: DIFFICULTY_LEVEL[problem.difficulty],
  cases,
  checker: rules.checker,
  interactor: rules.interactor,
  fileIo: rules.fileIo,
  userFiles: filesOf(problem.userFiles),
  judgeFiles: rules.judgeFiles,
})

/** What a judge host is asked about a test run; the row of the trial adds its id. */
export const trialTaskOf = (
  problem: TaskProblem,
  sent: { language: string; source: string; input: string; expected: string | null },
): Omit<TrialTask, 'trialId'> => {
  const rules = rulesOfProblem(problem)
  const { checker } = rules
  return {
    version: PROTOCOL_VERSION,
    ...sent,
    // Only the default checker may ask for exact blanks; the others are about values, not bytes.
    ignoreTrailingBlanks: checker.kind !== 'default' || checker.ignoreTrailingBlanks,
    limits: limitsOf(rules),
    fileIo: rules.fileIo,
    userFiles: filesOf(problem.userFiles),
  }
}

/** Limits of code that belongs to no problem: those of a new problem. */
const PLAIN_LIMITS: Limits = {
  timeMs: 1000,
  memoryMb: 256,
  stackMb: 128,
  outputBytes: null,
  processes: PROCESSES,
}

/** What a judge host is asked about a test run of code without a problem; nothing compares its output. */
export const plainTrialTaskOf = (sent: {
  language: string
  source: string
  input: string
}): Omit<TrialTask, 'trialId'> => ({
  version: PROTOCOL_VERSION,
  ...sent,
  expected: null,
  ignoreTrailingBlanks: true,
  limits: PLAIN_LIMITS,
  fileIo: null,
  userFiles: {},
})

const programOf = ({ name, language, source }: MakingSolution): MakingSolution => ({ name, language, source })

type KeptProgram = Pick<MakingProgram, 'name' | 'language' | 'source'> & {
  files: Prisma.JsonValue
  convention: string
}

/** What a judge host is asked about the cases of a problem; the row of the making adds its id. */
export const makingTaskOf = (
  problem: TaskProblem,
  {
    generators,
    validators,
    solution,
  }: {
    generators: readonly KeptProgram[]
    validators: readonly KeptProgram[]
    solution: MakingSolution | null
  },
  {
    cases = [],
    tests = [],
    match = null,
  }: {
    cases?: MakingTask['cases']
    tests?: RefereeTestTask[]
    match?: Pick<StressTask, 'generator' | 'words' | 'firstSeed' | 'ms' | 'second'> | null
  },
): Omit<MakingTask, 'makingId'> => {
  const rules = rulesOfProblem(problem)
  const given = ({ name, language, source, files, convention }: KeptProgram): MakingProgram => ({
    name,
    language,
    source,
    files: filesOf(files),
    convention: convention === 'kattis' ? 'kattis' : 'testlib',
  })
  const { checker, interactor } = rules
  const isChecked = match !== null || tests.some(({ checked }) => checked !== null)
  const programs = [
    ...[...generators, ...validators, ...(solution ? [solution] : []), ...(match ? [match.second] : [])],
    ...(isChecked ? refereesOf(rules) : []),
  ]
  return {
    version: PROTOCOL_VERSION,
    languages: [...new Set(programs.map(({ language }) => language))],
    generators: generators.map(given),
    validators: validators.map(given),
    solution: solution && programOf(solution),
    stress: match && {
      ...match,
      second: programOf(match.second),
      checker,
      interactor,
      tried: 0,
      spentMs: 0,
    },
    limits: limitsOf(rules),
    fileIo: rules.fileIo,
    userFiles: filesOf(problem.userFiles),
    judgeFiles: rules.judgeFiles,
    cases,
    tests: { checker, list: tests },
  }
}
