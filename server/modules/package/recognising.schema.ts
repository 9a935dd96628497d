import { createTranslator } from '#locales/translator.ts'
import { builder } from '../../builder.ts'
import { ProgramFile, VerdictEnum } from '../../enums.ts'
import { ConventionEnum, MakerRoleEnum } from '../generator/maker.types.ts'
import { SettingProgram, SettingSample, SettingWords } from '../problem/authoring/fields.types.ts'
import { filesInOrder } from '../problem/problem.ts'
import { FileType } from '../testset/testset.types.ts'
import { type Findings, type FoundMaker, type FoundSolution, findingsOf } from './recognising.ts'

const FoundStatement = builder.objectRef<Findings['statements'][number]>('FoundStatement').implement({
  description: 'A statement among the files of an upload.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'The file that it is.' }),
    words: t.expose('words', { type: SettingWords, description: 'What it says.' }),
  }),
})

const FoundProgram = builder.objectRef<NonNullable<Findings['checker']>>('FoundProgram').implement({
  description: 'A checker or an interactor among the files of an upload.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'The file that it is.' }),
    program: t.expose('program', { type: SettingProgram, description: 'Source code.' }),
  }),
})

const FoundSolutionType = builder.objectRef<FoundSolution>('FoundSolution').implement({
  description: 'A program among the files of an upload whose name or folder says what becomes of it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The file that it is.' }),
    languageKey: t.exposeString('language', { description: 'Language key.' }),
    source: t.exposeString('source', { description: 'Source code.' }),
    expected: t.expose('expected', { type: [VerdictEnum], description: 'The outcomes it may have.' }),
  }),
})

const FoundMakerType = builder.objectRef<FoundMaker>('FoundMaker').implement({
  description: 'A generator or validator among the files of an upload.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'The file that it is.' }),
    role: t.expose('role', { type: MakerRoleEnum, description: 'Role.' }),
    name: t.exposeString('name', { description: 'The word that lines of a script call it by.' }),
    languageKey: t.exposeString('language', { description: 'Language key.' }),
    source: t.exposeString('source', { description: 'Source code.' }),
    files: t.field({
      type: [ProgramFile],
      description: 'Files beside it.',
      resolve: ({ files }) => filesInOrder(files),
    }),
    convention: t.expose('convention', {
      type: ConventionEnum,
      description: 'How it accepts an input, if it is a validator.',
    }),
  }),
})

const FoundPackage = builder.objectRef<NonNullable<Findings['package']>>('FoundPackage').implement({
  description: 'A problem package among the files of an upload, which importFolder takes in.',
  fields: (t) => ({
    format: t.string({
      description: 'Name of its format.',
      resolve: ({ format }, _, ctx) => createTranslator(ctx.locale)(`package:format.${format}`),
    }),
    count: t.exposeInt('count', { description: 'How many problems it holds.' }),
  }),
})

const FindingsType = builder.objectRef<Findings>('UploadFindings').implement({
  description: 'What the files of an upload say of a problem, as far as that is sure.',
  fields: (t) => ({
    statements: t.expose('statements', { type: [FoundStatement], description: 'At most one a language.' }),
    samples: t.expose('samples', { type: [SettingSample], description: 'Examples of the statement.' }),
    checker: t.expose('checker', { type: FoundProgram, nullable: true, description: 'What judges outputs.' }),
    interactor: t.expose('interactor', {
      type: FoundProgram,
      nullable: true,
      description: 'What talks to programs.',
    }),
    solutions: t.expose('solutions', { type: [FoundSolutionType], description: 'Programs to verify with.' }),
    makers: t.expose('makers', { type: [FoundMakerType], description: 'Generators and validators.' }),
    script: t.exposeString('script', { description: 'Which cases those made; empty where nothing says it.' }),
    caseCount: t.exposeInt('caseCount', {
      description: 'Cases with an answer; those of an interactor need none.',
    }),
    package: t.field({
      type: FoundPackage,
      nullable: true,
      description: 'The problem package that the files are; null where they are none.',
      resolve: (found) => found.package,
    }),
    unused: t.expose('unused', { type: [FileType], description: 'Files nothing is made of.' }),
  }),
})

builder.prismaObjectField('TestUpload', 'findings', (t) =>
  t.field({
    type: FindingsType,
    description: 'What else than tests there is in it.',
    complexity: { field: 200, multiplier: 1 },
    resolve: ({ id }, _, ctx) => findingsOf(ctx, id),
  }),
)
