import { AwardKind, ContestAccess, ContestType, OiScoring, ShownName } from '#prisma/generated/enums.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import { type Context, readerOf } from '../../context.ts'
import { RowChangeEnum } from '../../enums.ts'
import { BARS, hasAccess, hidesProblems } from '../../policy/contest.ts'
import { ORGANISED, organises } from '../../policy/officials.ts'
import { find } from '../../venue.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  CONTEST,
  CONTEST_STATUSES,
  type ContestFilter,
  contestListing,
  contestsOfPage,
  findShown,
  pageOfSlice,
  problemsChangedAt,
  recentContests,
  standingIn,
  statusOf,
  watchContest,
  watchContests,
} from './contest.ts'
import { type AwardTier, tiersOf } from './organising/organising.ts'
import { register } from './registration.ts'

const ContestTypeEnum = builder.enumType(ContestType, {
  description: 'Scoring. ACM: solved problems and penalty time. OI: sum of scores.',
  name: 'ContestType',
})
const ContestAccessEnum = builder.enumType(ContestAccess, {
  description:
    'Access. PUBLIC: everyone views and submits. PROTECTED: everyone views, registered users submit. PRIVATE: only registered users view and submit.',
  name: 'ContestAccess',
})
const OiScoringEnum = builder.enumType(OiScoring, {
  description: 'Which submission of a problem counts in OI.',
  name: 'OiScoring',
})
const ShownNameEnum = builder.enumType(ShownName, {
  description: 'Name that a scoreboard shows for a participant.',
  name: 'ShownName',
})
const AwardKindEnum = builder.enumType(AwardKind, {
  description: 'Unit of an award tier: percent of the rows, or number of rows.',
  name: 'AwardKind',
})
const ContestStatusEnum = builder.enumType('ContestStatus', {
  description: 'Status of a contest by its times.',
  values: CONTEST_STATUSES,
})

const ContestBarEnum = builder.enumType('ContestBar', {
  description:
    'Why the viewer may not do something in a contest. NOT_FOUND: it belongs to a group that they are not a member of.',
  values: BARS,
})

export const contestEnums = {
  ContestTypeEnum,
  ContestAccessEnum,
  OiScoringEnum,
  ShownNameEnum,
  AwardKindEnum,
  ContestStatusEnum,
}

const AwardTierType = builder.objectRef<AwardTier>('AwardTier').implement({
  description: 'An award tier.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the tier.' }),
    background: t.exposeString('background', { description: 'Background colour: #rrggbb.' }),
    color: t.exposeString('color', { description: 'Text colour: #rrggbb.' }),
    number: t.exposeInt('number', { description: 'Number of rows, or percent of the rows.' }),
  }),
})

const groupIdOf = ({ groupId }: { groupId: number | null }) => groupId

/** A contest that the graph shows, even if only for its public scoreboard. */
const known = (ctx: Context, id: number) => find(ctx, CONTEST, id, 'board')

