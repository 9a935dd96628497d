import { builder, nullUnlessSeen } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { gradesTraining } from '../../policy/training.ts'
import { editorLanguageOf, shownLanguageName } from '../site/language.ts'
import { checkSimilarity } from './checking.ts'
import type { Region } from './matching.ts'
import {
  dismissPair,
  findPair,
  lastRun,
  mayEnterSimilarity,
  pairListing,
  type Run,
  SIMILARITY_STATES,
  type Side,
  sidesOf,
  watchSimilarity,
} from './similarity.ts'

const StateEnum = builder.enumType('SimilarityState', {
  description: 'State of a comparison of solutions.',
  values: SIMILARITY_STATES,
})

const RunType = builder.objectRef<Run>('SimilarityRun').implement({
  description: 'A comparison of the solutions in a training.',
  fields: (t) => ({
    state: t.expose('state', { type: StateEnum, description: 'State.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it was started.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was done; null while it runs, and when it failed.',
    }),
    doneCount: t.exposeInt('done', { description: 'Problems that are compared.' }),
    problemCount: t.exposeInt('total', { description: 'Problems to compare.' }),
    refusedCount: t.exposeInt('refused', {
      description: 'Problems whose solutions are too much to compare; they keep their pairs.',
    }),
    comparedCount: t.exposeInt('compared', { description: 'Solutions that were compared.' }),
  }),
})

const RegionType = builder.objectRef<Region>('SimilarRegion').implement({
  description: 'Matching lines of two programs, numbered from 1.',
  fields: (t) => ({
    firstStart: t.int({ description: 'First line in the first program.', resolve: ([start]) => start }),
    firstEnd: t.int({ description: 'Last line in the first program.', resolve: ([, end]) => end }),
    secondStart: t.int({ description: 'First line in the second program.', resolve: ([, , start]) => start }),
    secondEnd: t.int({ description: 'Last line in the second program.', resolve: ([, , , end]) => end }),
  }),
})

const SideType = builder.objectRef<Side>('SimilarProgram').implement({
  description: 'One of the two submissions of a pair.',
  fields: (t) => ({
    languageKey: t.exposeString('language', { description: 'Key of its language.' }),
    languageName: t.string({
      description: 'Name of the language.',
      resolve: ({ language }, _, ctx) => shownLanguageName(ctx, language),
    }),
    editorLanguage: t.string({
      description: 'Monaco language id of the language.',
      resolve: ({ language }) => editorLanguageOf(language),
    }),
    source: t.exposeString('source', { description: 'Code.' }),
    submission: t.prismaField({
      type: 'Submission',
      nullable: true,
      description: 'The submission; null for viewers who may not open it.',
      resolve: (query, { id, isOpen }, _, ctx) =>
        isOpen ? ctx.db.submission.findUnique({ ...query, where: { id } }) : null,
    }),
  }),
})

const PairNode = builder.prismaNode('SimilarPair', {
  id: { field: 'id' },
  description: 'Two accepted solutions of one problem of a training that look alike.',
  select: { id: true, problemId: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['similarPair', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    problem: t.relation('problem', {
      ...nullUnlessSeen('problem', ({ problemId }: { problemId: number }) => problemId),
      description: 'The problem; null when the viewer may not open it.',
    }),
    problemNumber: t.exposeInt('problemId', { description: 'Number of the problem.' }),
    firstUser: t.relation('firstUser', { description: 'Author of the older submission.' }),
    secondUser: t.relation('secondUser', { description: 'Author of the newer submission.' }),
    percent: t.exposeInt('percent', {
      description:
        'Share (percent) of the shorter program, without the template, that the other one has, too. From 65 on, pairs are reported.',
    }),
    lineCount: t.exposeInt('lines', { description: 'Lines with matching code.' }),
    regions: t.field({
      type: [RegionType],
      description: 'Matching lines, in the order of the first program.',
      select: { regions: true },
      resolve: ({ regions }) => regions as Region[],
    }),
    first: t.field({
      type: SideType,
      nullable: true,
      description: 'The older submission.',
      select: { firstId: true, secondId: true },
      resolve: async (row, _, ctx) => (await sidesOf(ctx, row))[0] ?? null,
    }),
    second: t.field({
      type: SideType,
      nullable: true,
      description: 'The newer submission.',
      select: { firstId: true, secondId: true },
      resolve: async (row, _, ctx) => (await sidesOf(ctx, row))[1] ?? null,
    }),
    isDismissed: t.boolean({
      description: 'Whether it is marked as unrelated.',
      select: { dismissedAt: true },
      resolve: ({ dismissedAt }) => dismissedAt !== null,
    }),
    dismissedAt: t.expose('dismissedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was marked as unrelated; null: it is not.',
    }),
    dismissedBy: t.relation('dismissedBy', {
      nullable: true,
      description: 'Who marked it; null: nobody, or the account is gone.',
    }),
    foundAt: t.expose('foundAt', { type: 'DateTime', description: 'When it was found last.' }),
  }),
})

