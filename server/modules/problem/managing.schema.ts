import { builder } from '../../builder.ts'
import { authorize } from '../../context.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { DifficultyEnum, ProblemVisibilityEnum, ScoringEnum } from '../../enums.ts'
import { administersSomewhere, managesSomewhere, PROBLEMS } from '../../policy/officials.ts'
import { canRemoveProblems } from '../../policy/problem.ts'
import { changeVisibility, type Dependents, managedListing, removeProblem } from './managing.ts'
import { countProblems, inOrderOf, problemIdsOfPage } from './problem.ts'

const OrderEnum = builder.enumType('ManagedProblemOrder', {
  description: 'Order of problems in the administration.',
  values: {
    NEWEST: { description: 'Newest first.' },
    CHANGED: { description: 'Last changed first.' },
    DISPLAY_ID: { description: 'By display id.' },
  } as const,
})

builder.prismaObjectFields('Problem', (t) => ({
  visibility: t.expose('visibility', { type: ProblemVisibilityEnum, description: 'Visibility.' }),
}))

export const DependentsType = builder.objectRef<Dependents>('ProblemDependents').implement({
  description: 'What depends on a problem.',
  fields: (t) => ({
    submissionCount: t.exposeInt('submissions', { description: 'Number of submissions.' }),
    rejudgingCount: t.exposeInt('rejudgings', { description: 'Number of rejudgings.' }),
    contestCount: t.exposeInt('contests', { description: 'Contests that have it, or had.' }),
  }),
})

builder.queryFields((t) => ({
  managedProblems: t.prismaConnection(
    {
      type: 'Problem',
      cursor: 'id',
      nullable: true,
      description: 'Problems that the viewer manages, hidden ones too; for problem setters.',
      args: {
        offset: t.arg.int(),
        keyword: t.arg.string({
          description: "Part of a display id, a title, a source or an author's name.",
        }),
        mine: t.arg.boolean({ description: "Only the viewer's own." }),
        bank: t.arg.string({ description: 'Bank.' }),
        visibility: t.arg({ type: ProblemVisibilityEnum, description: 'Visibility.' }),
        scoring: t.arg({ type: ScoringEnum, description: 'Scoring.' }),
        difficulty: t.arg({ type: DifficultyEnum, description: 'Difficulty.' }),
        orderBy: t.arg({ type: OrderEnum, description: 'Default: newest first.' }),
      },
      totalCount: async (_, args, ctx) => countProblems(ctx, await managedListing(ctx, args)),
      resolve: async ({ skip, take, cursor, ...selection }, _, args, ctx) => {
        const slice = { skip: (skip ?? 0) + Math.max(args.offset ?? 0, 0), take, cursor }
        const ids = await problemIdsOfPage(ctx, await managedListing(ctx, args), slice)
        return inOrderOf(ids, await ctx.db.problem.findMany({ ...selection, where: { id: { in: ids } } }))
      },
    },
    { name: 'ManagedProblemConnection' },
    { name: 'ManagedProblemEdge' },
  ),
}))

const VisibilityInput = builder.inputType('ChangeProblemVisibilityInput', {
  description: 'Problems and their new visibility.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, description: 'The problems.' }),
    visibility: t.field({ type: ProblemVisibilityEnum, required: true, description: 'New visibility.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveProblemsInput', {
  description: 'Some problems.',
  fields: (t) => ({ ids: t.globalIDList({ required: true, description: 'The problems.' }) }),
})

type GlobalId = { typename: string; id: string }

/** Problem ids; those of other types get 0, which is not found. */
const numbered = (ids: readonly GlobalId[]): GlobalId[] =>
  ids.map(({ typename, id }) => ({ typename, id: typename === 'Problem' ? id : '0' }))

builder.mutationFields((t) => ({
  changeProblemVisibility: t.field({
    type: BulkType,
    description: 'Changes the visibility of problems: public, hidden, or in contests only.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: VisibilityInput, required: true }) },
    resolve: (_, { input: { ids, visibility } }, ctx) => {
      authorize(ctx, managesSomewhere(ctx, PROBLEMS))
      return inBulk(ctx, numbered(ids), (id) => changeVisibility(ctx, id, visibility))
    },
  }),
  removeProblems: t.field({
    type: BulkType,
    description: 'Deletes problems permanently; their submissions stay.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, canRemoveProblems(ctx) || administersSomewhere(ctx))
      return inBulk(ctx, numbered(ids), (id) => removeProblem(ctx, id))
    },
  }),
}))
