import { builder } from '../../../builder.ts'
import { readerOf } from '../../../context.ts'
import { ProblemApplicationEnum } from '../../../enums.ts'
import { GROUP_STATE, groupStateOf } from '../../../policy/officials.ts'
import { canPublishProblems, mayLeaveSite, OWNED_PROBLEM, readsApplication } from '../../../policy/problem.ts'
import { countProblems, inOrderOf, problemIdsOfPage } from '../problem.ts'
import { answerApplication, applicationListing, applyForSite } from './application.ts'

builder.prismaObjectFields('Problem', (t) => ({
  application: t.field({
    type: ProblemApplicationEnum,
    nullable: true,
    description: 'Application of its group for the site; null: none, and for viewers who do not manage it.',
    select: { application: true, ...OWNED_PROBLEM },
    resolve: (problem, _, ctx) => (readsApplication(readerOf(ctx), problem) ? problem.application : null),
  }),
  viewerCanReturn: t.boolean({
    description:
      'Whether the viewer may give the approved problem back to its group, which is not disbanded.',
    select: { visibility: true, group: { select: GROUP_STATE } },
    resolve: ({ visibility, group }, _, ctx) =>
      group !== null &&
      visibility === 'PUBLIC' &&
      canPublishProblems(ctx) &&
      mayLeaveSite(groupStateOf(group)),
  }),
  applicantGroup: t.string({
    nullable: true,
    description: 'Name of its group, for viewers who answer applications; null for others.',
    select: { group: { select: { name: true } } },
    resolve: ({ group }, _, ctx) => (group && canPublishProblems(ctx) ? group.name : null),
  }),
}))

const ApplyInput = builder.inputType('ApplyForSiteInput', {
  description: 'A problem of a group.',
  fields: (t) => ({
    id: t.globalID({ required: true, description: 'The problem.' }),
    isApplied: t.boolean({ required: true, description: 'False cancels the application.' }),
  }),
})

const AnswerInput = builder.inputType('AnswerApplicationInput', {
  description: 'Answer to an application.',
  fields: (t) => ({
    id: t.globalID({ required: true, description: 'The problem.' }),
    answer: t.field({
      type: ProblemApplicationEnum,
      required: true,
      description: 'APPROVED makes the problem public; ASKED lets it wait again.',
    }),
  }),
})

const numberOf = ({ typename, id }: { typename: string; id: string }, wanted: string): number =>
  (typename === wanted && Number(id)) || 0

builder.mutationFields((t) => ({
  applyForSite: t.prismaField({
    type: 'Problem',
    description: 'Applies for the problem of a group to become public on the site, or cancels that.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'NO_TESTS', 'APPLICATION_HIDDEN'],
    args: { input: t.arg({ type: ApplyInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await applyForSite(ctx, numberOf(input.id, 'Problem'), input.isApplied)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  answerApplication: t.prismaField({
    type: 'Problem',
    description: 'Answers an application.',
    refuses: [
      'FORBIDDEN',
      'NOT_FOUND',
      'APPLICATION_ENDED',
      'APPLICATION_HIDDEN',
      'APPLICATION_GROUP_DISBANDED',
    ],
    args: { input: t.arg({ type: AnswerInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await answerApplication(ctx, numberOf(input.id, 'Problem'), input.answer)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.queryFields((t) => ({
  problemApplications: t.prismaConnection(
    {
      type: 'Problem',
      cursor: 'id',
      nullable: true,
      description: 'Applications of groups, waiting ones first; for problem administrators.',
      args: {
        offset: t.arg.int(),
        keyword: t.arg.string({ description: 'Part of a display id, title or source.' }),
        application: t.arg({ type: ProblemApplicationEnum, description: 'State.' }),
      },
      totalCount: (_, args, ctx) => countProblems(ctx, applicationListing(ctx, args)),
      resolve: async ({ skip, take, cursor, ...selection }, _, args, ctx) => {
        const slice = { skip: (skip ?? 0) + Math.max(args.offset ?? 0, 0), take, cursor }
        const ids = await problemIdsOfPage(ctx, applicationListing(ctx, args), slice)
        return inOrderOf(ids, await ctx.db.problem.findMany({ ...selection, where: { id: { in: ids } } }))
      },
    },
    { name: 'ProblemApplicationConnection' },
    { name: 'ProblemApplicationEdge' },
  ),
}))
