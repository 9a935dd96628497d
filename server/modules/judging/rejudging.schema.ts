import { RejudgingHold, RejudgingScope } from '#prisma/generated/enums.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, SubmissionFilterInput, VerdictEnum } from '../../enums.ts'
import { canRejudge, canRejudgeIn } from '../../policy/judging.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { works } from '../../works.ts'
import { shownLanguageName } from '../site/language.ts'
import type { SubmissionFilter } from '../submission/listing.ts'
import { filterOfInput } from '../submission/listing.ts'
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
} from './rejudging.ts'

const ScopeEnum = builder.enumType(RejudgingScope, {
  description: 'What a rejudging was asked for.',
  name: 'RejudgingScope',
})
const HoldEnum = builder.enumType(RejudgingHold, {
  description: 'What became of outcomes that were held back.',
  name: 'RejudgingHold',
})
const FilterType = builder.objectRef<SubmissionFilter>('RejudgingFilter').implement({
  description: 'The list of submissions a rejudging was asked for.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'Who sent them.', nullable: true }),
    displayId: t.exposeString('problem', { description: 'Part of a display id.', nullable: true }),
    exactProblem: t.exposeBoolean('exactProblem', {
      description: 'Whether problem is all of a display id.',
      nullable: true,
    }),
    languageKey: t.exposeString('language', { description: 'Key of the language.', nullable: true }),
    languageName: t.string({
      description: 'Name of the language.',
      nullable: true,
      resolve: ({ language }, _, ctx) => (language ? shownLanguageName(ctx, language) : null),
    }),
    verdict: t.expose('verdict', { description: 'Verdict they had.', type: VerdictEnum, nullable: true }),
    state: t.expose('state', { description: 'How far judging was.', type: JudgingStateEnum, nullable: true }),
  }),
})

