import type { CheckerSpec, CheckingProgram } from '#judge/protocol.ts'
import { builder } from '../../../builder.ts'
import {
  CaseModeEnum,
  CheckerKindEnum,
  DifficultyEnum,
  filesByName,
  LocaleEnum,
  ProblemVisibilityEnum,
  ProgramFileInput,
  ScoringEnum,
} from '../../../enums.ts'
import type { ProblemPatch } from './editing.ts'

const WordsInput = builder.inputType('ProblemWordsInput', {
  description: 'Words in one language; what is left out stays, and a language without any words is given up.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, required: true, description: 'The language.' }),
    title: t.string({ description: 'Its title.' }),
    description: t.string({ description: 'Markdown.' }),
    input: t.string({ description: 'Markdown on what programs read.' }),
    output: t.string({ description: 'Markdown on what programs write.' }),
    hint: t.string({ description: 'Markdown.' }),
    source: t.string({ description: 'Where the problem comes from.' }),
  }),
})

const SampleInput = builder.inputType('ProblemSampleInput', {
  description: 'An example.',
  fields: (t) => ({
    input: t.string({ required: true, description: 'What a program reads.' }),
    output: t.string({ required: true, description: 'What it should write.' }),
  }),
})

const TemplateInput = builder.inputType('ProblemTemplateInput', {
  description: 'Code that submissions in one language begin with.',
  fields: (t) => ({
    languageKey: t.string({ required: true, description: 'Key of the language.' }),
    code: t.string({ required: true, description: 'The code.' }),
  }),
})

const ProgramInput = builder.inputType('JudgingProgramInput', {
  description: 'A checker or an interactor.',
  fields: (t) => ({
    languageKey: t.string({ required: true, description: 'Key of its language.' }),
    source: t.string({ required: true, description: 'Its text.' }),
    convention: t.string({
      description: 'testlib, kattis, or for an interactor polygon; testlib when left out.',
    }),
    flags: t.stringList({ description: 'Words after its arguments.' }),
    passes: t.int({ description: 'Most runs of a submission on a case; one when left out.' }),
  }),
})

const CheckerInput = builder.inputType('CheckerSettingInput', {
  description: 'How outputs are compared.',
  fields: (t) => ({
    kind: t.field({ type: CheckerKindEnum, required: true, description: 'What kind of comparison it is.' }),
    ignoresTrailingBlanks: t.boolean({ description: 'Of default; yes when left out.' }),
    isCaseSensitive: t.boolean({ description: 'Of tokens and floats; no when left out.' }),
    isSpaceSensitive: t.boolean({ description: 'Of tokens and floats; no when left out.' }),
    absolute: t.float({ description: 'Of floats: the absolute error that is allowed.' }),
    relative: t.float({ description: 'Of floats: the relative error that is allowed.' }),
    program: t.field({ type: ProgramInput, description: 'Of program: the checker.' }),
  }),
})

const TagInput = builder.inputType('ProblemTagInput', {
  isOneOf: true,
  description: 'A tag that is there, or the name of one that is made where there is none.',
  fields: (t) => ({
    id: t.globalID({ description: 'A tag.' }),
    name: t.string({ description: 'Its name in the language of the reader.' }),
  }),
})

/** The fields of a problem; each may be left out. */
export const ProblemChangesInput = builder.inputType('ProblemChanges', {
  description: 'What a save makes of a problem; what is left out stays as it is.',
  fields: (t) => ({
    displayKey: t.string({
      description: 'Its display id, what people call it; null or nothing: P and its number.',
    }),
    author: t.string({ description: 'Username; only for those who manage every problem.' }),
    visibility: t.field({ type: ProblemVisibilityEnum, description: 'Who sees it.' }),
    difficulty: t.field({ type: DifficultyEnum, description: 'How hard it is.' }),
    scoring: t.field({ type: ScoringEnum, description: 'Whether it has scores.' }),
    caseMode: t.field({ type: CaseModeEnum, description: 'Which cases are judged, and how they count.' }),
    timeLimitMs: t.int({ description: 'For C and C++.' }),
    memoryLimitMib: t.int({ description: 'For C and C++.' }),
    stackLimitMib: t.int({ description: 'Stack that a program may use.' }),
    outputLimitBytes: t.int({ description: 'Most that a program may write; null: as the judge thinks.' }),
    checker: t.field({ type: CheckerInput, description: 'How outputs are compared.' }),
    interactor: t.field({ type: ProgramInput, description: 'Null: the problem is not interactive.' }),
    fileInput: t.string({ description: 'File that programs read; with fileOutput. Null: standard input.' }),
    fileOutput: t.string({ description: 'File that programs write; with fileInput. Null: standard output.' }),
    outputOnly: t.boolean({
      description:
        'Whether submissions are files of output instead of programs; not of interactive problems.',
    }),
    userFiles: t.field({ type: [ProgramFileInput], description: "Beside contestants' programs." }),
    judgeFiles: t.field({ type: [ProgramFileInput], description: 'Beside checker and interactor.' }),
    showsCases: t.boolean({ description: 'Whether contestants see what became of each case.' }),
    sharesCode: t.boolean({ description: 'Whether sources can be shared.' }),
    languageKeys: t.stringList({ description: 'Keys of languages; empty: all of the site.' }),
    words: t.field({ type: [WordsInput], description: 'Its words, language by language.' }),
    samples: t.field({ type: [SampleInput], description: 'Examples, in their order.' }),
    templates: t.field({ type: [TemplateInput], description: 'Code that submissions begin with.' }),
    tags: t.field({ type: [TagInput], description: 'All of its tags.' }),
  }),
})

