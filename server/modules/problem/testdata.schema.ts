import type { CaseSpec } from '#judge/protocol.ts'
import type { TestUploadFile } from '#prisma/generated/client.ts'
import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { CaseModeEnum, ScoringEnum } from '../../enums.ts'
import { canManageProblem, OWNED_PROBLEM } from '../../policy/problem.ts'
import {
  CASE_CHANGES,
  type CaseChange,
  type RuleChange,
  type TestsetComparison,
} from '../testset/comparing.ts'
import type { Pair } from '../testset/pairing.ts'
import { fullScoreOf } from '../testset/testset.ts'
import { FileType } from '../testset/testset.types.ts'
import type { TestsetRules } from '../testset/testsetRules.ts'
import { findTestUpload, pairsOfUpload } from '../testset/upload.ts'
import {
  comparisonOf,
  findTestset,
  managesProblem,
  numberOfTestset,
  testsetListing,
  VERSION_COLUMNS,
  versionOfRow,
} from '../testset/versions.ts'
import { restoreTestset, type SaveTestsetInput, saveTestset } from './saving.ts'

const CaseType = builder.objectRef<CaseSpec>('TestCase').implement({
  description: 'A case of a version of the tests.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'From 1, in judging order.' }),
    subtask: t.exposeInt('subtask', { description: 'Group number; 0 without groups.' }),
    score: t.exposeInt('score', { description: 'Points of the case, or of its whole group.' }),
    input: t.expose('input', { type: FileType, description: 'Input file.' }),
    answer: t.expose('answer', {
      type: FileType,
      nullable: true,
      description: 'Answer file; null when none is needed.',
    }),
  }),
})

const RulesType = builder.objectRef<TestsetRules>('TestsetRules').implement({
  description: 'Judging settings of a version.',
  fields: (t) => ({
    scoring: t.expose('scoring', { type: ScoringEnum, description: 'Whether it is scored.' }),
    caseMode: t.expose('caseMode', {
      type: CaseModeEnum,
      description: 'Which cases are judged, and how they are scored.',
    }),
    timeLimitMs: t.exposeInt('timeMs', { description: 'Limit for C and C++.' }),
    memoryLimitMib: t.exposeInt('memoryMb', { description: 'Limit for C and C++.' }),
  }),
})

const CaseChangeEnum = builder.enumType('TestCaseChangeKind', {
  description: 'How a case changed between two versions; the first value that applies.',
  values: CASE_CHANGES,
})

const CaseChangeType = builder.objectRef<CaseChange>('TestCaseChange').implement({
  description: 'A changed case between two versions.',
  fields: (t) => ({
    kind: t.expose('kind', { type: CaseChangeEnum, description: 'What changed.' }),
    before: t.expose('before', {
      type: CaseType,
      nullable: true,
      description: 'Index before; null when it was added.',
    }),
    after: t.expose('after', {
      type: CaseType,
      nullable: true,
      description: 'Index after; null when it was removed.',
    }),
  }),
})

const RuleChangeType = builder.objectRef<RuleChange>('TestsetRuleChange').implement({
  description: 'A changed setting between two versions; values that are not text are JSON.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the setting.' }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'Value before; null when there was none.',
    }),
    after: t.exposeString('after', { nullable: true, description: 'Value after; null when there is none.' }),
  }),
})

const ComparisonType = builder.objectRef<TestsetComparison>('TestsetComparison').implement({
  description: 'Differences between two versions.',
  fields: (t) => ({
    cases: t.expose('cases', { type: [CaseChangeType], description: 'Changed cases.' }),
    rules: t.expose('rules', { type: [RuleChangeType], description: 'Changed settings.' }),
  }),
})

