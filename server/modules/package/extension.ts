import { z } from 'zod'
import type { CheckerSpec } from '#judge/protocol.ts'
import { LOCALES } from '#locales/i18n.ts'
import { Refusal } from '../../core/errors.ts'
import type { PackageFiles } from '../testset/files.ts'
import type { PackageMaker, PackageProblem, PackageSolution } from './format.ts'
import type { MakerPlaces } from './makers.ts'
import type { RefereeTestPlaces } from './refereeTests.ts'
import type { Loose } from './yaml.ts'

/**
 * Extension with the fields that a foreign format lacks, which other sites ignore: with it an exported
 * problem is imported unchanged. Contents stay where the format has them.
 */

const VERDICTS = [
  'ACCEPTED',
  'PARTIALLY_ACCEPTED',
  'WRONG_ANSWER',
  'PRESENTATION_ERROR',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'OUTPUT_LIMIT_EXCEEDED',
  'RUNTIME_ERROR',
  'COMPILE_ERROR',
  'JUDGE_ERROR',
  'CANCELLED',
  'SUBMISSION_FAILED',
] as const

const program = z.looseObject({ language: z.string(), file: z.string() })
const parts = z.object({
  locale: z.enum(LOCALES),
  title: z.string(),
  description: z.string(),
  input: z.string(),
  output: z.string(),
  hint: z.string(),
  source: z.string(),
})

