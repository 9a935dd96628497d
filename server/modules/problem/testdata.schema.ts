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
  description: 'A case of a version.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'From 1, in the order in which they are judged.' }),
    subtask: t.exposeInt('subtask', { description: 'Its group; 0 where there are none.' }),
    score: t.exposeInt('score', { description: 'What it earns, or its whole group.' }),
    input: t.expose('input', { type: FileType, description: 'What programs read.' }),
    answer: t.expose('answer', {
      type: FileType,
      nullable: true,
      description: 'What is compared with; null where nothing reads it.',
    }),
  }),
})

const RulesType = builder.objectRef<TestsetRules>('TestsetRules').implement({
  description: 'How the cases of a version are judged.',
  fields: (t) => ({
    scoring: t.expose('scoring', { type: ScoringEnum, description: 'Whether there are scores.' }),
    caseMode: t.expose('caseMode', {
      type: CaseModeEnum,
      description: 'Which cases are judged, and how they count.',
    }),
    timeLimitMs: t.exposeInt('timeMs', { description: 'For C and C++.' }),
    memoryLimitMib: t.exposeInt('memoryMb', { description: 'For C and C++.' }),
  }),
})

const CaseChangeEnum = builder.enumType('TestCaseChangeKind', {
  description: 'What became of a case between two versions; the first that holds.',
  values: CASE_CHANGES,
})

const CaseChangeType = builder.objectRef<CaseChange>('TestCaseChange').implement({
  description: 'A case that differs between two versions.',
  fields: (t) => ({
    kind: t.expose('kind', { type: CaseChangeEnum, description: 'What changed.' }),
    before: t.expose('before', { type: CaseType, nullable: true, description: 'Null when it was added.' }),
    after: t.expose('after', { type: CaseType, nullable: true, description: 'Null when it was removed.' }),
  }),
})

const RuleChangeType = builder.objectRef<RuleChange>('TestsetRuleChange').implement({
  description: 'A rule that differs between two versions; what is no text is JSON.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the rule.' }),
    before: t.exposeString('before', { nullable: true, description: 'Null when there was none.' }),
    after: t.exposeString('after', { nullable: true, description: 'Null when there is none any more.' }),
  }),
})

const ComparisonType = builder.objectRef<TestsetComparison>('TestsetComparison').implement({
  description: 'What differs between two versions.',
  fields: (t) => ({
    cases: t.expose('cases', { type: [CaseChangeType], description: 'Cases that differ.' }),
    rules: t.expose('rules', { type: [RuleChangeType], description: 'Rules that differ.' }),
  }),
})

