import type { Contest as ContestRow } from '#prisma/generated/client.ts'
import { builder } from '../../../builder.ts'
import { readerOf } from '../../../context.ts'
import { type AccountRule, readRule } from '../../../policy/accountRule.ts'
import { canRemoveContest } from '../../../policy/contest.ts'
import { organises } from '../../../policy/officials.ts'
import { Contest, contestEnums } from '../contest.schema.ts'
import {
  type ContestDependents,
  dependentsOfContest,
  type ManagedContestFilter,
  managedContestListing,
} from './managedContests.ts'
import { type Finding, isBlocking, REHEARSAL_CODES, rehearse } from './rehearsal.ts'

const { ContestTypeEnum, ContestAccessEnum, ContestStatusEnum } = contestEnums

const DependentsType = builder.objectRef<ContestDependents>('ContestDependents').implement({
  description: 'What depends on a contest.',
  fields: (t) => ({
    submissionCount: t.exposeInt('submissions', {
      description: 'What was submitted there; it goes with it.',
    }),
    registrationCount: t.exposeInt('registrations', { description: 'Who has registered.' }),
    noticeCount: t.exposeInt('notices', { description: 'Its announcements.' }),
    problemCount: t.exposeInt('problems', { description: 'Its problems, which stay.' }),
  }),
})

const AccountRuleType = builder.objectRef<AccountRule>('AccountRule').implement({
  description: 'Accounts whose names are a number between two texts, and some more.',
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'Before the number.' }),
    suffix: t.exposeString('suffix', { description: 'After the number.' }),
    start: t.exposeInt('start', { description: 'The first number, written without zeros before it.' }),
    end: t.exposeInt('end', { description: 'The last number.' }),
    extra: t.exposeStringList('extra', { description: 'Further user names.' }),
  }),
})

const RehearsalCodeEnum = builder.enumType('RehearsalCode', {
  description: 'What can be wrong with a contest before it starts.',
  values: REHEARSAL_CODES,
})

const FindingType = builder.objectRef<Finding>('RehearsalFinding').implement({
  description: 'One thing that is wrong with a contest before it starts, or could be.',
  fields: (t) => ({
    code: t.expose('code', { type: RehearsalCodeEnum, description: 'What it is.' }),
    problemLabel: t.exposeString('problem', {
      nullable: true,
      description: 'What the contest calls the problem.',
    }),
    about: t.exposeString('about', { nullable: true, description: 'The language, the host or the limit.' }),
    showable: t.prismaField({
      type: 'Problem',
      nullable: true,
      description: 'A hidden problem that the viewer may show in contests, which mends it.',
      resolve: (query, { showable }, _, ctx) =>
        showable === null ? null : ctx.db.problem.findUnique({ ...query, where: { id: showable } }),
    }),
    isBlocking: t.boolean({ description: 'Whether it keeps people from taking part.', resolve: isBlocking }),
  }),
})

const ContestSettingType = builder.objectRef<ContestRow>('ContestSetting').implement({
  description: 'What only the organisers of a contest read.',
  fields: (t) => ({
    password: t.exposeString('password', { nullable: true, description: 'What one registers with.' }),
    accounts: t.field({
      type: AccountRuleType,
      nullable: true,
      description: 'Which accounts may take part; null: all.',
      resolve: ({ accountRule }) => (accountRule === null ? null : readRule(accountRule)),
    }),
    stars: t.exposeStringList('stars', { description: 'User names of those who are not ranked.' }),
    thawsByItself: t.exposeBoolean('thawsByItself', { description: 'Whether it is unsealed when it ends.' }),
    canRemove: t.boolean({
      description: 'Whether the viewer may take it away for good.',
      resolve: (contest, _, ctx) => canRemoveContest(readerOf(ctx), contest),
    }),
    rehearsal: t.field({
      type: [FindingType],
      description: 'What is wrong before it starts, or could be.',
      resolve: (contest, _, ctx) => rehearse(ctx, contest),
    }),
    dependents: t.field({
      type: DependentsType,
      description: 'What depends on it.',
      resolve: ({ id }, _, ctx) => dependentsOfContest(ctx, id),
    }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  setting: t.field({
    type: ContestSettingType,
    nullable: true,
    description: 'Null for those who do not organise it.',
    resolve: async ({ id }, _, ctx) => {
      const contest = await ctx.db.contest.findUnique({ where: { id } })
      return contest && !contest.removedAt && organises(readerOf(ctx), contest) ? contest : null
    },
  }),
}))

const ManagedFilterInput = builder.inputType('ManagedContestFilter', {
  description: 'What the list of the administration is narrowed to.',
  fields: (t) => ({
    keyword: t.string({ description: 'Part of the title, or the number.' }),
    type: t.field({ type: ContestTypeEnum, description: 'What counts there.' }),
    access: t.field({ type: ContestAccessEnum, description: 'Who looks and submits.' }),
    status: t.field({ type: ContestStatusEnum, description: 'Where they stand.' }),
    isVisible: t.boolean({ description: 'Whether they are on the public side.' }),
  }),
})

type Given = typeof ManagedFilterInput.$inferInput | null | undefined

const filterOf = (given: Given): ManagedContestFilter => ({ ...given, visible: given?.isVisible })

builder.queryFields((t) => ({
  managedContests: t.prismaConnection(
    {
      type: Contest,
      cursor: 'id',
      nullable: true,
      description: 'The contests that the viewer organises, the latest start first.',
      args: {
        filter: t.arg({ type: ManagedFilterInput, description: 'Those alone.' }),
        offset: t.arg.int({ description: 'Rows to leave out.' }),
      },
      totalCount: (_, { filter }, ctx) =>
        ctx.db.contest.count({ where: managedContestListing(ctx, filterOf(filter)).where }),
      resolve: (query, _, { filter, offset }, ctx) =>
        ctx.db.contest.findMany({
          ...query,
          ...managedContestListing(ctx, filterOf(filter)),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'ManagedContestConnection' },
    { name: 'ManagedContestEdge' },
  ),
}))
