import { RejudgingScope, RejudgingState } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, SubmissionFilterInput, VerdictEnum } from '../../enums.ts'
import { canRejudge } from '../../policy/judging.ts'
import { languageNameOf } from '../site/language.ts'
import type { SubmissionFilter } from '../submission/listing.ts'
import { filterOfInput } from '../submission/listing.ts'
import {
  entryListing,
  filterOfRejudging,
  findRejudging,
  rejudge,
  rejudgeSubmission,
  rejudgingListing,
  stopRejudging,
  watchRejudging,
} from './rejudging.ts'

const ScopeEnum = builder.enumType(RejudgingScope, { name: 'RejudgingScope' })
const StateEnum = builder.enumType(RejudgingState, { name: 'RejudgingState' })

const FilterType = builder.objectRef<SubmissionFilter>('RejudgingFilter').implement({
  description: 'The list of submissions a rejudging was asked for.',
  fields: (t) => ({
    username: t.exposeString('username', { nullable: true }),
    problem: t.exposeString('problem', { nullable: true }),
    exactProblem: t.exposeBoolean('exactProblem', { nullable: true }),
    language: t.exposeString('language', { nullable: true }),
    languageName: t.string({
      nullable: true,
      resolve: ({ language }) => (language ? languageNameOf(language) : null),
    }),
    verdict: t.expose('verdict', { type: VerdictEnum, nullable: true }),
    state: t.expose('state', { type: JudgingStateEnum, nullable: true }),
  }),
})

const Entry = builder.prismaNode('RejudgingEntry', {
  id: { field: 'id' },
  select: { id: true },
  description: 'One submission of a rejudging.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['rejudgingEntry', row.id] }),
  fields: (t) => ({
    submission: t.relation('submission'),
    verdictBefore: t.expose('verdictBefore', { type: VerdictEnum, nullable: true }),
    scoreBefore: t.exposeInt('scoreBefore', { nullable: true }),
    verdictAfter: t.expose('verdictAfter', {
      type: VerdictEnum,
      nullable: true,
      description:
        'Null until it is judged, and for good when another rejudging overtook it or it was stopped.',
    }),
    scoreAfter: t.exposeInt('scoreAfter', { nullable: true }),
    changed: t.exposeBoolean('changed'),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
  }),
})

const Rejudging = builder.prismaNode('Rejudging', {
  id: { field: 'id' },
  select: { id: true },
  description: 'A set of submissions that are judged anew.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['rejudging', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id'),
    scope: t.expose('scope', { type: ScopeEnum }),
    filter: t.field({
      type: FilterType,
      select: { filter: true },
      resolve: (rejudging) => filterOfRejudging(rejudging),
    }),
    problem: t.relation('problem', { nullable: true }),
    reason: t.exposeString('reason'),
    state: t.expose('state', { type: StateEnum }),
    total: t.exposeInt('total'),
    done: t.exposeInt('done', { description: 'Submissions whose new judgement has ended.' }),
    changed: t.exposeInt('changed', {
      description: 'Those of them with another verdict or score than before.',
    }),
    createdBy: t.relation('createdBy', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    entries: t.prismaConnection(
      {
        type: Entry,
        cursor: 'id',
        description: 'Its submissions in the order they came in, or those that changed alone.',
        args: { changed: t.arg.boolean(), offset: t.arg.int() },
        totalCount: (rejudging, { changed }, ctx) =>
          ctx.db.rejudgingEntry.count({ where: entryListing(ctx, rejudging, changed ?? false).where }),
        resolve: (query, rejudging, { changed, offset }, ctx) =>
          ctx.db.rejudgingEntry.findMany({
            ...query,
            skip: (query.skip ?? 0) + Math.max(0, offset ?? 0),
            ...entryListing(ctx, rejudging, changed ?? false),
          }),
      },
      { name: 'RejudgingEntryConnection' },
      { name: 'RejudgingEntryEdge' },
    ),
  }),
})

builder.queryFields((t) => ({
  viewerCanRejudge: t.boolean({ resolve: (_, __, ctx) => canRejudge(readerOf(ctx)) }),
  rejudging: t.prismaField({
    type: Rejudging,
    args: { number: t.arg.int({ required: true }) },
    resolve: async (query, _, { number }, ctx) => {
      await findRejudging(ctx, number)
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id: number } })
    },
  }),
  rejudgings: t.prismaConnection(
    {
      type: Rejudging,
      cursor: 'id',
      description:
        'Those of more than one submission, newest first; empty for everybody but super administrators.',
      args: { offset: t.arg.int() },
      totalCount: (_, __, ctx) => ctx.db.rejudging.count({ where: rejudgingListing(ctx).where }),
      resolve: (query, _, { offset }, ctx) =>
        ctx.db.rejudging.findMany({
          ...query,
          skip: (query.skip ?? 0) + Math.max(0, offset ?? 0),
          ...rejudgingListing(ctx),
        }),
    },
    { name: 'RejudgingConnection' },
    { name: 'RejudgingEdge' },
  ),
}))

const RejudgeInput = builder.inputType('RejudgeInput', {
  description: 'All submissions of a problem, or else those of a list.',
  fields: (t) => ({
    filter: t.field({ type: SubmissionFilterInput }),
    problemId: t.globalID(),
    reason: t.string(),
  }),
})

builder.mutationFields((t) => ({
  rejudgeSubmission: t.prismaField({
    type: 'Submission',
    args: { id: t.arg.globalID({ required: true }) },
    resolve: async (query, _, args, ctx) => {
      const id = args.id.typename === 'Submission' ? Number(args.id.id) : Number.NaN
      await rejudgeSubmission(ctx, id)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  rejudge: t.prismaField({
    type: Rejudging,
    args: { input: t.arg({ type: RejudgeInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { filter, problemId, reason } = input
      const problem = problemId && (problemId.typename === 'Problem' ? Number(problemId.id) : Number.NaN)
      const id = await rejudge(ctx, { filter: filterOfInput(filter), problemId: problem, reason })
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  stopRejudging: t.prismaField({
    type: Rejudging,
    args: { id: t.arg.globalID({ required: true, for: [Rejudging] }) },
    resolve: async (query, _, args, ctx) => {
      const id = Number(args.id.id)
      await stopRejudging(ctx, id)
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.subscriptionFields((t) => ({
  rejudgingChanged: t.prismaField({
    type: Rejudging,
    args: { id: t.arg.globalID({ required: true, for: [Rejudging] }) },
    subscribe: (_, { id }, ctx) => watchRejudging(ctx, Number(id.id)),
    resolve: (query, id, _, ctx) => ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
