import { TrainingAccess } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { type Context, readerOf } from '../../context.ts'
import { RowChangeEnum } from '../../enums.ts'
import { canRemoveTraining, managesTraining, OWNED_TRAINING, TRAINING_BARS } from '../../policy/training.ts'
import { find } from '../../venue.ts'
import type { ChangedRow } from '../../watch.ts'
import { TrainingCategoryType } from './category.schema.ts'
import { registerForTraining } from './registration.ts'
import { countRegistrations } from './saving.ts'
import {
  isRegistered,
  managedTrainingListing,
  progressIn,
  registeredAt,
  TRAINING,
  type TrainingFilter,
  trainingListing,
} from './training.ts'
import { watchTraining, watchTrainings } from './watching.ts'

export const TrainingAccessEnum = builder.enumType(TrainingAccess, {
  name: 'TrainingAccess',
  description:
    'Access. PUBLIC: every logged-in user works through it. PRIVATE: users who registered with its password.',
})

const TrainingBarEnum = builder.enumType('TrainingBar', {
  description: 'Why the viewer may not work through a training.',
  values: TRAINING_BARS,
})

const known = (ctx: Context, id: number) => find(ctx, TRAINING, id, 'look')

export const TrainingNode = builder.prismaNode('Training', {
  id: { field: 'id' },
  description: 'A collection of problems to work through.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['training', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number: tid of REST calls and URLs.' }),
    rank: t.exposeInt('rank', { description: 'Position in lists, lowest first.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    descriptionTree: t.field({
      type: 'MarkdownTree',
      description: '`description` as HTML.',
      select: { description: true },
      resolve: ({ description }, _, ctx) => ctx.house.markdown.treeOf(description),
    }),
    access: t.expose('access', { type: TrainingAccessEnum, description: 'Who works through it.' }),
    isVisible: t.exposeBoolean('visible', { description: 'Whether others than its managers see it.' }),
    category: t.relation('category', { type: TrainingCategoryType, description: 'Category.' }),
    owner: t.relation('owner', { description: 'Author.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of it or its problems.' }),
    problemCount: t.int({
      description: 'Number of its problems that the viewer may open.',
      resolve: async ({ id }, _, ctx) => (await progressIn(ctx, { id })).problems,
    }),
    viewerSolvedCount: t.int({
      description:
        'Number of these that the viewer solved; 0 for guests, and while homework is closed to the viewer.',
      resolve: async ({ id }, _, ctx) => (await progressIn(ctx, { id })).solved,
    }),
    isRegistered: t.boolean({
      description: 'Whether the viewer is registered.',
      resolve: ({ id }, _, ctx) => isRegistered(ctx, id),
    }),
    registeredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the viewer registered; null: they did not.',
      resolve: ({ id }, _, ctx) => registeredAt(ctx, id),
    }),
    lookBar: t.field({
      type: TrainingBarEnum,
      nullable: true,
      description: 'Why the viewer may not see its problems; null: they may.',
      resolve: async ({ id }, _, ctx) => TRAINING.bar(ctx, await known(ctx, id), 'look'),
    }),
    viewerCanManage: t.boolean({
      description: 'Whether the viewer may change it.',
      select: OWNED_TRAINING,
      resolve: (row, _, ctx) => managesTraining(readerOf(ctx), row),
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may delete it.',
      select: OWNED_TRAINING,
      resolve: (row, _, ctx) => canRemoveTraining(readerOf(ctx), row),
    }),
    password: t.string({
      nullable: true,
      description: 'Password for registration; null for viewers who do not manage it, and of public ones.',
      select: { password: true, ...OWNED_TRAINING },
      resolve: ({ password, ...row }, _, ctx) => (managesTraining(readerOf(ctx), row) ? password : null),
    }),
    registrationCount: t.int({
      nullable: true,
      description:
        'Number of registrations that have a row in its rank; null for viewers who do not manage it.',
      select: OWNED_TRAINING,
      resolve: ({ id, ...row }, _, ctx) =>
        managesTraining(readerOf(ctx), row) ? countRegistrations(ctx, { id, ...row }) : null,
    }),
  }),
})

const FilterInput = builder.inputType('TrainingFilter', {
  description: 'Filter of a list of trainings.',
  fields: (t) => ({
    keyword: t.string({ description: 'Part of the title.' }),
    categoryId: t.globalID({ for: TrainingCategoryType, description: 'Category.' }),
    access: t.field({ type: TrainingAccessEnum, description: 'Who works through them.' }),
    groupId: t.globalID({ description: 'Trainings of this group instead of the site.' }),
  }),
})

