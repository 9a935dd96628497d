import type { CheckerSpec, CheckingProgram, Convention, Verdict } from '#judge/protocol.ts'
import type { ProblemInput } from '../problem/authoring/authoring.ts'
import type { PackageFiles } from '../testset/files.ts'
import type { PackageRefereeTest } from './refereeTests.ts'
import type { Notes } from './report.ts'

export const FORMAT_KEYS = ['icpc', 'polygon', 'hoj', 'qduoj', 'hydro', 'fps'] as const

export type FormatKey = (typeof FORMAT_KEYS)[number]

/** One test as a package has it; bytes, because tests need not be text. */
export type PackageCase = {
  input: Uint8Array
  answer: Uint8Array | null
  subtask: number
  score: number
  name?: string
  /** The line of the script that made it. */
  line?: string | null
}

/** A program of a package, with the outcomes its author allows. */
export type PackageSolution = {
  name: string
  /** Key of judge/languages.ts. */
  language: string
  source: string
  /** Empty: nothing is expected. */
  expected: Verdict[]
  /** What it earns where scores count; null: not said. */
  score: number | null
}

/** A generator or a validator of a package. */
export type PackageMaker = {
  role: 'GENERATOR' | 'VALIDATOR'
  /** As lines of the script call it. */
  name: string
  /** Key of judge/languages.ts. */
  language: string
  source: string
  /** What lies beside it, by name. */
  files: Record<string, string>
  convention: Convention
}

/** A problem on its way in or out: what `saveProblem` takes, with tags by name and with its solutions. */
export type PackageProblem = Omit<
  ProblemInput,
  'id' | 'visibility' | 'authorId' | 'tagIds' | 'testcases' | 'annexes' | 'checker' | 'interactor'
> & {
  checker: CheckerSpec
  interactor: CheckingProgram | null
  tags: string[]
  testcases: PackageCase[]
  annexes: { name: string; content: Uint8Array }[]
  solutions: PackageSolution[]
  makers: PackageMaker[]
  /** Which cases generators make (../script.ts); empty where none does. */
  script: string
  /** The solution that makes answers, by its name; null: the first that is to be accepted. */
  answersBy: string | null
  /** Generators have yet to make cases, or a solution answers: until then it is a draft. */
  unmade: boolean
  refereeTests: PackageRefereeTest[]
}

/** How points of legacy scoring packages are read: `accept_score` for each case, or once for a group. */
export const POINTS_READINGS = ['CASE', 'GROUP'] as const

export type PointsReading = (typeof POINTS_READINGS)[number]

/** What the setter decides; `points` is null where the package decides. */
export type ReadOptions = { points: PointsReading | null }

/** One problem found in a package. Reading it may refuse; that concerns this problem alone. */
export type Found = {
  at: string
  read: (notes: Notes, options: ReadOptions) => PackageProblem
}

/** What every format can do. */
export type PackageReader = {
  key: FormatKey
  /** The problems of a package in this format; none when it is another one. */
  find: (files: PackageFiles) => Found[]
}

/** Formats a problem can leave in. */
export const WRITTEN_FORMATS = ['icpc', 'hoj'] as const

export type WrittenFormat = (typeof WRITTEN_FORMATS)[number]

/** The files of a package that holds one problem, to be zipped. */
export type PackageWriter = (problem: PackageProblem & { displayId: string }, notes: Notes) => Written

export type Written = Map<string, { content: Uint8Array; executable?: boolean }>

/** What a problem is where its package says nothing. */
export const PLAIN: Omit<PackageProblem, 'statements' | 'testcases'> = {
  displayId: null,
  difficulty: 'MID',
  scoring: 'ACM',
  caseMode: 'ALL',
  timeMs: 1000,
  memoryMb: 256,
  stackMb: 128,
  outputBytes: null,
  checker: { kind: 'default', ignoreTrailingBlanks: true },
  interactor: null,
  fileIo: null,
  userFiles: {},
  judgeFiles: {},
  openCases: true,
  codeShare: false,
  languageKeys: [],
  samples: [],
  templates: {},
  tags: [],
  annexes: [],
  solutions: [],
  makers: [],
  script: '',
  answersBy: null,
  unmade: false,
  refereeTests: [],
}
