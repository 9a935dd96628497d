import type { Contest as ContestRow } from '#prisma/generated/client.ts'
import { builder } from '../../../builder.ts'
import { readerOf } from '../../../context.ts'
import { type AccountRule, readRule } from '../../../policy/accountRule.ts'
import { canRemoveContest } from '../../../policy/contest.ts'
import { organises } from '../../../policy/officials.ts'
import { Contest, contestEnums } from '../contest.schema.ts'
import { candidatesOf, MOST_CANDIDATES } from './groupContests.ts'
import {
  type ContestDependents,
  dependentsOfContest,
  type ManagedContestFilter,
  managedContestListing,
} from './managedContests.ts'
import { type Finding, isBlocking, REHEARSAL_CODES, rehearse } from './rehearsal.ts'

const { ContestTypeEnum, ContestAccessEnum, ContestStatusEnum } = contestEnums

const DependentsType = builder.objectRef<ContestDependents>('ContestDependents').implement({
  description: 'What is deleted with a contest.',
  fields: (t) => ({
    submissionCount: t.exposeInt('submissions', {
      description: 'Number of submissions, which are deleted with it.',
    }),
    registrationCount: t.exposeInt('registrations', { description: 'Number of registrations.' }),
    noticeCount: t.exposeInt('notices', { description: 'Number of announcements.' }),
    problemCount: t.exposeInt('problems', { description: 'Number of problems, which stay.' }),
  }),
})

const AccountRuleType = builder.objectRef<AccountRule>('AccountRule').implement({
  description: 'Accounts by username: a range of numbers between a prefix and a suffix, and single names.',
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'Prefix.' }),
    suffix: t.exposeString('suffix', { description: 'Suffix.' }),
    start: t.exposeInt('start', { description: 'First number, without leading zeros.' }),
    end: t.exposeInt('end', { description: 'Last number.' }),
    extra: t.exposeStringList('extra', { description: 'Further usernames.' }),
  }),
})

const RehearsalCodeEnum = builder.enumType('RehearsalCode', {
  description: 'What can be wrong with a contest before it starts.',
  values: REHEARSAL_CODES,
})

const FindingType = builder.objectRef<Finding>('RehearsalFinding').implement({
  description: 'A finding about a contest before it starts.',
  fields: (t) => ({
    code: t.expose('code', { type: RehearsalCodeEnum, description: 'Kind of the finding.' }),
    problemLabel: t.exposeString('problem', {
      nullable: true,
      description: 'Label of the problem.',
    }),
    about: t.exposeString('about', {
      nullable: true,
      description: 'The language, the host or the limit it is about.',
    }),
    showable: t.prismaField({
      type: 'Problem',
      nullable: true,
      description: 'Hidden problem that the viewer can make visible in contests, which fixes the finding.',
      resolve: (query, { showable }, _, ctx) =>
        showable === null ? null : ctx.db.problem.findUnique({ ...query, where: { id: showable } }),
    }),
    isBlocking: t.boolean({ description: 'Whether it keeps users from taking part.', resolve: isBlocking }),
  }),
})

const ContestSettingType = builder.objectRef<ContestRow>('ContestSetting').implement({
  description: 'What only the organisers of a contest see.',
  fields: (t) => ({
    password: t.exposeString('password', { nullable: true, description: 'Password for registration.' }),
    accounts: t.field({
      type: AccountRuleType,
      nullable: true,
      description: 'Accounts that may take part; null: all.',
      resolve: ({ accountRule }) => (accountRule === null ? null : readRule(accountRule)),
    }),
    stars: t.exposeStringList('stars', { description: 'Usernames that are not ranked.' }),
    thawsByItself: t.exposeBoolean('thawsByItself', { description: 'Whether it unfreezes when it ends.' }),
    canRemove: t.boolean({
      description: 'Whether the viewer may delete it permanently.',
      resolve: (contest, _, ctx) => canRemoveContest(readerOf(ctx), contest),
    }),
    rehearsal: t.field({
      type: [FindingType],
      description: 'Findings about the contest before it starts.',
      resolve: (contest, _, ctx) => rehearse(ctx, contest),
    }),
    candidates: t.prismaField({
      type: ['Problem'],
      seen: 'The listing has only problems that the viewer sees.',
      description: `Problems that can be added to a contest of a group, newest first, at most ${MOST_CANDIDATES}: public ones, and those of the group.`,
      complexity: { field: 20, multiplier: MOST_CANDIDATES },
      args: {
        keyword: t.arg.string({
          required: true,
          description: "Part of a display id, a title, a source or an author's name.",
        }),
      },
      resolve: (query, contest, { keyword }, ctx) => candidatesOf(ctx, contest, keyword, query),
    }),
    dependents: t.field({
      type: DependentsType,
      description: 'What is deleted with it.',
      resolve: ({ id }, _, ctx) => dependentsOfContest(ctx, id),
    }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  setting: t.field({
    type: ContestSettingType,
    nullable: true,
    description: 'Null for viewers who do not organise it.',
    resolve: async ({ id }, _, ctx) => {
      const contest = await ctx.db.contest.findUnique({ where: { id } })
      return contest && !contest.removedAt && organises(readerOf(ctx), contest) ? contest : null
    },
  }),
}))

const ManagedFilterInput = builder.inputType('ManagedContestFilter', {
  description: 'Filter of the contests in the administration.',
  fields: (t) => ({
    keyword: t.string({ description: 'Part of the title, or the number.' }),
    type: t.field({ type: ContestTypeEnum, description: 'Scoring.' }),
    access: t.field({ type: ContestAccessEnum, description: 'Who may view and submit.' }),
    status: t.field({ type: ContestStatusEnum, description: 'Status.' }),
    isVisible: t.boolean({ description: 'Whether they are visible outside the administration.' }),
    groupId: t.globalID({ description: 'Contests of this group instead of the site.' }),
  }),
})

type Given = typeof ManagedFilterInput.$inferInput | null | undefined

const filterOf = (given: Given): ManagedContestFilter => ({
  ...given,
  visible: given?.isVisible,
  groupId: given?.groupId ? Number(given.groupId.id) : null,
})

builder.queryFields((t) => ({
  managedContests: t.prismaConnection(
    {
      type: Contest,
      cursor: 'id',
      nullable: true,
      description:
        'Contests that the viewer organises, latest start first; of a group with those of others that are visible.',
      args: {
        filter: t.arg({ type: ManagedFilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
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
