import { RejudgingHold, RejudgingScope } from '#prisma/generated/enums.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, SubmissionFilterInput, VerdictEnum } from '../../enums.ts'
import { canRejudge, canRejudgeIn } from '../../policy/judging.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { works } from '../../works.ts'
import { shownLanguageName } from '../site/language.ts'
import type { SubmissionFilter } from '../submission/listing.ts'
import { filterOfInput, unsealing } from '../submission/listing.ts'
import { applyRejudging, dropRejudging, heldListing, latestHeldListing, watchHeld } from './heldRejudging.ts'
import {
  countOutdated,
  entryListing,
  filterOfRejudging,
  findRejudging,
  rejudge,
  rejudgeContestProblem,
  rejudgeSubmission,
  rejudgingListing,
  resubmit,
} from './rejudging.ts'

const ScopeEnum = builder.enumType(RejudgingScope, {
  description: 'What a rejudging covers.',
  name: 'RejudgingScope',
})
const HoldEnum = builder.enumType(RejudgingHold, {
  description: 'Decision on a held rejudging.',
  name: 'RejudgingHold',
})
const FilterType = builder.objectRef<SubmissionFilter>('RejudgingFilter').implement({
  description: 'Filter of the submissions of a rejudging.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'Username of the author.', nullable: true }),
    displayId: t.exposeString('problem', { description: 'Part of a display id.', nullable: true }),
    exactProblem: t.exposeBoolean('exactProblem', {
      description: 'Whether `problem` is the whole display id.',
      nullable: true,
    }),
    languageKey: t.exposeString('language', { description: 'Language key.', nullable: true }),
    languageName: t.string({
      description: 'Language name.',
      nullable: true,
      resolve: ({ language }, _, ctx) => (language ? shownLanguageName(ctx, language) : null),
    }),
    verdict: t.expose('verdict', { description: 'Verdict before.', type: VerdictEnum, nullable: true }),
    state: t.expose('state', { description: 'State.', type: JudgingStateEnum, nullable: true }),
  }),
})

const Entry = builder.prismaNode('RejudgingEntry', {
  id: { field: 'id' },
  select: { id: true },
  description: 'A submission of a rejudging.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['rejudgingEntry', row.id] }),
  fields: (t) => ({
    submission: t.relation('submission', {
      seen: 'Viewers of a rejudging may see its submissions.',
      description: 'The submission.',
    }),
    verdictBefore: t.expose('verdictBefore', {
      description: 'Verdict before.',
      type: VerdictEnum,
      nullable: true,
    }),
    scoreBefore: t.exposeInt('scoreBefore', { description: 'Score before.', nullable: true }),
    verdictAfter: t.expose('verdictAfter', {
      type: VerdictEnum,
      nullable: true,
      description:
        'Verdict after; null until it is judged, and when another rejudging replaced it or it was stopped.',
    }),
    scoreAfter: t.exposeInt('scoreAfter', { description: 'Score after.', nullable: true }),
    changed: t.exposeBoolean('changed', { description: 'Whether verdict or score changed.' }),
    endedAt: t.expose('endedAt', {
      description: 'When it was judged; null before.',
      type: 'DateTime',
      nullable: true,
    }),
  }),
})