type Changes = typeof ProblemChangesInput.$inferInput

const programOf = (given: NonNullable<Changes['interactor']>): CheckingProgram => ({
  language: given.languageKey,
  source: given.source,
  // What it is not is found by the rule.
  convention: (given.convention ?? 'testlib') as 'testlib',
  ...(given.flags?.length ? { flags: [...given.flags] } : {}),
  ...(typeof given.passes === 'number' && given.passes !== 1 ? { passes: given.passes } : {}),
})

function checkerOf(given: NonNullable<Changes['checker']>): CheckerSpec {
  const { kind, program } = given
  const sensitive = {
    caseSensitive: given.isCaseSensitive ?? false,
    spaceSensitive: given.isSpaceSensitive ?? false,
  }
  const specs: Record<string, object> = {
    default: { ignoreTrailingBlanks: given.ignoresTrailingBlanks ?? true },
    tokens: sensitive,
    floats: { absolute: given.absolute ?? 0, relative: given.relative ?? 0, ...sensitive },
    program: program ? programOf(program) : {},
  }
  return { kind, ...specs[kind] } as CheckerSpec
}

const given = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined

/** The changes as the rules have them. */
export function patchOf(changes: Changes): ProblemPatch {
  const { displayKey, outputLimitBytes, interactor, fileInput, fileOutput } = changes
  const hasFiles = fileInput !== undefined || fileOutput !== undefined
  const { checker, userFiles, judgeFiles, templates, tags, words } = changes
  return {
    displayId: displayKey === undefined ? undefined : displayKey?.trim() || null,
    author: given(changes.author),
    visibility: given(changes.visibility),
    difficulty: given(changes.difficulty),
    scoring: given(changes.scoring),
    caseMode: given(changes.caseMode),
    timeMs: given(changes.timeLimitMs),
    memoryMb: given(changes.memoryLimitMib),
    stackMb: given(changes.stackLimitMib),
    outputBytes: outputLimitBytes,
    checker: checker ? checkerOf(checker) : undefined,
    interactor: interactor ? programOf(interactor) : interactor,
    fileIo: hasFiles
      ? fileInput || fileOutput
        ? { input: fileInput ?? '', output: fileOutput ?? '' }
        : null
      : undefined,
    outputOnly: given(changes.outputOnly),
    userFiles: userFiles ? filesByName(userFiles) : undefined,
    judgeFiles: judgeFiles ? filesByName(judgeFiles) : undefined,
    openCases: given(changes.showsCases),
    codeShare: given(changes.sharesCode),
    languageKeys: changes.languageKeys ? [...changes.languageKeys] : undefined,
    statements: words?.map(({ locale, title, description, input, output, hint, source }) => ({
      locale,
      title: given(title),
      description: given(description),
      input: given(input),
      output: given(output),
      hint: given(hint),
      source: given(source),
    })),
    samples: changes.samples?.map(({ input, output }) => ({ input, output })),
    templates: templates
      ? Object.fromEntries(templates.map(({ languageKey, code }) => [languageKey, code]))
      : undefined,
    tags: tags?.map(({ id, name }) => (id ? Number(id.id) : (name ?? ''))),
  }
}

/** What every save of a problem may be refused with. */
export const SAVE_REFUSALS = [
  'FORBIDDEN',
  'PROBLEM_ID_TAKEN',
  'PROBLEM_PUBLISHING',
  'PROBLEM_SCORING_FIXED',
  'CHECKER_NOT_COMPILED',
  'OUTPUT_ONLY_PLAIN',
] as const