const FilterInput = builder.inputType('SimilarPairFilter', {
  description: 'Filter of pairs.',
  fields: (t) => ({
    dismissed: t.boolean({ description: 'Whether to list those marked as unrelated, too.' }),
    problemNumber: t.int({ description: 'Only of the problem with this number.' }),
  }),
})

const pairFilterOf = (given: (typeof FilterInput)['$inferInput'] | null | undefined) => ({
  dismissed: given?.dismissed,
  problemId: given?.problemNumber,
})

builder.prismaObjectFields('Training', (t) => ({
  viewerSeesSimilarity: t.boolean({
    description: 'Whether the viewer may compare its solutions: as administrator of its group.',
    select: { groupId: true },
    resolve: (row, _, ctx) => gradesTraining(readerOf(ctx), row),
  }),
  similarityRun: t.field({
    type: RunType,
    nullable: true,
    description: 'The last comparison of its solutions; null without one, and for all but administrators.',
    select: { groupId: true },
    resolve: ({ id, groupId }, _, ctx) =>
      gradesTraining(readerOf(ctx), { groupId }) ? lastRun(ctx, id) : null,
  }),
  similarPairs: t.prismaConnection(
    {
      type: PairNode,
      cursor: 'id',
      nullable: true,
      description: 'Solutions that look alike, the most similar first; null for all but administrators.',
      args: {
        filter: t.arg({ type: FilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: ({ id }, { filter }, ctx) =>
        ctx.db.similarPair.count({ where: pairListing(ctx, id, pairFilterOf(filter)).where }),
      resolve: async (query, { id }, { filter, offset }, ctx) =>
        (await mayEnterSimilarity(ctx, id))
          ? ctx.db.similarPair.findMany({
              ...query,
              ...pairListing(ctx, id, pairFilterOf(filter)),
              skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
            })
          : null,
    },
    { name: 'SimilarPairConnection' },
    { name: 'SimilarPairEdge' },
  ),
}))

builder.queryFields((t) => ({
  similarPair: t.field({
    type: PairNode,
    nullable: true,
    description: 'A pair of similar solutions by its number.',
    args: { number: t.arg.int({ required: true, description: 'Its number.' }) },
    resolve: (_, { number }, ctx) => findPair(ctx, number),
  }),
}))

/** Number of the training that a global id names; NaN, which no training has, for other ids. */
const trainingOf = ({ typename, id }: { typename: string; id: string }): number =>
  typename === 'Training' ? Number(id) : Number.NaN

const CheckInput = builder.inputType('CheckSimilarityInput', {
  description: 'A training whose solutions are to be compared.',
  fields: (t) => ({
    trainingId: t.globalID({ required: true, description: 'The training.' }),
  }),
})

const DismissInput = builder.inputType('DismissSimilarPairInput', {
  description: 'A mark of a pair.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [PairNode], description: 'The pair.' }),
    isUnrelated: t.boolean({ required: true, description: 'Whether it is unrelated.' }),
  }),
})

builder.mutationFields((t) => ({
  checkSimilarity: t.prismaField({
    type: 'Training',
    description: 'Starts to compare the solutions in a training; a comparison that is under way goes on.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CheckInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await checkSimilarity(ctx, trainingOf(input.trainingId))
      return ctx.db.training.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  dismissSimilarPair: t.field({
    type: PairNode,
    description: 'Marks a pair as unrelated, or no longer.',
    refuses: [],
    args: { input: t.arg({ type: DismissInput, required: true }) },
    resolve: (_, { input }, ctx) => dismissPair(ctx, Number(input.id.id), input.isUnrelated),
  }),
}))

builder.subscriptionFields((t) => ({
  similarityChanged: t.prismaField({
    type: 'Training',
    description:
      'A training whenever the comparison of its solutions advanced or a pair was marked; ends when the viewer may see that no longer.',
    args: {
      trainingId: t.arg.globalID({ required: true, description: 'The training.' }),
    },
    subscribe: (_, { trainingId }, ctx) => watchSimilarity(ctx, trainingOf(trainingId)),
    resolve: (query, { id }, _, ctx) => ctx.db.training.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