const Rejudging = builder.prismaNode('Rejudging', {
  id: { field: 'id' },
  select: { id: true, problemId: true, contestId: true },
  description: 'A rejudging: a set of submissions that are judged again.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['rejudging', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number, as in URLs.' }),
    scope: t.expose('scope', { description: 'What it covers.', type: ScopeEnum }),
    filter: t.field({
      description: 'Filter it was started with.',
      type: FilterType,
      select: { filter: true },
      resolve: (rejudging) => filterOfRejudging(rejudging),
    }),
    problem: t.relation('problem', {
      ...nullUnlessSeen('problem', (row: { problemId: number | null }) => row.problemId),
      description: 'Problem it was started for; null for a filter, or when the viewer may not see it.',
    }),
    problemNumber: t.exposeInt('problemId', {
      nullable: true,
      description: 'Number of that problem; null for a filter.',
    }),
    contest: t.relation('contest', {
      ...nullUnlessSeen('contest', (row: { contestId: number | null }) => row.contestId),
      description: 'Contest it is restricted to.',
    }),
    hold: t.expose('hold', {
      type: HoldEnum,
      nullable: true,
      description: 'Whether its outcomes are held until somebody applies them; null: they count immediately.',
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a held rejudging was applied or dropped, or ended without changes.',
    }),
    reason: t.exposeString('reason', { description: 'Reason; may be empty.' }),
    operation: t.relation('operation', {
      seen: 'Viewers of a rejudging may see its operation.',
      description: 'Its operation: owner, times and progress.',
    }),
    changed: t.exposeInt('changed', {
      description: 'Number of submissions whose verdict or score changed.',
    }),
    entries: t.prismaConnection(
      {
        type: Entry,
        cursor: 'id',
        description: 'Its submissions in the order of submission, or only changed ones.',
        args: { changed: t.arg.boolean({ description: 'Only changed ones.' }), offset: t.arg.int() },
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

builder.prismaObjectFields('Problem', (t) => ({
  outdatedSubmissions: t.int({
    description:
      'Number of submissions judged with another version of the tests; 0 for viewers who may not rejudge.',
    complexity: 100,
    select: { id: true },
    resolve: ({ id }, _, ctx) => countOutdated(ctx, id),
  }),
}))

builder.prismaObjectFields('Contest', (t) => ({
  viewerCanRejudge: t.boolean({
    description: 'Whether the viewer may rejudge and correct submissions of the contest.',
    select: ORGANISED,
    resolve: (contest, _, ctx) => canRejudgeIn(readerOf(ctx), contest),
  }),
  heldRejudgings: t.prismaField({
    type: [Rejudging],
    nullable: true,
    description: 'Held rejudgings of its problems to apply or drop, for viewers who may rejudge.',
    select: { id: true },
    resolve: (query, { id }, _, ctx) => ctx.db.rejudging.findMany({ ...query, ...heldListing(ctx, id) }),
  }),
  latestRejudgings: t.prismaField({
    type: [Rejudging],
    nullable: true,
    description:
      'Newest held rejudging of each of its problems, decided ones too, for viewers who may rejudge.',
    select: { id: true },
    resolve: (query, { id }, _, ctx) =>
      ctx.db.rejudging.findMany({ ...query, ...latestHeldListing(ctx, id) }),
  }),
}))

builder.subscriptionFields((t) => ({
  heldRejudgingsChanged: t.prismaField({
    type: 'Contest',
    description:
      'A contest, whenever one of its held rejudgings starts, ends or is decided; for viewers who may rejudge there.',
    args: { contestId: t.arg.globalID({ required: true, description: 'Contest id.' }) },
    subscribe: (_, { contestId }, ctx) => watchHeld(ctx, numberOf(contestId, 'Contest')),
    resolve: (query, id, _, ctx) => ctx.db.contest.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))

builder.queryFields((t) => ({
  viewerCanRejudge: t.boolean({
    description: 'Whether the viewer may rejudge submissions.',
    resolve: (_, __, ctx) => canRejudge(readerOf(ctx)),
  }),
  rejudging: t.prismaField({
    description: 'A rejudging.',
    type: Rejudging,
    args: { number: t.arg.int({ description: 'Its number.', required: true }) },
    resolve: async (query, _, { number }, ctx) => {
      await findRejudging(ctx, number)
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id: number } })
    },
  }),
  rejudgings: t.prismaConnection(
    {
      type: Rejudging,
      cursor: 'id',
      description: 'Rejudgings of more than one submission, newest first; for viewers who may rejudge.',
      nullable: true,
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

const RejudgeTarget = builder.inputType('RejudgeTarget', {
  description: 'Submissions to rejudge: all of a problem, or those of a filter.',
  isOneOf: true,
  fields: (t) => ({
    filter: t.field({
      description: 'Submissions that match this filter.',
      type: SubmissionFilterInput,
    }),
    problemId: t.globalID({ description: 'All submissions to this problem.' }),
  }),
})

const RejudgeInput = builder.inputType('RejudgeInput', {
  description: 'Submissions to rejudge.',
  fields: (t) => ({
    target: t.field({ type: RejudgeTarget, required: true, description: 'The submissions.' }),
    reason: t.string({ description: 'Reason, for the audit.' }),
  }),
})

const RejudgeSubmissionInput = builder.inputType('RejudgeSubmissionInput', {
  description: 'A submission to rejudge.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Submission id.' }) }),
})

const ResubmitInput = builder.inputType('ResubmitSubmissionInput', {
  description: 'A submission to resubmit.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Submission id.' }) }),
})

