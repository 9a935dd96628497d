/** Values of the problem form, and the changes that a save sends. Pure. */
import { LOCALES, type Locale } from '#locales/i18n.ts'
import type { ProblemEditPage_problem$data } from '../../../__generated__/ProblemEditPage_problem.graphql.ts'
import type { ProblemChanges } from '../../../__generated__/ProblemEditPageMutation.graphql.ts'
import { asRows, byLocale } from '../../../relay/localized.ts'
import { isSame } from '../../../ui/form/paths.ts'
import type { VerdictName } from '../../../ui/text/verdicts.ts'

export const COMPARISONS = [
  'DEFAULT',
  'TOKENS',
  'LINES',
  'FLOATS',
  'UNORDERED_LINES',
  'UNORDERED_NUMBERS',
] as const
export const JUDGE_MODES = ['DEFAULT', 'CHECKER', 'INTERACTIVE'] as const
export const CASE_MODES = {
  ACM: ['ALL', 'UNTIL_FAILURE'],
  OI: ['ALL', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE'],
} as const

export type CaseMode = 'ALL' | 'UNTIL_FAILURE' | 'SUBTASK_LOWEST' | 'SUBTASK_AVERAGE'

type Words = {
  title: string
  description: string
  input: string
  output: string
  hint: string
  source: string
}

export type Program = {
  languageKey: string
  source: string
  convention: string
  flags: readonly string[]
  /** Most runs of a submission on a case; null while the field is empty. */
  passes: number | null
}

export type NamedFile = { name: string; content: string }

export type ProblemValues = {
  displayKey: string
  author: { value: string; label: string } | null
  visibility: 'PUBLIC' | 'HIDDEN' | 'CONTEST_ONLY' | 'GROUP'
  difficulty: 'EASY' | 'MID' | 'HARD'
  scoring: 'ACM' | 'OI'
  caseMode: CaseMode
  timeLimitMs: number | null
  memoryLimitMib: number | null
  stackLimitMib: number | null
  /** Null: the default of the judge. */
  outputLimitBytes: number | null
  judgeMode: (typeof JUDGE_MODES)[number]
  comparison: {
    kind: (typeof COMPARISONS)[number]
    ignoresTrailingBlanks: boolean
    isCaseSensitive: boolean
    isSpaceSensitive: boolean
    absolute: number | null
    relative: number | null
  }
  checker: Program
  /** Whether a checker program, not the comparison, judges what an interactor wrote. */
  hasChecker: boolean
  interactor: Program
  /** Of problems that are not interactive. */
  outputOnly: boolean
  fileIo: { isOn: boolean; input: string; output: string }
  userFiles: readonly NamedFile[]
  judgeFiles: readonly NamedFile[]
  showsCases: boolean
  sharesCode: boolean
  /** True: all languages of the site; otherwise `languageKeys`. */
  takesAllLanguages: boolean
  languageKeys: readonly string[]
  words: Record<Locale, Words>
  samples: readonly { input: string; output: string }[]
  /** By language key; null without a template. */
  templates: Readonly<Record<string, string | null>>
  tags: string[]
  /** Tests and solutions of an imported folder; null without one, and after creation. */
  brought: Brought | null
}

/** Tests and solutions of a folder. */
export type Brought = {
  /** Number of the upload with the tests; null without tests. */
  upload: string | null
  caseCount: number
  solutions: readonly BroughtSolution[]
  makers: readonly BroughtMaker[]
  /** Generator script of the cases; empty when the folder has none. */
  script: string
}

export type BroughtMaker = {
  role: 'GENERATOR' | 'VALIDATOR'
  name: string
  languageKey: string
  source: string
  files: readonly NamedFile[]
  convention: 'TESTLIB' | 'KATTIS'
}

export type BroughtSolution = {
  name: string
  languageKey: string
  source: string
  expected: readonly VerdictName[]
}

const NO_WORDS: Words = { title: '', description: '', input: '', output: '', hint: '', source: '' }
const NO_PROGRAM: Program = { languageKey: 'cpp17', source: '', convention: 'testlib', flags: [], passes: 1 }
const COMPARISON: ProblemValues['comparison'] = {
  kind: 'DEFAULT',
  ignoresTrailingBlanks: true,
  isCaseSensitive: false,
  isSpaceSensitive: false,
  absolute: 0.000001,
  relative: 0.000001,
}

/** Defaults of a new problem, as on the server. */
export const NEW_VALUES: ProblemValues = {
  displayKey: '',
  author: null,
  visibility: 'HIDDEN',
  difficulty: 'EASY',
  scoring: 'ACM',
  caseMode: 'ALL',
  timeLimitMs: 1000,
  memoryLimitMib: 256,
  stackLimitMib: 128,
  outputLimitBytes: null,
  judgeMode: 'DEFAULT',
  comparison: COMPARISON,
  checker: NO_PROGRAM,
  hasChecker: false,
  interactor: NO_PROGRAM,
  outputOnly: false,
  fileIo: { isOn: false, input: '', output: '' },
  userFiles: [],
  judgeFiles: [],
  showsCases: true,
  sharesCode: false,
  takesAllLanguages: true,
  languageKeys: [],
  words: byLocale([], () => NO_WORDS),
  samples: [{ input: '', output: '' }],
  templates: {},
  tags: [],
  brought: null,
}

const byName = (one: NamedFile, other: NamedFile) => (one.name < other.name ? -1 : 1)

/** Normalizes values as the server does, so that its answer does not look like somebody else's change. */
export function tidy(values: ProblemValues): ProblemValues {
  const { displayKey, fileIo, userFiles, judgeFiles, samples, tags, words } = values
  return {
    ...values,
    displayKey: displayKey.trim().toUpperCase(),
    outputOnly: values.outputOnly && values.judgeMode !== 'INTERACTIVE',
    fileIo: fileIo.isOn
      ? { isOn: true, input: fileIo.input.trim(), output: fileIo.output.trim() }
      : { isOn: false, input: '', output: '' },
    userFiles: userFiles.toSorted(byName),
    judgeFiles: judgeFiles.toSorted(byName),
    samples: samples.filter(({ input, output }) => input || output),
    tags: tags.toSorted(),
    words: Object.fromEntries(
      LOCALES.map((locale) => [locale, { ...words[locale], title: words[locale].title.trim() }]),
    ) as ProblemValues['words'],
  }
}

type Setting = NonNullable<ProblemEditPage_problem$data['setting']>

const known = <Value extends string>(all: readonly Value[], value: string, fallback: Value): Value =>
  all.find((one) => one === value) ?? fallback

/** Form values of an existing problem. */
export function valuesOf(setting: Setting, tags: readonly { readonly name: string }[]): ProblemValues {
  const { checker, interactor, author, fileInput, fileOutput, languageKeys } = setting
  return tidy({
    displayKey: setting.displayId,
    author: author === null || author === undefined ? null : { value: author, label: author },
    visibility: known(['PUBLIC', 'HIDDEN', 'CONTEST_ONLY', 'GROUP'], setting.visibility, 'HIDDEN'),
    difficulty: known(['EASY', 'MID', 'HARD'], setting.difficulty, 'EASY'),
    scoring: known(['ACM', 'OI'], setting.scoring, 'ACM'),
    caseMode: known([...CASE_MODES.ACM, ...CASE_MODES.OI], setting.caseMode, 'ALL'),
    timeLimitMs: setting.timeLimitMs,
    memoryLimitMib: setting.memoryLimitMib,
    stackLimitMib: setting.stackLimitMib,
    outputLimitBytes: setting.outputLimitBytes ?? null,
    judgeMode: interactor ? 'INTERACTIVE' : checker.kind === 'PROGRAM' ? 'CHECKER' : 'DEFAULT',
    comparison: {
      kind: known(COMPARISONS, checker.kind, 'DEFAULT'),
      ignoresTrailingBlanks: checker.ignoresTrailingBlanks ?? COMPARISON.ignoresTrailingBlanks,
      isCaseSensitive: checker.isCaseSensitive ?? COMPARISON.isCaseSensitive,
      isSpaceSensitive: checker.isSpaceSensitive ?? COMPARISON.isSpaceSensitive,
      absolute: checker.absolute ?? COMPARISON.absolute,
      relative: checker.relative ?? COMPARISON.relative,
    },
    checker: checker.program ?? NO_PROGRAM,
    hasChecker: checker.kind === 'PROGRAM',
    interactor: interactor ?? NO_PROGRAM,
    outputOnly: setting.outputOnly,
    fileIo: { isOn: Boolean(fileInput), input: fileInput ?? '', output: fileOutput ?? '' },
    userFiles: setting.userFiles,
    judgeFiles: setting.judgeFiles,
    showsCases: setting.showsCases,
    sharesCode: setting.sharesCode,
    takesAllLanguages: languageKeys.length === 0,
    languageKeys,
    words: byLocale(setting.words, (row) => {
      const { locale: _, ...words } = { ...NO_WORDS, locale: '', ...row }
      return words
    }),
    samples: setting.samples,
    templates: Object.fromEntries(setting.templates.map(({ languageKey, code }) => [languageKey, code])),
    tags: tags.map(({ name }) => name),
    brought: null,
  })
}

/** What judges outputs: the comparison, a checker program, or neither when an interactor decides alone. */
export function outputJudgeOf({
  judgeMode,
  interactor,
  hasChecker,
}: Pick<ProblemValues, 'judgeMode' | 'interactor' | 'hasChecker'>): 'comparison' | 'checker' | null {
  if (judgeMode !== 'INTERACTIVE') return judgeMode === 'CHECKER' ? 'checker' : 'comparison'
  if (interactor.convention !== 'polygon') return null
  return hasChecker ? 'checker' : 'comparison'
}

const checkerOf = (values: ProblemValues): ProblemChanges['checker'] =>
  outputJudgeOf(values) === 'checker' ? { kind: 'PROGRAM', program: values.checker } : values.comparison

/** The changed parts of the statement, by language. */
function wordsOf(words: ProblemValues['words'], base: ProblemValues['words']) {
  const changed = Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      Object.fromEntries(
        Object.entries(words[locale]).filter(([part, text]) => text !== base[locale][part as keyof Words]),
      ),
    ]),
  ) as Record<Locale, Partial<Words>>
  return asRows(changed, (parts) => parts).filter((row) => Object.keys(row).length > 1)
}

