import type { CheckerSpec } from '#judge/protocol.ts'
import { asLocale } from '#locales/i18n.ts'
import type { Problem } from '#prisma/generated/client.ts'
import { builder } from '../../../builder.ts'
import { type Context, readerOf } from '../../../context.ts'
import {
  CaseModeEnum,
  CheckerKindEnum,
  DifficultyEnum,
  ProblemVisibilityEnum,
  ProgramFile,
  ScoringEnum,
} from '../../../enums.ts'
import { canManageProblem, canRemoveProblem } from '../../../policy/problem.ts'
import { may } from '../../../policy/viewer.ts'
import { offeredLanguages } from '../../site/language.ts'
import { DependentsType } from '../managing.schema.ts'
import { dependentsOf } from '../managing.ts'
import { filesInOrder } from '../problem.ts'
import { SettingProgram, SettingSample, SettingWords } from './fields.types.ts'
import { fieldsOf, type ProblemFields } from './problemFields.ts'

/** Everything of a problem that its form shows. */
type Setting = { problem: Problem; fields: ProblemFields }

const SettingTemplate = builder
  .objectRef<{ languageKey: string; code: string }>('SettingTemplate')
  .implement({
    description: 'Code that submissions in one language begin with.',
    fields: (t) => ({
      languageKey: t.exposeString('languageKey', { description: 'Key of the language.' }),
      code: t.exposeString('code', { description: 'The code.' }),
    }),
  })

const bool = (spec: CheckerSpec, key: string): boolean | null => {
  const value = (spec as unknown as Record<string, unknown>)[key]
  return typeof value === 'boolean' ? value : null
}
const number = (spec: CheckerSpec, key: string): number | null => {
  const value = (spec as unknown as Record<string, unknown>)[key]
  return typeof value === 'number' ? value : null
}

const SettingChecker = builder.objectRef<CheckerSpec>('CheckerSetting').implement({
  description: 'How outputs are compared.',
  fields: (t) => ({
    kind: t.field({
      type: CheckerKindEnum,
      description: 'What kind of comparison it is.',
      resolve: ({ kind }) => kind,
    }),
    ignoresTrailingBlanks: t.boolean({
      nullable: true,
      description: 'Of default: whether blanks at the ends of lines count for nothing.',
      resolve: (spec) => bool(spec, 'ignoreTrailingBlanks'),
    }),
    isCaseSensitive: t.boolean({
      nullable: true,
      description: 'Of tokens and floats: whether upper and lower case differ.',
      resolve: (spec) => bool(spec, 'caseSensitive'),
    }),
    isSpaceSensitive: t.boolean({
      nullable: true,
      description: 'Of tokens and floats: whether white space counts.',
      resolve: (spec) => bool(spec, 'spaceSensitive'),
    }),
    absolute: t.float({
      nullable: true,
      description: 'Of floats: the absolute error that is allowed.',
      resolve: (spec) => number(spec, 'absolute'),
    }),
    relative: t.float({
      nullable: true,
      description: 'Of floats: the relative error that is allowed.',
      resolve: (spec) => number(spec, 'relative'),
    }),
    program: t.field({
      type: SettingProgram,
      nullable: true,
      description: 'The checker, where one decides.',
      resolve: (spec) => (spec.kind === 'program' ? spec : null),
    }),
  }),
})

const canPublish = (ctx: Context): boolean => may(ctx, 'problem.publish')