const RejudgeContestProblemInput = builder.inputType('RejudgeContestProblemInput', {
  description: 'A contest problem whose submissions to rejudge.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, description: 'Contest id.' }),
    problemNumber: t.int({ required: true, description: 'Number of the problem.' }),
    reason: t.string({ description: 'Reason, for the audit.' }),
  }),
})

const ApplyRejudgingInput = builder.inputType('ApplyRejudgingInput', {
  description: 'A held rejudging to apply.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Rejudging id.' }) }),
})

const DropRejudgingInput = builder.inputType('DropRejudgingInput', {
  description: 'A held rejudging to drop.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Rejudging id.' }) }),
})

const numberOf = (id: { typename: string; id: string }, type: string): number =>
  id.typename === type ? Number(id.id) : Number.NaN

builder.mutationFields((t) => ({
  rejudgeContestProblem: t.prismaField({
    refuses: ['FORBIDDEN', 'NOTHING_TO_REJUDGE'],
    description:
      'Starts a held rejudging of the submissions to a contest problem; nothing counts until it is applied.',
    type: Rejudging,
    args: { input: t.arg({ type: RejudgeContestProblemInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { contestId, problemNumber: problemId, reason } = input
      const asked = { contestId: numberOf(contestId, 'Contest'), problemId, reason, isHeld: true }
      const id = await rejudgeContestProblem(ctx, asked)
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  applyRejudging: t.prismaField({
    refuses: ['FORBIDDEN', 'REJUDGING_GOES_ON', 'REJUDGING_DECIDED'],
    description: 'Applies all outcomes of a held rejudging together.',
    type: Rejudging,
    args: { input: t.arg({ type: ApplyRejudgingInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = numberOf(input.id, 'Rejudging')
      await applyRejudging(ctx, id)
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  dropRejudging: t.prismaField({
    refuses: ['FORBIDDEN', 'REJUDGING_DECIDED'],
    description: 'Drops a held rejudging: outcomes stay as they are, and running judgements are stopped.',
    type: Rejudging,
    args: { input: t.arg({ type: DropRejudgingInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = numberOf(input.id, 'Rejudging')
      await dropRejudging(ctx, works, id)
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  rejudgeSubmission: t.prismaField({
    refuses: ['FORBIDDEN', 'NO_TESTS', 'ANSWERS_MISSING'],
    description: 'Rejudges a submission.',
    type: 'Submission',
    args: { input: t.arg({ type: RejudgeSubmissionInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = input.id.typename === 'Submission' ? Number(input.id.id) : Number.NaN
      await rejudgeSubmission(ctx, id)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  resubmitSubmission: t.prismaField({
    refuses: ['FORBIDDEN', 'NOT_RESUBMITTABLE', 'SUBMIT_TOO_SOON', 'NO_TESTS', 'ANSWERS_MISSING'],
    description: 'Resubmits a submission of the viewer: to another judge after a failure, in contests too.',
    type: 'Submission',
    args: { input: t.arg({ type: ResubmitInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = numberOf(input.id, 'Submission')
      await resubmit(ctx, id)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  rejudge: t.prismaField({
    refuses: ['FORBIDDEN', 'NO_TESTS', 'NOTHING_TO_REJUDGE'],
    description: 'Rejudges many submissions.',
    type: Rejudging,
    args: { input: t.arg({ type: RejudgeInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { target, reason } = input
      const { filter, problemId } = target
      const problem = problemId && (problemId.typename === 'Problem' ? Number(problemId.id) : Number.NaN)
      const asking = unsealing(ctx, filter)
      const id = await rejudge(asking, { filter: filterOfInput(filter), problemId: problem, reason })
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.prismaObjectFields('Operation', (t) => ({
  rejudging: t.relation('rejudging', {
    nullable: true,
    description: 'The rejudging; null for other kinds.',
  }),
}))
