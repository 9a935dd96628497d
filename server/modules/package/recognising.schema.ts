import { createTranslator } from '#locales/translator.ts'
import { builder } from '../../builder.ts'
import { ProgramFile, VerdictEnum } from '../../enums.ts'
import { ConventionEnum, MakerRoleEnum } from '../generator/maker.types.ts'
import { SettingProgram, SettingSample, SettingWords } from '../problem/authoring/fields.types.ts'
import { filesInOrder } from '../problem/problem.ts'
import { FileType } from '../testset/testset.types.ts'
import { type Findings, type FoundMaker, type FoundSolution, findingsOf } from './recognising.ts'

const FoundStatement = builder.objectRef<Findings['statements'][number]>('FoundStatement').implement({
  description: 'A statement found in an upload.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'File.' }),
    words: t.expose('words', { type: SettingWords, description: 'Text.' }),
  }),
})

const FoundProgram = builder.objectRef<NonNullable<Findings['checker']>>('FoundProgram').implement({
  description: 'A checker or interactor found in an upload.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'File.' }),
    program: t.expose('program', { type: SettingProgram, description: 'Source code.' }),
  }),
})

const FoundSolutionType = builder.objectRef<FoundSolution>('FoundSolution').implement({
  description: 'A solution found in an upload, with verdicts expected by its name or folder.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'File.' }),
    languageKey: t.exposeString('language', { description: 'Language key.' }),
    source: t.exposeString('source', { description: 'Source code.' }),
    expected: t.expose('expected', { type: [VerdictEnum], description: 'Expected verdicts.' }),
  }),
})

const FoundMakerType = builder.objectRef<FoundMaker>('FoundMaker').implement({
  description: 'A generator or validator found in an upload.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'File.' }),
    role: t.expose('role', { type: MakerRoleEnum, description: 'Role.' }),
    name: t.exposeString('name', { description: 'Name in script lines.' }),
    languageKey: t.exposeString('language', { description: 'Language key.' }),
    source: t.exposeString('source', { description: 'Source code.' }),
    files: t.field({
      type: [ProgramFile],
      description: 'Additional files.',
      resolve: ({ files }) => filesInOrder(files),
    }),
    convention: t.expose('convention', {
      type: ConventionEnum,
      description: 'How it accepts an input, if it is a validator.',
    }),
  }),
})

const FoundPackage = builder.objectRef<NonNullable<Findings['package']>>('FoundPackage').implement({
  description: 'A problem package found in an upload, which importFolder imports.',
  fields: (t) => ({
    format: t.string({
      description: 'Format name.',
      resolve: ({ format }, _, ctx) => createTranslator(ctx.locale)(`package:format.${format}`),
    }),
    count: t.exposeInt('count', { description: 'Number of its problems.' }),
  }),
})

const FindingsType = builder.objectRef<Findings>('UploadFindings').implement({
  description: 'What was recognised with certainty in the files of an upload.',
  fields: (t) => ({
    statements: t.expose('statements', { type: [FoundStatement], description: 'At most one per language.' }),
    samples: t.expose('samples', { type: [SettingSample], description: 'Samples of the statement.' }),
    checker: t.expose('checker', { type: FoundProgram, nullable: true, description: 'Checker.' }),
    interactor: t.expose('interactor', {
      type: FoundProgram,
      nullable: true,
      description: 'Interactor.',
    }),
    solutions: t.expose('solutions', { type: [FoundSolutionType], description: 'Solutions.' }),
    makers: t.expose('makers', { type: [FoundMakerType], description: 'Generators and validators.' }),
    script: t.exposeString('script', { description: 'Test script; empty when there is none.' }),
    caseCount: t.exposeInt('caseCount', {
      description: 'Cases with an answer; interactive problems need none.',
    }),
    package: t.field({
      type: FoundPackage,
      nullable: true,
      description: 'The problem package that the upload is; null when it is none.',
      resolve: (found) => found.package,
    }),
    unused: t.expose('unused', { type: [FileType], description: 'Files that are not used.' }),
  }),
})

builder.prismaObjectField('TestUpload', 'findings', (t) =>
  t.field({
    type: FindingsType,
    description: 'Recognised contents besides tests.',
    complexity: { field: 200, multiplier: 1 },
    resolve: ({ id }, _, ctx) => findingsOf(ctx, id),
  }),
)