/** What a save of normalized values sends: the differences from `base`. */
export function problemChanges(values: ProblemValues, base: ProblemValues): ProblemChanges {
  const differs = (...fields: (keyof ProblemValues)[]) =>
    fields.some((field) => !isSame(values[field], base[field]))
  const { fileIo, judgeMode, templates, takesAllLanguages } = values
  const plain = Object.fromEntries(
    (
      [
        'displayKey',
        'visibility',
        'difficulty',
        'scoring',
        'caseMode',
        'timeLimitMs',
        'memoryLimitMib',
        'stackLimitMib',
        'outputLimitBytes',
        'outputOnly',
        'userFiles',
        'judgeFiles',
        'showsCases',
        'sharesCode',
      ] as const
    )
      .filter((field) => differs(field))
      .map((field) => [field, values[field]]),
  )
  return {
    ...plain,
    ...(differs('author') && values.author && { author: values.author.value }),
    ...(differs('judgeMode', 'comparison', 'checker', 'hasChecker') && { checker: checkerOf(values) }),
    ...(differs('judgeMode', 'interactor') && {
      interactor: judgeMode === 'INTERACTIVE' ? values.interactor : null,
    }),
    ...(differs('fileIo') && {
      fileInput: fileIo.isOn ? fileIo.input : null,
      fileOutput: fileIo.isOn ? fileIo.output : null,
    }),
    ...(differs('takesAllLanguages', 'languageKeys') && {
      languageKeys: takesAllLanguages ? [] : values.languageKeys,
    }),
    ...(differs('words') && { words: wordsOf(values.words, base.words) }),
    ...(differs('samples') && { samples: values.samples }),
    ...(differs('templates') && {
      templates: Object.entries(templates).flatMap(([languageKey, code]) =>
        typeof code === 'string' ? [{ languageKey, code }] : [],
      ),
    }),
    ...(differs('tags') && { tags: values.tags.map((name) => ({ name })) }),
  }
}