type Given = NonNullable<(typeof FilterInput)['$inferInput']>

const filterOf = (given: Given | null | undefined): TrainingFilter => {
  const { keyword, categoryId, access, groupId } = given ?? {}
  return {
    keyword,
    access,
    categoryId: categoryId ? Number(categoryId.id) : null,
    groupId: groupId ? Number(groupId.id) : null,
  }
}

const ManagedFilterInput = builder.inputType('ManagedTrainingFilter', {
  description: 'Filter of the trainings in the administration.',
  fields: (t) => ({
    keyword: t.string({ description: 'Part of the title, the number or the rank.' }),
    groupId: t.globalID({ description: 'Trainings of this group instead of the site.' }),
  }),
})

const managedFilterOf = (given: (typeof ManagedFilterInput)['$inferInput'] | null | undefined) => ({
  keyword: given?.keyword,
  groupId: given?.groupId ? Number(given.groupId.id) : null,
})

const RegisterInput = builder.inputType('RegisterTrainingInput', {
  description: 'A training to register for.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [TrainingNode], description: 'The training.' }),
    password: t.string({ required: true, description: 'Its password.' }),
  }),
})

builder.queryFields((t) => ({
  training: t.field({
    type: TrainingNode,
    nullable: true,
    description: 'A training by its number.',
    args: { number: t.arg.int({ required: true, description: 'Its number.' }) },
    resolve: (_, { number }, ctx) => known(ctx, number),
  }),
  trainings: t.prismaConnection(
    {
      type: TrainingNode,
      cursor: 'id',
      description: 'Visible trainings by rank, then newest.',
      args: {
        filter: t.arg({ type: FilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: async (_, { filter }, ctx) =>
        ctx.db.training.count({ where: (await trainingListing(ctx, filterOf(filter))).where }),
      resolve: async (query, _, { filter, offset }, ctx) =>
        ctx.db.training.findMany({
          ...query,
          ...(await trainingListing(ctx, filterOf(filter))),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'TrainingConnection' },
    { name: 'TrainingEdge' },
  ),
  managedTrainings: t.prismaConnection(
    {
      type: TrainingNode,
      cursor: 'id',
      nullable: true,
      description:
        'Trainings of a place for those who create them there, hidden ones of their own too, lowest rank first.',
      args: {
        filter: t.arg({ type: ManagedFilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: async (_, { filter }, ctx) =>
        ctx.db.training.count({ where: (await managedTrainingListing(ctx, managedFilterOf(filter))).where }),
      resolve: async (query, _, { filter, offset }, ctx) =>
        ctx.db.training.findMany({
          ...query,
          ...(await managedTrainingListing(ctx, managedFilterOf(filter))),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'ManagedTrainingConnection' },
    { name: 'ManagedTrainingEdge' },
  ),
}))

builder.mutationFields((t) => ({
  registerTraining: t.field({
    type: TrainingNode,
    description: 'Registers the viewer for a private training.',
    refuses: [
      'TRAINING_NEEDS_NO_REGISTRATION',
      'TRAINING_REGISTERED',
      'TRAINING_PASSWORD_EMPTY',
      'TRAINING_PASSWORD',
      'TRAINING_PASSWORD_TOO_SOON',
    ],
    args: { input: t.arg({ type: RegisterInput, required: true }) },
    resolve: (_, { input: { id, password } }, ctx) => registerForTraining(ctx, Number(id.id), password),
  }),
}))

const TrainingChange = builder.objectRef<ChangedRow>('TrainingChange').implement({
  description: 'A change of a training in a list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the training, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: TrainingNode, id }),
    }),
    training: t.field({
      type: TrainingNode,
      nullable: true,
      description: 'The training; null when it left the list.',
      resolve: ({ change, id }, _, ctx) =>
        id === null || change === 'REMOVED' ? null : ctx.db.training.findUnique({ where: { id } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  trainingsChanged: t.field({
    type: TrainingChange,
    description: 'Visible trainings of a place, as they are created, changed and deleted.',
    args: { groupId: t.arg.globalID({ description: 'Of this group instead of the site.' }) },
    subscribe: (_, { groupId }, ctx) => watchTrainings(ctx, { groupId: groupId ? Number(groupId.id) : null }),
    resolve: (change) => change,
  }),
  trainingChanged: t.field({
    type: TrainingNode,
    description: 'A training, after each change; ends when the viewer may see it no longer.',
    args: { id: t.arg.globalID({ for: [TrainingNode], required: true, description: 'The training.' }) },
    subscribe: (_, { id }, ctx) => watchTraining(ctx, Number(id.id)),
    resolve: (training) => training,
  }),
}))