const ProblemSetting = builder.objectRef<Setting>('ProblemSetting').implement({
  description: 'Fields of a problem that its managers can change.',
  fields: (t) => ({
    version: t.int({
      description: 'Counts the saves; a save names the one it began from.',
      resolve: ({ problem }) => problem.version,
    }),
    displayId: t.string({
      description: 'What people call it.',
      resolve: ({ problem }) => problem.displayId,
    }),
    author: t.string({
      nullable: true,
      description: 'Username of its author.',
      resolve: async ({ problem: { authorId } }, _, ctx) =>
        authorId === null
          ? null
          : ((await ctx.db.user.findUnique({ where: { id: authorId }, select: { username: true } }))
              ?.username ?? null),
    }),
    visibility: t.field({
      type: ProblemVisibilityEnum,
      description: 'Who sees it.',
      resolve: ({ fields }) => fields.visibility,
    }),
    difficulty: t.field({
      type: DifficultyEnum,
      description: 'How hard it is.',
      resolve: ({ fields }) => fields.difficulty,
    }),
    scoring: t.field({
      type: ScoringEnum,
      description: 'Whether it has scores.',
      resolve: ({ fields }) => fields.scoring,
    }),
    caseMode: t.field({
      type: CaseModeEnum,
      description: 'Which cases are judged, and how they count.',
      resolve: ({ fields }) => fields.caseMode,
    }),
    timeLimitMs: t.int({ description: 'For C and C++.', resolve: ({ fields }) => fields.timeMs }),
    memoryLimitMib: t.int({ description: 'For C and C++.', resolve: ({ fields }) => fields.memoryMb }),
    stackLimitMib: t.int({
      description: 'Stack that a program may use.',
      resolve: ({ fields }) => fields.stackMb,
    }),
    outputLimitBytes: t.int({
      nullable: true,
      description: 'Most that a program may write; null: the default of the judge.',
      resolve: ({ fields }) => fields.outputBytes,
    }),
    checker: t.field({
      type: SettingChecker,
      description: 'How outputs are compared.',
      resolve: ({ fields }) => fields.checker,
    }),
    interactor: t.field({
      type: SettingProgram,
      nullable: true,
      description: 'Talks to programs, of interactive problems.',
      resolve: ({ fields }) => fields.interactor,
    }),
    fileInput: t.string({
      nullable: true,
      description: 'File that programs read; null: standard input.',
      resolve: ({ fields }) => fields.fileIo?.input,
    }),
    fileOutput: t.string({
      nullable: true,
      description: 'File that programs write; null: standard output.',
      resolve: ({ fields }) => fields.fileIo?.output,
    }),
    outputOnly: t.boolean({
      description: 'Whether submissions are files of output instead of programs.',
      resolve: ({ fields }) => fields.outputOnly,
    }),
    userFiles: t.field({
      type: [ProgramFile],
      description: 'Files beside the programs of contestants while they are compiled.',
      resolve: ({ fields }) => filesInOrder(fields.userFiles),
    }),
    judgeFiles: t.field({
      type: [ProgramFile],
      description: 'Files beside checker and interactor.',
      resolve: ({ fields }) => filesInOrder(fields.judgeFiles),
    }),
    showsCases: t.boolean({
      description: 'Whether contestants see what became of each case.',
      resolve: ({ fields }) => fields.openCases,
    }),
    sharesCode: t.boolean({
      description: 'Whether sources can be shared.',
      resolve: ({ fields }) => fields.codeShare,
    }),
    languageKeys: t.stringList({
      description: 'Keys of the languages that it takes; empty: all of the site.',
      resolve: ({ fields }) => fields.languageKeys,
    }),
    languages: t.prismaField({
      type: ['Language'],
      description: 'Languages to choose from: those of its bank.',
      resolve: (_query, { problem: { bank } }, _args, ctx) =>
        offeredLanguages(ctx, { languageKeys: [], bank }),
    }),
    words: t.field({
      type: [SettingWords],
      description: 'Its words, in all languages that it has.',
      resolve: ({ fields }) => fields.statements.filter(({ locale }) => asLocale(locale)),
    }),
    samples: t.field({
      type: [SettingSample],
      description: 'Examples of its statement, in their order.',
      resolve: ({ fields }) => fields.samples,
    }),
    templates: t.field({
      type: [SettingTemplate],
      description: 'Code that submissions begin with.',
      resolve: ({ fields }) =>
        Object.entries(fields.templates).map(([languageKey, code]) => ({ languageKey, code })),
    }),
    dependents: t.field({
      type: DependentsType,
      description: 'What depends on it.',
      complexity: { field: 20, multiplier: 1 },
      resolve: ({ problem }, _, ctx) => dependentsOf(ctx, problem.id),
    }),
    viewerCanPublish: t.boolean({
      description: 'Whether the viewer may show it to everybody.',
      resolve: (_, __, ctx) => canPublish(ctx),
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may delete it.',
      resolve: ({ problem }, _, ctx) => canRemoveProblem(readerOf(ctx), problem),
    }),
  }),
})

builder.prismaObjectFields('Problem', (t) => ({
  setting: t.field({
    type: ProblemSetting,
    nullable: true,
    description: 'Everything that can be changed of it; null for those who may not manage it.',
    complexity: { field: 20, multiplier: 1 },
    resolve: async ({ id }, _, ctx) => {
      const problem = await ctx.db.problem.findUnique({ where: { id } })
      if (!problem || !canManageProblem(readerOf(ctx), problem)) return null
      return { problem, fields: await fieldsOf(ctx, problem) }
    },
  }),
}))
