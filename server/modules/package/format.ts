import type { CheckerSpec, CheckingProgram, Convention, Verdict } from '#judge/protocol.ts'
import type { ProblemVisibility } from '#prisma/generated/enums.ts'
import type { ProblemInput } from '../problem/authoring/authoring.ts'
import type { PackageFiles } from '../testset/files.ts'
import type { PackageRefereeTest } from './refereeTests.ts'
import type { Notes } from './report.ts'

export const FORMAT_KEYS = [
  'icpc',
  'polygon',
  'hoj',
  'qduoj',
  'hydro',
  'fps',
  'uoj',
  'syzoj',
  'luogu',
  'dmoj',
  'cms',
] as const

export type FormatKey = (typeof FORMAT_KEYS)[number]

/** A case of a package; bytes, because tests need not be text. */
export type PackageCase = {
  input: Uint8Array
  answer: Uint8Array | null
  subtask: number
  score: number
  name?: string
  /** Script line that made it. */
  line?: string | null
}

/** A solution of a package, with the verdicts its author allows. */
export type PackageSolution = {
  name: string
  /** Key of judge/languages.ts. */
  language: string
  source: string
  /** Empty: no expectation. */
  expected: Verdict[]
  /** Expected score in scored problems; null: not stated. */
  score: number | null
}

/** A generator or validator of a package. */
export type PackageMaker = {
  role: 'GENERATOR' | 'VALIDATOR'
  /** Name in script lines. */
  name: string
  /** Key of judge/languages.ts. */
  language: string
  source: string
  /** Its files, by name. */
  files: Record<string, string>
  convention: Convention
}

/** Visibility that packages state; a group has no meaning on another site. */
export type PackageVisibility = Exclude<ProblemVisibility, 'GROUP'>

/** A problem to import or export: fields of `saveProblem`, with tag names and solutions. */
export type PackageProblem = Omit<
  ProblemInput,
  'id' | 'visibility' | 'authorId' | 'tagIds' | 'testcases' | 'annexes' | 'checker' | 'interactor'
> & {
  /** Its short name in the package; undefined: it has none. */
  packageKey?: string
  /** Visibility on the site that it comes from; undefined: not stated. */
  visibility?: PackageVisibility
  checker: CheckerSpec
  interactor: CheckingProgram | null
  tags: string[]
  testcases: PackageCase[]
  annexes: { name: string; content: Uint8Array }[]
  solutions: PackageSolution[]
  makers: PackageMaker[]
  /** Test script (generator/script.ts); empty when there is none. */
  script: string
  /** Name of the solution that makes answers; null: the first one expected to be accepted. */
  answersBy: string | null
  /**
   * Whether generators or the solution still have to make cases or answers; the problem is a draft until
   * then.
   */
  unmade: boolean
  refereeTests: PackageRefereeTest[]
}

/** Reading of points in legacy scoring packages: `accept_score` per case, or per group. */
export const POINTS_READINGS = ['CASE', 'GROUP'] as const

export type PointsReading = (typeof POINTS_READINGS)[number]

/** Choices of the setter; null `points`: the package decides. */
export type ReadOptions = { points: PointsReading | null }

/** A problem found in a package. A refusal while reading concerns this problem alone. */
export type Found = {
  at: string
  read: (notes: Notes, options: ReadOptions) => PackageProblem
}

/** Reader of a package format. */
export type PackageReader = {
  key: FormatKey
  /** Problems of a package in this format; none when it is in another. */
  find: (files: PackageFiles) => Found[]
}

/** Formats for export. */
export const WRITTEN_FORMATS = ['icpc', 'hoj'] as const

export type WrittenFormat = (typeof WRITTEN_FORMATS)[number]

/** Writes one problem as package files, to be zipped. */
export type PackageWriter = (problem: PackageProblem & { displayId: string }, notes: Notes) => Written

export type Written = Map<string, { content: Uint8Array; executable?: boolean }>

/** Writes a file of a package and returns its path. */
export type PutFile = (path: string, content: string | Uint8Array, executable?: boolean) => string

/** Defaults for what a package does not say. */
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
  outputOnly: false,
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

/** A sample as it is shown: with the line ends of Unix. Case files keep theirs. */
export const shownSample = ({ input, output }: { input: string; output: string }) => ({
  input: input.replace(/\r\n?/g, '\n'),
  output: output.replace(/\r\n?/g, '\n'),
})
