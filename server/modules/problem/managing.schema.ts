import { builder } from '../../builder.ts'
import { authorize } from '../../context.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { DifficultyEnum, ProblemVisibilityEnum, ScoringEnum } from '../../enums.ts'
import { administersSomewhere, managesSomewhere, PROBLEMS } from '../../policy/officials.ts'
import { canRemoveProblems } from '../../policy/problem.ts'
import { changeVisibility, type Dependents, managedListing, removeProblem } from './managing.ts'
import { countProblems, inOrderOf, problemIdsOfPage } from './problem.ts'

const OrderEnum = builder.enumType('ManagedProblemOrder', {
  description: 'In which order the administration lists problems.',
  values: {
    NEWEST: { description: 'The newest first.' },
    CHANGED: { description: 'Those changed last first.' },
    DISPLAY_ID: { description: 'By display id.' },
  } as const,
})

builder.prismaObjectFields('Problem', (t) => ({
  visibility: t.expose('visibility', { type: ProblemVisibilityEnum, description: 'Who sees it.' }),
}))

export const DependentsType = builder.objectRef<Dependents>('ProblemDependents').implement({
  description: 'What depends on a problem.',
  fields: (t) => ({
    submissionCount: t.exposeInt('submissions', { description: 'What was submitted to it.' }),
    rejudgingCount: t.exposeInt('rejudgings', { description: 'Rejudgings of it.' }),
    contestCount: t.exposeInt('contests', { description: 'Contests that have it, or had.' }),
  }),
})

builder.queryFields((t) => ({
  managedProblems: t.prismaConnection(
    {
      type: 'Problem',
      cursor: 'id',
      nullable: true,
      description: 'The problems that the viewer manages, hidden ones too; for those who set problems.',
      args: {
        offset: t.arg.int(),
        keyword: t.arg.string({
          description: "Part of a display id, a title, a source or an author's name.",
        }),
        mine: t.arg.boolean({ description: "The viewer's own alone." }),
        bank: t.arg.string({ description: 'Of this bank.' }),
        visibility: t.arg({ type: ProblemVisibilityEnum, description: 'Seen by these.' }),
        scoring: t.arg({ type: ScoringEnum, description: 'Scored so.' }),
        difficulty: t.arg({ type: DifficultyEnum, description: 'Of this difficulty.' }),
        orderBy: t.arg({ type: OrderEnum, description: 'The newest first when left out.' }),
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
  description: 'Some problems, and who sees them.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, description: 'The problems.' }),
    visibility: t.field({ type: ProblemVisibilityEnum, required: true, description: 'Who sees them.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveProblemsInput', {
  description: 'Some problems.',
  fields: (t) => ({ ids: t.globalIDList({ required: true, description: 'The problems.' }) }),
})

type GlobalId = { typename: string; id: string }

/** An id of something else names no problem. */
const numbered = (ids: readonly GlobalId[]): GlobalId[] =>
  ids.map(({ typename, id }) => ({ typename, id: typename === 'Problem' ? id : '0' }))

const _numberOf = ({ typename, id }: GlobalId): number => (typename === 'Problem' && Number(id)) || 0

builder.mutationFields((t) => ({
  changeProblemVisibility: t.field({
    type: BulkType,
    description: 'Shows problems to everybody, to nobody, or in contests alone.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: VisibilityInput, required: true }) },
    resolve: (_, { input: { ids, visibility } }, ctx) => {
      authorize(ctx, managesSomewhere(ctx, PROBLEMS))
      return inBulk(ctx, numbered(ids), (id) => changeVisibility(ctx, id, visibility))
    },
  }),
  removeProblems: t.field({
    type: BulkType,
    description: 'Takes problems away for good; what was submitted to them stays.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, canRemoveProblems(ctx) || administersSomewhere(ctx))
      return inBulk(ctx, numbered(ids), (id) => removeProblem(ctx, id))
    },
  }),
}))
