import { builder, nullUnlessSeen } from '../../builder.ts'
import { VerdictEnum } from '../../enums.ts'
import { mayEnter } from '../../venue.ts'
import {
  addTrainingProblem,
  candidatesFor,
  findTrainingProblem,
  managedTrainingProblems,
  orderTrainingProblems,
  removeTrainingProblem,
  trainingProblems,
} from './problems.ts'
import { findManagedTraining } from './saving.ts'
import { TrainingNode } from './training.schema.ts'
import { TRAINING, verdictsOf } from './training.ts'

const TrainingProblemNode = builder.prismaNode('TrainingProblem', {
  id: { field: 'id' },
  description: 'A problem of a training.',
  select: { id: true, problemId: true, trainingId: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['trainingProblem', row.id] }),
  fields: (t) => ({
    problemNumber: t.exposeInt('problemId', { description: 'Number of the problem.' }),
    rank: t.exposeInt('rank', { description: 'Position in the training, lowest first.' }),
    training: t.relation('training', {
      seen: 'Who sees a problem of a training sees the training.',
      description: 'The training.',
    }),
    problem: t.relation('problem', {
      ...nullUnlessSeen('problem', ({ problemId }: { problemId: number }) => problemId),
      description: 'The problem; null when the viewer may not open it.',
    }),
    viewerVerdict: t.loadable({
      type: VerdictEnum,
      nullable: true,
      description: "The viewer's best verdict in it; null without a submission.",
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => verdictsOf(ctx, ids),
      resolve: ({ problemId }) => problemId,
    }),
  }),
})

const OriginEnum = builder.enumType('TrainingProblemOrigin', {
  description: 'Where a problem of a training comes from: the public list, or the own problems of its group.',
  values: ['PUBLIC', 'GROUP'] as const,
})

builder.prismaObjectFields('Training', (t) => ({
  problems: t.prismaField({
    type: [TrainingProblemNode],
    nullable: true,
    description: 'Its problems that the viewer may open, in order; null for viewers who may not enter it.',
    resolve: async (query, { id }, _, ctx) =>
      (await mayEnter(ctx, TRAINING, id, 'look')) ? trainingProblems(ctx, id, query) : null,
  }),
  problem: t.prismaField({
    type: TrainingProblemNode,
    nullable: true,
    description: 'A problem of it by its display id; null for viewers who may not enter it.',
    args: { displayId: t.arg.string({ required: true, description: 'Display id.' }) },
    resolve: async (query, { id }, { displayId }, ctx) => {
      if (!(await mayEnter(ctx, TRAINING, id, 'look'))) return null
      const link = await findTrainingProblem(ctx, id, displayId)
      return ctx.db.trainingProblem.findUnique({ ...query, where: { id: link.id } })
    },
  }),
  managedProblems: t.prismaField({
    type: [TrainingProblemNode],
    nullable: true,
    seen: 'Managers of a training see all its problems.',
    description: 'All its problems in order, hidden ones too; null for viewers who do not manage it.',
    resolve: async (query, { id }, _, ctx) =>
      (await mayEnter(ctx, TRAINING, id, 'manage'))
        ? ctx.db.trainingProblem.findMany({ ...query, ...(await managedTrainingProblems(ctx, id)) })
        : null,
  }),
  candidates: t.prismaConnection(
    {
      type: 'Problem',
      cursor: 'id',
      nullable: true,
      description:
        'Problems that it may take and does not have, in the order of their display ids; for its managers.',
      args: {
        origin: t.arg({ type: OriginEnum, required: true, description: 'Where they come from.' }),
        keyword: t.arg.string({ description: 'Part of the id or title.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: async ({ id }, args, ctx) =>
        ctx.db.problem.count({ where: (await candidatesFor(ctx, id, args)).where }),
      resolve: async (query, { id }, { offset, ...args }, ctx) =>
        ctx.db.problem.findMany({
          ...query,
          ...(await candidatesFor(ctx, id, args)),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'TrainingCandidateConnection' },
    { name: 'TrainingCandidateEdge' },
  ),
}))

const problem = { required: true as const, description: 'Number of the problem.' }

const AddInput = builder.inputType('AddTrainingProblemInput', {
  description: 'A problem to add to a training.',
  fields: (t) => ({
    trainingId: t.globalID({ required: true, for: [TrainingNode], description: 'The training.' }),
    problemNumber: t.int(problem),
    origin: t.field({ type: OriginEnum, required: true, description: 'Where it comes from.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveTrainingProblemInput', {
  description: 'A problem to remove from a training.',
  fields: (t) => ({
    trainingId: t.globalID({ required: true, for: [TrainingNode], description: 'The training.' }),
    problemNumber: t.int(problem),
  }),
})

const OrderInput = builder.inputType('OrderTrainingProblemsInput', {
  description: 'Problems of a training in a new order.',
  fields: (t) => ({
    trainingId: t.globalID({ required: true, for: [TrainingNode], description: 'The training.' }),
    problemNumbers: t.intList({ required: true, description: 'Problem numbers.' }),
  }),
})

builder.mutationFields((t) => ({
  addTrainingProblem: t.field({
    type: TrainingNode,
    description: 'Adds a problem to a training, at its end.',
    refuses: ['FORBIDDEN', 'TRAINING_PROBLEM_TWICE', 'TRAINING_PROBLEMS_FULL'],
    args: { input: t.arg({ type: AddInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const trainingId = Number(input.trainingId.id)
      await addTrainingProblem(ctx, trainingId, { id: input.problemNumber }, input.origin)
      return findManagedTraining(ctx, trainingId)
    },
  }),
  removeTrainingProblem: t.field({
    type: TrainingNode,
    description: 'Removes a problem from a training; its submissions stay.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { trainingId, problemNumber } }, ctx) =>
      removeTrainingProblem(ctx, Number(trainingId.id), problemNumber),
  }),
  orderTrainingProblems: t.field({
    type: TrainingNode,
    description: 'Sets the order of the problems of a training.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: OrderInput, required: true }) },
    resolve: (_, { input: { trainingId, problemNumbers } }, ctx) =>
      orderTrainingProblems(ctx, Number(trainingId.id), problemNumbers),
  }),
}))