const Testset = builder.prismaNode('Testset', {
  id: { field: 'id' },
  select: { id: true },
  description: 'An immutable version of the tests of a problem: its cases and judging settings.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['testset', row.id] }),
  fields: (t) => ({
    number: t.int({
      description: 'Version number, from 1 per problem.',
      select: { id: true, problemId: true },
      resolve: (row, _, ctx) => numberOfTestset(ctx, row),
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the current version, used for new submissions.',
      select: { id: true, problem: { select: { testsetId: true } } },
      resolve: ({ id, problem }) => problem.testsetId === id,
    }),
    createdBy: t.relation('createdBy', {
      nullable: true,
      description: 'Author; null when the account was deleted or none was recorded.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    caseCount: t.exposeInt('caseCount', { description: 'Number of cases.' }),
    fullScore: t.int({
      description: 'Full score.',
      select: VERSION_COLUMNS,
      resolve: (row) => {
        const { manifest, rules } = versionOfRow(row)
        return fullScoreOf(rules.scoring, rules.caseMode, manifest.cases)
      },
    }),
    rules: t.field({
      type: RulesType,
      description: 'Judging settings.',
      select: VERSION_COLUMNS,
      resolve: (row) => versionOfRow(row).rules,
    }),
    cases: t.field({
      type: [CaseType],
      description: 'Cases in judging order, or a range of them.',
      args: {
        fromIndex: t.arg.int({ description: 'First index.' }),
        toIndex: t.arg.int({ description: 'Last index, inclusive.' }),
      },
      select: VERSION_COLUMNS,
      resolve: (row, { fromIndex, toIndex }) =>
        versionOfRow(row).manifest.cases.slice(
          Math.max(0, (fromIndex ?? 1) - 1),
          Math.max(0, toIndex ?? Number.POSITIVE_INFINITY),
        ),
    }),
    case: t.field({
      type: CaseType,
      nullable: true,
      description: 'A case by index; null when there is none.',
      args: { index: t.arg.int({ required: true, description: 'From 1.' }) },
      select: VERSION_COLUMNS,
      resolve: (row, { index }) => versionOfRow(row).manifest.cases.at(index > 0 ? index - 1 : Infinity),
    }),
    comparison: t.field({
      type: ComparisonType,
      description: 'Changes from another version.',
      args: {
        since: t.arg.globalID({ description: 'Number of the other version; default: the previous one.' }),
      },
      select: VERSION_COLUMNS,
      resolve: (row, { since }, ctx) =>
        comparisonOf(ctx, row, since ? (since.typename === 'Testset' ? Number(since.id) || 0 : 0) : null),
    }),
  }),
})

const PairType = builder.objectRef<Pair<TestUploadFile>>('TestPair').implement({
  description: 'Two files of an upload that were paired by name.',
  fields: (t) => ({
    stem: t.exposeString('stem', { description: 'Common part of their names.' }),
    input: t.expose('input', { type: FileType, description: 'Input file.' }),
    answer: t.expose('answer', {
      type: FileType,
      nullable: true,
      description: 'Answer file; null when there is none.',
    }),
  }),
})

const UploadType = builder.prismaNode('TestUpload', {
  id: { field: 'id' },
  select: { id: true },
  description: 'An upload of test files that no version uses yet; deleted after a day.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['testUpload', row.id] }),
  fields: (t) => ({
    pairs: t.field({
      type: [PairType],
      description: 'Its pairs, in order.',
      resolve: async ({ id }, _, ctx) => (await pairsOfUpload(ctx, id)).pairs,
    }),
    file: t.field({
      type: FileType,
      nullable: true,
      description: 'A file by name; null when there is none.',
      args: { name: t.arg.string({ required: true, description: 'File name of its owner.' }) },
      resolve: ({ id }, { name }, ctx) =>
        ctx.db.testUploadFile.findUnique({ where: { uploadId_name: { uploadId: id, name } } }),
    }),
    left: t.field({
      type: [FileType],
      description: 'Unpaired files.',
      resolve: async ({ id }, _, ctx) => (await pairsOfUpload(ctx, id)).left,
    }),
  }),
})

builder.queryFields((t) => ({
  testUpload: t.prismaField({
    type: UploadType,
    description: 'An upload of the viewer.',
    args: { number: t.arg.string({ required: true, description: 'File id that the upload returned.' }) },
    resolve: async (query, _, { number }, ctx) => {
      await findTestUpload(ctx, number)
      return ctx.db.testUpload.findUniqueOrThrow({ ...query, where: { id: number } })
    },
  }),
}))

builder.prismaObjectFields('Problem', (t) => ({
  viewerCanManage: t.boolean({
    description: 'Whether the viewer manages the problem, its tests included.',
    select: OWNED_PROBLEM,
    resolve: (problem, _, ctx) => canManageProblem(readerOf(ctx), problem),
  }),
  testset: t.relation('testset', {
    nullable: true,
    description:
      'Current version of the tests; null without one, or for viewers who may not manage the problem.',
  }),
  testsets: t.prismaConnection(
    {
      type: Testset,
      cursor: 'id',
      nullable: true,
      description:
        'All versions of the tests, newest first; null for viewers who may not manage the problem.',
      args: { offset: t.arg.int() },
      totalCount: ({ id }, _, ctx) => ctx.db.testset.count({ where: testsetListing(ctx, id).where }),
      resolve: async (query, { id }, { offset }, ctx) =>
        (await managesProblem(ctx, id))
          ? ctx.db.testset.findMany({
              ...query,
              skip: (query.skip ?? 0) + Math.max(0, offset ?? 0),
              ...testsetListing(ctx, id),
            })
          : null,
    },
    { name: 'TestsetConnection' },
    { name: 'TestsetEdge' },
  ),
}))

const SideInput = builder.inputType('TestSideInput', {
  description: 'A file of a case: from an upload, or a text.',
  fields: (t) => ({
    upload: t.string({ description: 'File id that the upload returned.' }),
    name: t.string({ description: 'Name of a file in the upload.' }),
    text: t.string({ description: 'Whole content.' }),
  }),
})

const CaseInput = builder.inputType('TestCaseInput', {
  description: 'A case: kept from the version that the edit is based on, or new.',
  fields: (t) => ({
    kept: t.int({
      description: 'Index of a case of that version, whose files it keeps unless others are given.',
    }),
    input: t.field({ type: SideInput, description: 'Input file.' }),
    answer: t.field({ type: SideInput, description: 'Answer.' }),
    subtask: t.int({ description: 'Group number, from 1 in modes with groups.' }),
    score: t.int({ description: 'Points of the case, or of its whole group.' }),
  }),
})

const SaveInput = builder.inputType('SaveTestsetInput', {
  description: 'New tests of a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    basedOn: t.globalID({ description: 'Version that the edit is based on; default: none.' }),
    caseMode: t.field({ type: CaseModeEnum, description: 'Default: unchanged.' }),
    cases: t.field({ type: [CaseInput], required: true, description: 'All cases, in order.' }),
    withoutPoints: t.boolean({ description: 'Whether scored cases may add up to 0 points.' }),
    emptyAnswers: t.boolean({
      description: 'Whether cases without an answer get an empty one instead of a refusal.',
    }),
  }),
})