export const Contest = builder.prismaNode('Contest', {
  description: 'A contest.',
  id: { field: 'id' },
  select: { id: true, groupId: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['contest', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number: cid of REST calls and URLs.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    descriptionTree: t.field({
      type: 'MarkdownTree',
      description: '`description` as HTML.',
      select: { description: true },
      resolve: ({ description }, _, ctx) => ctx.house.markdown.treeOf(description),
    }),
    type: t.expose('type', { type: ContestTypeEnum, description: 'Scoring.' }),
    access: t.expose('access', { type: ContestAccessEnum, description: 'Who may view and submit.' }),
    status: t.field({
      type: ContestStatusEnum,
      description: 'Status.',
      select: { startsAt: true, endsAt: true },
      resolve: (row, _, ctx) => statusOf(row, ctx.now),
    }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'Start.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'End.' }),
    freezesAt: t.expose('freezesAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the freeze; null: no freeze.',
    }),
    thawsAt: t.expose('thawsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the freeze; null: not yet.',
    }),
    oiScoring: t.expose('oiScoring', { type: OiScoringEnum, description: 'Which submission counts in OI.' }),
    shownName: t.expose('shownName', { type: ShownNameEnum, description: 'Name that the scoreboard shows.' }),
    boardIsOpen: t.exposeBoolean('boardIsOpen', {
      description: 'Whether the scoreboard is public.',
    }),
    hasPrinting: t.exposeBoolean('printing', { description: 'Whether printing is enabled.' }),
    takesLate: t.exposeBoolean('takesLate', {
      description: 'Whether submissions are accepted after the end.',
    }),
    isExam: t.exposeBoolean('exam', { description: 'Whether it counts in the gradebook of its group.' }),
    isVisible: t.exposeBoolean('visible', {
      description: 'Whether it is visible outside the administration.',
    }),
    group: t.relation('group', {
      ...nullUnlessSeen('group', groupIdOf, groupIdOf),
      description: 'Its group; null: of the site, or of a group that the viewer does not see.',
    }),
    owner: t.relation('owner', { description: 'Owner.' }),
    participantCount: t.relationCount('participations', {
      description: 'Number of registrations.',
      where: { registeredAt: { not: null } },
    }),
    hasAccess: t.boolean({
      description: 'Whether the viewer is registered, for contests that require it.',
      resolve: async ({ id }, _, ctx) =>
        hasAccess(readerOf(ctx), await standingIn(ctx, await known(ctx, id))),
    }),
    needsPassword: t.boolean({
      description: 'Whether registration requires a password.',
      select: { password: true },
      resolve: ({ password }) => password !== null,
    }),
    isRegistered: t.boolean({
      description: 'Whether the viewer is registered.',
      select: (_, ctx) => ({
        participations: { where: { userId: ctx.viewer?.id ?? '', registeredAt: { not: null } }, take: 1 },
      }),
      resolve: ({ participations }) => participations.length > 0,
    }),
    lookBar: t.field({
      type: ContestBarEnum,
      nullable: true,
      description: 'Why the viewer may not see its problems, submissions and announcements; null: they may.',
      resolve: async ({ id }, _, ctx) => CONTEST.bar(ctx, await known(ctx, id), 'look'),
    }),
    submitBar: t.field({
      type: ContestBarEnum,
      nullable: true,
      description: 'Why the viewer may not submit now; null: they may.',
      resolve: async ({ id }, _, ctx) => CONTEST.bar(ctx, await known(ctx, id), 'submit'),
    }),
    canSubmit: t.boolean({
      description: 'Whether the viewer may submit now.',
      resolve: async ({ id }, _, ctx) => (await CONTEST.bar(ctx, await known(ctx, id), 'submit')) === null,
    }),
    canManage: t.boolean({
      description: 'Whether the viewer may organise it.',
      resolve: async ({ id }, _, ctx) => organises(readerOf(ctx), await known(ctx, id)),
    }),
    problemsChangedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the last change of its problem list or of a problem in it; null when it never had a problem, and before its start for all but organisers.',
      select: ORGANISED,
      resolve: (contest, _, ctx) =>
        hidesProblems(readerOf(ctx), contest) ? null : problemsChangedAt(ctx, contest),
    }),
    awards: t.field({
      type: [AwardTierType],
      description: 'Award tiers, best first.',
      select: { awards: true },
      resolve: (row) => tiersOf(row),
    }),
    awardKind: t.expose('awardKind', { type: AwardKindEnum, description: 'Unit of the award tiers.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
  }),
})

const ContestFilterInput = builder.inputType('ContestFilter', {
  description: 'Filter of a list of contests.',
  fields: (t) => ({
    status: t.field({ type: ContestStatusEnum, description: 'Status.' }),
    type: t.field({ type: ContestTypeEnum, description: 'Scoring.' }),
    keyword: t.string({ description: 'Part of the title.' }),
    groupId: t.globalID({ description: 'Contests of this group instead of the site.' }),
  }),
})