const Entry = builder.prismaNode('RejudgingEntry', {
  id: { field: 'id' },
  select: { id: true },
  description: 'One submission of a rejudging.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['rejudgingEntry', row.id] }),
  fields: (t) => ({
    submission: t.relation('submission', {
      seen: 'Whoever may see a rejudging may see its submissions.',
      description: 'The submission.',
    }),
    verdictBefore: t.expose('verdictBefore', {
      description: 'Verdict it had.',
      type: VerdictEnum,
      nullable: true,
    }),
    scoreBefore: t.exposeInt('scoreBefore', { description: 'Score it had.', nullable: true }),
    verdictAfter: t.expose('verdictAfter', {
      type: VerdictEnum,
      nullable: true,
      description:
        'Null until it is judged, and for good when another rejudging overtook it or it was stopped.',
    }),
    scoreAfter: t.exposeInt('scoreAfter', { description: 'Score it has now.', nullable: true }),
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
  description: 'A set of submissions that are judged anew.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['rejudging', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'What addresses name it by.' }),
    scope: t.expose('scope', { description: 'What it was asked for.', type: ScopeEnum }),
    filter: t.field({
      description: 'The list that it was asked for.',
      type: FilterType,
      select: { filter: true },
      resolve: (rejudging) => filterOfRejudging(rejudging),
    }),
    problem: t.relation('problem', {
      ...nullUnlessSeen('problem', (row: { problemId: number | null }) => row.problemId),
      description: 'The problem that it was asked for; null of a list, or when the viewer may not see it.',
    }),
    problemNumber: t.exposeInt('problemId', {
      nullable: true,
      description: 'Number of that problem; null of a list.',
    }),
    contest: t.relation('contest', {
      ...nullUnlessSeen('contest', (row: { contestId: number | null }) => row.contestId),
      description: 'The contest whose submissions alone it was asked for.',
    }),
    hold: t.expose('hold', {
      type: HoldEnum,
      nullable: true,
      description: 'Whether its outcomes wait for somebody to apply them; null: they count at once.',
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When what was held back was applied or dropped, or ended unchanged.',
    }),
    reason: t.exposeString('reason', { description: 'Why; may be empty.' }),
    operation: t.relation('operation', {
      seen: 'Whoever may see a rejudging may see its operation.',
      description: 'Who asked for it and when, and how far it is.',
    }),
    changed: t.exposeInt('changed', {
      description: 'Its submissions with another verdict or score than before.',
    }),
    entries: t.prismaConnection(
      {
        type: Entry,
        cursor: 'id',
        description: 'Its submissions in the order they came in, or those that changed alone.',
        args: { changed: t.arg.boolean({ description: 'Those alone that changed.' }), offset: t.arg.int() },
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
      'Submissions whose verdict came of another version of its tests; 0 for those who may not judge anew.',
    complexity: 100,
    select: { id: true },
    resolve: ({ id }, _, ctx) => countOutdated(ctx, id),
  }),
}))

builder.prismaObjectFields('Contest', (t) => ({
  viewerCanRejudge: t.boolean({
    description: 'Whether the viewer may rejudge and correct what was submitted there.',
    select: ORGANISED,
    resolve: (contest, _, ctx) => canRejudgeIn(readerOf(ctx), contest),
  }),
  heldRejudgings: t.prismaField({
    type: [Rejudging],
    nullable: true,
    description: 'Those of its problems that wait to be applied or dropped, for those who may judge anew.',
    select: { id: true },
    resolve: (query, { id }, _, ctx) => ctx.db.rejudging.findMany({ ...query, ...heldListing(ctx, id) }),
  }),
  latestRejudgings: t.prismaField({
    type: [Rejudging],
    nullable: true,
    description:
      'The newest one of each of its problems that waits, or was applied, dropped or ended unchanged, for those who may judge anew.',
    select: { id: true },
    resolve: (query, { id }, _, ctx) =>
      ctx.db.rejudging.findMany({ ...query, ...latestHeldListing(ctx, id) }),
  }),
}))

builder.subscriptionFields((t) => ({
  heldRejudgingsChanged: t.prismaField({
    type: 'Contest',
    description:
      'A contest when one of its rejudgings that are held back begins, ends or is decided, for those who may judge anew there.',
    args: { contestId: t.arg.globalID({ required: true, description: 'Id of the contest.' }) },
    subscribe: (_, { contestId }, ctx) => watchHeld(ctx, numberOf(contestId, 'Contest')),
    resolve: (query, id, _, ctx) => ctx.db.contest.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))

builder.queryFields((t) => ({
  viewerCanRejudge: t.boolean({
    description: 'Whether the viewer may judge submissions anew.',
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
      description:
        'Those of more than one submission, newest first; for those who may judge submissions anew.',
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
  description: 'Either all submissions of a problem, or those of a list.',
  isOneOf: true,
  fields: (t) => ({
    filter: t.field({
      description: 'Those that a list with this filter shows.',
      type: SubmissionFilterInput,
    }),
    problemId: t.globalID({ description: 'Those of this problem, whoever sent them.' }),
  }),
})

const RejudgeInput = builder.inputType('RejudgeInput', {
  description: 'What is judged anew.',
  fields: (t) => ({
    target: t.field({ type: RejudgeTarget, required: true, description: 'Which submissions.' }),
    reason: t.string({ description: 'Why, for the audit.' }),
  }),
})

const RejudgeSubmissionInput = builder.inputType('RejudgeSubmissionInput', {
  description: 'A submission to judge anew.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Id of the submission.' }) }),
})

const RejudgeContestProblemInput = builder.inputType('RejudgeContestProblemInput', {
  description: 'The problem of a contest whose submissions are judged anew.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, description: 'Id of the contest.' }),
    problemNumber: t.int({ required: true, description: 'Number of the problem.' }),
    reason: t.string({ description: 'Why, for the audit.' }),
  }),
})

const ApplyRejudgingInput = builder.inputType('ApplyRejudgingInput', {
  description: 'A rejudging whose outcomes are to count.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Id of the rejudging.' }) }),
})

const DropRejudgingInput = builder.inputType('DropRejudgingInput', {
  description: 'A rejudging whose outcomes are never to count.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Id of the rejudging.' }) }),
})

const numberOf = (id: { typename: string; id: string }, type: string): number =>
  id.typename === type ? Number(id.id) : Number.NaN

builder.mutationFields((t) => ({
  rejudgeContestProblem: t.prismaField({
    refuses: ['FORBIDDEN', 'NOTHING_TO_REJUDGE'],
    description:
      'Judges what was sent to a problem in a contest anew; nothing of it counts before it is applied.',
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
    description: 'Lets the outcomes that were held back count, all of them at once.',
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
    description: 'Leaves everything as it is, and what goes on of it ends.',
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
    description: 'Judges a submission anew.',
    type: 'Submission',
    args: { input: t.arg({ type: RejudgeSubmissionInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = input.id.typename === 'Submission' ? Number(input.id.id) : Number.NaN
      await rejudgeSubmission(ctx, id)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  rejudge: t.prismaField({
    refuses: ['FORBIDDEN', 'NO_TESTS', 'NOTHING_TO_REJUDGE'],
    description: 'Judges many submissions anew.',
    type: Rejudging,
    args: { input: t.arg({ type: RejudgeInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { target, reason } = input
      const { filter, problemId } = target
      const problem = problemId && (problemId.typename === 'Problem' ? Number(problemId.id) : Number.NaN)
      const id = await rejudge(ctx, { filter: filterOfInput(filter), problemId: problem, reason })
      return ctx.db.rejudging.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.prismaObjectFields('Operation', (t) => ({
  rejudging: t.relation('rejudging', {
    nullable: true,
    description: 'The rejudging that it is; null of other kinds.',
  }),
}))