const own = z.object({
  version: z.literal(1),
  displayId: z.string().nullable(),
  difficulty: z.enum(['EASY', 'MID', 'HARD']),
  scoring: z.enum(['ACM', 'OI']),
  caseMode: z.enum(['ALL', 'UNTIL_FAILURE', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE']),
  timeMs: z.number(),
  memoryMb: z.number(),
  stackMb: z.number(),
  outputBytes: z.number().nullable(),
  /** A `program` has the path of its source instead of the source. */
  checker: z.looseObject({ kind: z.string(), file: z.string().optional() }),
  interactor: program.nullable(),
  fileIo: z.object({ input: z.string(), output: z.string() }).nullable(),
  outputOnly: z.boolean().default(false),
  openCases: z.boolean(),
  codeShare: z.boolean(),
  languageKeys: z.array(z.string()),
  tags: z.array(z.string()),
  /** Language keys by the path of the template. */
  templates: z.record(z.string(), z.string()),
  /** File names by the path of the content. */
  userFiles: z.record(z.string(), z.string()),
  judgeFiles: z.record(z.string(), z.string()),
  annexes: z.array(z.object({ name: z.string(), file: z.string() })),
  /** Only languages whose text the format cannot reproduce. */
  statements: z.array(parts),
  /** Source of the problem, in languages where it differs. */
  sources: z.partialRecord(z.enum(LOCALES), z.string()),
  /** Empty: the samples of the format apply. */
  samples: z.array(z.object({ input: z.string(), output: z.string() })),
  cases: z.array(
    z.object({
      input: z.string(),
      answer: z.string().nullable(),
      subtask: z.number(),
      score: z.number(),
      name: z.string().optional(),
      line: z.string().optional(),
    }),
  ),
  solutions: z.array(
    z.object({
      file: z.string(),
      /** Line that the export put behind the source. */
      added: z.string().default(''),
      name: z.string(),
      language: z.string(),
      expected: z.array(z.enum(VERDICTS)),
      score: z.number().nullable(),
    }),
  ),
  /** Missing in packages of older versions. */
  makers: z
    .array(
      z.object({
        file: z.string(),
        role: z.enum(['GENERATOR', 'VALIDATOR']),
        name: z.string(),
        language: z.string(),
        convention: z.enum(['testlib', 'kattis']),
        /** File names by the path of the content. */
        files: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default([]),
  script: z.string().default(''),
  answersBy: z.string().nullable().default(null),
  unmade: z.boolean().default(false),
  refereeTests: z
    .array(
      z.object({
        role: z.enum(['VALIDATOR', 'CHECKER']),
        name: z.string(),
        accepts: z.boolean(),
        input: z.string(),
        answer: z.string().nullable(),
        output: z.string().nullable(),
      }),
    )
    .default([]),
})

export type Own = z.infer<typeof own>

/** Parses the extension; refuses an invalid one. */
export function parseOwn(value: Loose, file: string): Own {
  const answer = own.safeParse(value)
  if (!answer.success) throw new Refusal('PACKAGE_BROKEN', { file })
  return answer.data
}

const needBytes = (files: PackageFiles, path: string): Uint8Array => {
  const bytes = files.bytes(path)
  if (!bytes) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(path) })
  return bytes
}

const texts = (files: PackageFiles, byPath: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(byPath).map(([path, name]) => [name, files.needText(path)]))

const withoutEnd = (text: string, end: string) =>
  end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text

/** Restores the exported problem: `statements` from the format, the rest from the extension. */
export function restoreOwn(
  files: PackageFiles,
  { version: _, sources, ...own }: Own,
  statements: PackageProblem['statements'],
): PackageProblem {
  const exact = new Set(own.statements.map(({ locale }) => locale))
  const { file, ...checker } = own.checker
  const source = file === undefined ? {} : { source: files.needText(file) }
  return {
    ...own,
    statements: [
      ...own.statements,
      ...statements
        .filter(({ locale }) => !exact.has(locale))
        .map((statement) => ({ ...statement, source: sources[statement.locale] ?? statement.source })),
    ],
    // Saving the problem validates the checker.
    checker: { ...checker, ...source } as CheckerSpec,
    interactor: own.interactor && interactorOf(files, own.interactor),
    userFiles: texts(files, own.userFiles),
    judgeFiles: texts(files, own.judgeFiles),
    templates: texts(files, own.templates),
    annexes: own.annexes.map(({ name, file }) => ({ name, content: needBytes(files, file) })),
    testcases: own.cases.map(({ input, answer, ...rest }) => ({
      ...rest,
      input: needBytes(files, input),
      answer: answer === null ? null : needBytes(files, answer),
    })),
    solutions: own.solutions.map(
      ({ file, added, ...rest }): PackageSolution => ({
        ...rest,
        source: withoutEnd(files.needText(file), added),
      }),
    ),
    makers: own.makers.map(
      ({ file, ...rest }): PackageMaker => ({
        ...rest,
        source: files.needText(file),
        files: texts(files, rest.files),
      }),
    ),
    refereeTests: own.refereeTests.map(({ input, answer, output, ...rest }) => ({
      ...rest,
      input: needBytes(files, input),
      answer: answer === null ? null : needBytes(files, answer),
      output: output === null ? null : needBytes(files, output),
    })),
  }
}

function interactorOf(files: PackageFiles, { file, ...rest }: z.infer<typeof program>) {
  return { ...rest, source: files.needText(file) }
}

/** Paths of a problem's contents in a written package. */
export type Places = {
  checker: string | null
  interactor: string | null
  templates: Record<string, string>
  userFiles: Record<string, string>
  judgeFiles: Record<string, string>
  annexes: Own['annexes']
  cases: { input: string; answer: string | null; name?: string | undefined }[]
  solutions: { file: string; added: string }[]
  makers: MakerPlaces
  refereeTests: RefereeTestPlaces
}

/** The extension of a written package. */
export function ownOf(
  problem: PackageProblem,
  places: Places,
  exact: Pick<Own, 'statements' | 'samples' | 'sources'>,
): Own {
  const { source: _, ...checker } = { source: undefined, ...problem.checker }
  const { source: __, ...interactor } = problem.interactor ?? { language: '', source: '' }
  return {
    version: 1,
    displayId: problem.displayId,
    difficulty: problem.difficulty,
    scoring: problem.scoring,
    caseMode: problem.caseMode,
    timeMs: problem.timeMs,
    memoryMb: problem.memoryMb,
    stackMb: problem.stackMb,
    outputBytes: problem.outputBytes,
    checker: places.checker === null ? checker : { ...checker, file: places.checker },
    interactor: problem.interactor && places.interactor ? { ...interactor, file: places.interactor } : null,
    fileIo: problem.fileIo,
    outputOnly: problem.outputOnly ?? false,
    openCases: problem.openCases,
    codeShare: problem.codeShare,
    languageKeys: problem.languageKeys,
    tags: problem.tags,
    templates: places.templates,
    userFiles: places.userFiles,
    judgeFiles: places.judgeFiles,
    annexes: places.annexes,
    ...exact,
    cases: places.cases.map(({ input, answer, name }, at) => ({
      input,
      answer,
      subtask: problem.testcases[at]?.subtask ?? 0,
      score: problem.testcases[at]?.score ?? 0,
      ...(name === undefined ? {} : { name }),
      ...(problem.testcases[at]?.line ? { line: problem.testcases[at].line } : {}),
    })),
    solutions: problem.solutions.map(({ source: _, ...rest }, at) => ({
      ...rest,
      file: places.solutions[at]?.file ?? '',
      added: places.solutions[at]?.added ?? '',
    })),
    makers: problem.makers.map(({ source: _, ...rest }, at) => ({
      ...rest,
      file: places.makers[at]?.file ?? '',
      files: places.makers[at]?.files ?? {},
    })),
    script: problem.script,
    answersBy: problem.answersBy,
    unmade: problem.unmade,
    refereeTests: problem.refereeTests.map(({ role, name, accepts }, at) => ({
      role,
      name,
      accepts,
      ...(places.refereeTests[at] ?? { input: '', answer: null, output: null }),
    })),
  }
}