const filterOf = (given: typeof ContestFilterInput.$inferInput | null | undefined): ContestFilter => ({
  ...given,
  groupId: given?.groupId ? Number(given.groupId.id) : null,
})

const RegisterContestInput = builder.inputType('RegisterContestInput', {
  description: 'A contest to register for.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    password: t.string({ required: true, description: 'Its password, if it has one.' }),
  }),
})

builder.queryFields((t) => ({
  contest: t.field({
    type: Contest,
    nullable: true,
    description: 'A contest by its number.',
    args: { number: t.arg.int({ required: true, description: 'Its number.' }) },
    resolve: (_, { number }, ctx) => known(ctx, number),
  }),
  contests: t.prismaConnection(
    {
      type: Contest,
      cursor: 'id',
      description: 'Contests: upcoming, running, then ended; latest start first.',
      args: {
        filter: t.arg({ type: ContestFilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: async (_, { filter }, ctx) =>
        ctx.db.contest.count({ where: await contestListing(ctx, filterOf(filter)) }),
      resolve: async (query, _, { filter, offset }, ctx) => {
        const { skip: before = 0, take, cursor, ...columns } = query
        const skip = before + Math.max(offset ?? 0, 0)
        const where = await contestListing(ctx, filterOf(filter))
        const page = await pageOfSlice(ctx, where, { cursor, skip, take })
        const { contests } = await contestsOfPage(ctx, where, { ...page, columns })
        return contests
      },
    },
    { name: 'ContestConnection' },
    { name: 'ContestEdge' },
  ),
}))

builder.objectFields('Site', (t) => ({
  recentContests: t.prismaField({
    type: [Contest],
    seen: 'Only contests of the public list are read.',
    description: 'Running contests and those that start within two weeks.',
    resolve: (query, _, __, ctx) => recentContests(ctx, query),
  }),
}))

builder.mutationFields((t) => ({
  registerContest: t.field({
    type: Contest,
    description: 'Registers the viewer for a contest.',
    refuses: [
      'CONTEST_NEEDS_NO_REGISTRATION',
      'CONTEST_REGISTERED',
      'CONTEST_OVER',
      'CONTEST_ACCOUNT',
      'CONTEST_PASSWORD',
      'CONTEST_PASSWORD_EMPTY',
      'CONTEST_PASSWORD_TOO_SOON',
    ],
    args: { input: t.arg({ type: RegisterContestInput, required: true }) },
    resolve: (_, { input: { id, password } }, ctx) => register(ctx, Number(id.id), password),
  }),
}))

const ContestChange = builder.objectRef<ChangedRow>('ContestChange').implement({
  description: 'A change of a contest in a list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the contest, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: Contest, id }),
    }),
    contest: t.field({
      type: Contest,
      nullable: true,
      description: 'The contest; null when it left the list.',
      resolve: ({ change, id }, _, ctx) => (id === null || change === 'REMOVED' ? null : findShown(ctx, id)),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  contestsChanged: t.field({
    type: ContestChange,
    description:
      'Contests of the list of the site or a group: when they start, freeze, end and unfreeze, and when they are created, changed and removed.',
    args: { groupId: t.arg.globalID({ description: 'The group; default: the site.' }) },
    subscribe: (_, { groupId }, ctx) => watchContests(ctx, groupId ? Number(groupId.id) : null),
    resolve: (change) => change,
  }),
  contestChanged: t.field({
    type: Contest,
    description: 'A contest: when it starts, freezes, ends and unfreezes, and after each change.',
    args: { id: t.arg.globalID({ for: [Contest], required: true, description: 'The contest.' }) },
    subscribe: (_, { id }, ctx) => watchContest(ctx, Number(id.id)),
    resolve: (contest) => contest,
  }),
}))