const Testset = builder.prismaNode('Testset', {
  id: { field: 'id' },
  select: { id: true },
  description: 'A version of the tests of a problem, which never changes: its cases and how they are judged.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['testset', row.id] }),
  fields: (t) => ({
    number: t.int({
      description: 'Counts the versions of its problem from 1.',
      select: { id: true, problemId: true },
      resolve: (row, _, ctx) => numberOfTestset(ctx, row),
    }),
    isCurrent: t.boolean({
      description: 'Whether what is sent now is judged on it.',
      select: { id: true, problem: { select: { testsetId: true } } },
      resolve: ({ id, problem }) => problem.testsetId === id,
    }),
    createdBy: t.relation('createdBy', {
      nullable: true,
      description: 'Null when the account is gone or nobody noted it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    caseCount: t.exposeInt('caseCount', { description: 'Its cases.' }),
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
      description: 'How it is judged.',
      select: VERSION_COLUMNS,
      resolve: (row) => versionOfRow(row).rules,
    }),
    cases: t.field({
      type: [CaseType],
      description: 'Its cases in the order in which they are judged, or some of them.',
      args: {
        fromIndex: t.arg.int({ description: 'Those from this index on.' }),
        toIndex: t.arg.int({ description: 'Those up to this index, which is one of them.' }),
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
      description: 'One of its cases; null when there is none of that index.',
      args: { index: t.arg.int({ required: true, description: 'From 1.' }) },
      select: VERSION_COLUMNS,
      resolve: (row, { index }) => versionOfRow(row).manifest.cases.at(index > 0 ? index - 1 : Infinity),
    }),
    comparison: t.field({
      type: ComparisonType,
      description: 'What it changed.',
      args: { since: t.arg.globalID({ description: 'Another version; else the one before it.' }) },
      select: VERSION_COLUMNS,
      resolve: (row, { since }, ctx) =>
        comparisonOf(ctx, row, since ? (since.typename === 'Testset' ? Number(since.id) || 0 : 0) : null),
    }),
  }),
})

const PairType = builder.objectRef<Pair<TestUploadFile>>('TestPair').implement({
  description: 'Two files of an upload that belong together by their names.',
  fields: (t) => ({
    stem: t.exposeString('stem', { description: 'What their names share.' }),
    input: t.expose('input', { type: FileType, description: 'What programs read.' }),
    answer: t.expose('answer', {
      type: FileType,
      nullable: true,
      description: 'Null when no file answers the input.',
    }),
  }),
})

const UploadType = builder.prismaNode('TestUpload', {
  id: { field: 'id' },
  select: { id: true },
  description: 'Files of tests that the viewer brought and that no version has yet; gone after a day.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['testUpload', row.id] }),
  fields: (t) => ({
    pairs: t.field({
      type: [PairType],
      description: 'Its tests in their order.',
      resolve: async ({ id }, _, ctx) => (await pairsOfUpload(ctx, id)).pairs,
    }),
    file: t.field({
      type: FileType,
      nullable: true,
      description: 'One of its files; null when there is none of that name.',
      args: { name: t.arg.string({ required: true, description: 'As its owner calls it.' }) },
      resolve: ({ id }, { name }, ctx) =>
        ctx.db.testUploadFile.findUnique({ where: { uploadId_name: { uploadId: id, name } } }),
    }),
    left: t.field({
      type: [FileType],
      description: 'Files that are no side of any test.',
      resolve: async ({ id }, _, ctx) => (await pairsOfUpload(ctx, id)).left,
    }),
  }),
})

builder.queryFields((t) => ({
  testUpload: t.prismaField({
    type: UploadType,
    description: 'An upload of the viewer.',
    args: { number: t.arg.string({ required: true, description: 'What the upload answered.' }) },
    resolve: async (query, _, { number }, ctx) => {
      await findTestUpload(ctx, number)
      return ctx.db.testUpload.findUniqueOrThrow({ ...query, where: { id: number } })
    },
  }),
}))

builder.prismaObjectFields('Problem', (t) => ({
  viewerCanManage: t.boolean({
    description: 'Whether the viewer may see and change its tests and all else of it.',
    select: OWNED_PROBLEM,
    resolve: (problem, _, ctx) => canManageProblem(readerOf(ctx), problem),
  }),
  testset: t.relation('testset', {
    nullable: true,
    description: 'The current version of its tests; null without one, or for those who may not manage it.',
  }),
  testsets: t.prismaConnection(
    {
      type: Testset,
      cursor: 'id',
      nullable: true,
      description: 'All versions of its tests, newest first; null for those who may not manage it.',
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
  description: 'One side of a case: a file of an upload, or a text.',
  fields: (t) => ({
    upload: t.string({ description: 'What the upload answered.' }),
    name: t.string({ description: 'Name of a file in it.' }),
    text: t.string({ description: 'The whole content.' }),
  }),
})

const CaseInput = builder.inputType('TestCaseInput', {
  description: 'A case: kept from the version that the change began from, or new.',
  fields: (t) => ({
    kept: t.int({
      description: 'Index of a case of that version, whose sides it has unless others are given.',
    }),
    input: t.field({ type: SideInput, description: 'What programs read.' }),
    answer: t.field({ type: SideInput, description: 'What is compared with.' }),
    subtask: t.int({ description: 'Its group, from 1 in the modes with groups.' }),
    score: t.int({ description: 'What it earns, or its whole group.' }),
  }),
})

const SaveInput = builder.inputType('SaveTestsetInput', {
  description: 'Other tests for a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    basedOn: t.globalID({ description: 'The version that the change began from; none: there was none.' }),
    caseMode: t.field({ type: CaseModeEnum, description: 'Left out: as it is.' }),
    cases: t.field({ type: [CaseInput], required: true, description: 'All of them, in their order.' }),
    withoutPoints: t.boolean({ description: 'Scored cases that add up to 0 points are meant so.' }),
    emptyAnswers: t.boolean({
      description: 'Whether cases without an answer get an empty one instead of being refused.',
    }),
  }),
})

const RestoreInput = builder.inputType('RestoreTestsetInput', {
  description: 'An older version.',
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
    description: 'Gives a problem other tests: a new version, unless nothing differs.',
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
    description: 'Makes an older version of the tests the current one again, as a new version.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RestoreInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { problemId: id } = await findTestset(ctx, Number(input.id.id) || 0)
      await restoreTestset(ctx, Number(input.id.id))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