const RestoreInput = builder.inputType('RestoreTestsetInput', {
  description: 'An older version to restore.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Testset], description: 'The version.' }),
  }),
})

type SideFields = { upload?: string | null; name?: string | null; text?: string | null }
type CaseFields = { input?: SideFields | null; answer?: SideFields | null }

const sideOf = ({ upload, name, text }: SideFields) =>
  typeof text === 'string' ? { text } : { uploadId: upload ?? '', name: name ?? '' }

const sidesOf = ({ input, answer }: CaseFields) => ({
  input: input && sideOf(input),
  answer: answer && sideOf(answer),
})

builder.mutationFields((t) => ({
  saveTestset: t.prismaField({
    type: 'Problem',
    description: 'Saves the tests of a problem: a new version, unless nothing changed.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'NO_POINTS'],
    args: { input: t.arg({ type: SaveInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { problemId, basedOn, cases, ...rest } = input
      const id = problemId.typename === 'Problem' ? Number(problemId.id) : Number.NaN
      await saveTestset(ctx, {
        ...rest,
        problemId: id,
        basedOn: basedOn ? (basedOn.typename === 'Testset' ? Number(basedOn.id) : 0) : null,
        cases: cases.map((one): SaveTestsetInput['cases'][number] => ({
          ...sidesOf(one),
          kept: one.kept,
          subtask: one.subtask ?? 0,
          score: one.score ?? 0,
        })),
      })
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  restoreTestset: t.prismaField({
    type: 'Problem',
    description: 'Restores an older version of the tests, as a new version.',
    refuses: ['FORBIDDEN', 'PROBLEM_SCORING_FIXED'],
    args: { input: t.arg({ type: RestoreInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { problemId: id } = await findTestset(ctx, Number(input.id.id) || 0)
      await restoreTestset(ctx, Number(input.id.id))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