/** Form fields by the names that the server's rules use. */
const FIELD_OF: Readonly<Record<string, string>> = {
  displayId: 'displayKey',
  authorId: 'author',
  timeMs: 'timeLimitMs',
  memoryMb: 'memoryLimitMib',
  stackMb: 'stackLimitMib',
  outputBytes: 'outputLimitBytes',
  openCases: 'showsCases',
  codeShare: 'sharesCode',
  tagIds: 'tags',
  names: 'tags',
  testcases: 'caseMode',
}

/** The form field of a path in a server error. */
export function fieldAt(address: string, values: ProblemValues): string {
  const { words } = values
  const [head = '', ...rest] = address.split('.')
  if (head === 'statements') {
    const [which = '0', part = 'title'] = rest
    const written = LOCALES.filter((locale) => Object.values(words[locale]).some((text) => text.trim()))
    const locale = LOCALES.find((one) => one === which) ?? written[Number(which)] ?? LOCALES[0]
    return `words.${locale}.${part}`
  }
  const part = rest[0] === 'passes' ? 'passes' : 'source'
  if (head === 'checker')
    return outputJudgeOf(values) === 'checker' ? `checker.${part}` : ['comparison', ...rest].join('.')
  if (head === 'interactor') return `interactor.${part}`
  if (head === 'fileIo') return ['fileIo', rest[0] ?? 'input'].join('.')
  if (['userFiles', 'judgeFiles', 'languageKeys', 'samples', 'tags'].includes(head)) return head
  return FIELD_OF[head] ?? address
}
