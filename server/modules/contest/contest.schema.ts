import { AwardKind, ContestAccess, ContestType, OiScoring, ShownName } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { type Context, readerOf } from '../../context.ts'
import { RowChangeEnum } from '../../enums.ts'
import { BARS, hasAccess } from '../../policy/contest.ts'
import { organises } from '../../policy/officials.ts'
import { find } from '../../venue.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  CONTEST,
  CONTEST_STATUSES,
  contestListing,
  contestsOfPage,
  findListed,
  problemsChangedAt,
  recentContests,
  standingIn,
  statusOf,
  watchContest,
  watchContests,
} from './contest.ts'
import { register } from './entering.ts'
import { type AwardTier, tiersOf } from './organising/organising.ts'

const ContestTypeEnum = builder.enumType(ContestType, {
  description: 'ACM: problems solved and penalty count. OI: scores count.',
  name: 'ContestType',
})
const ContestAccessEnum = builder.enumType(ContestAccess, {
  description:
    'PUBLIC: everybody looks and submits. PROTECTED: looks, and submits once registered. PRIVATE: neither before that.',
  name: 'ContestAccess',
})
const OiScoringEnum = builder.enumType(OiScoring, {
  description: 'Which submission of a problem counts in an OI contest.',
  name: 'OiScoring',
})
const ShownNameEnum = builder.enumType(ShownName, {
  description: 'The name that a scoreboard shows of a person.',
  name: 'ShownName',
})
const AwardKindEnum = builder.enumType(AwardKind, {
  description: 'What the number of a tier is: a share of the rows in percent, or rows.',
  name: 'AwardKind',
})
const ContestStatusEnum = builder.enumType('ContestStatus', {
  description: 'Where a contest stands between its times.',
  values: CONTEST_STATUSES,
})

const ContestBarEnum = builder.enumType('ContestBar', {
  description:
    'What keeps somebody from something in a contest. NOT_FOUND: it is of a group that they are not in.',
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
  description: 'One tier of awards.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    background: t.exposeString('background', { description: 'Its colour: #rrggbb.' }),
    color: t.exposeString('color', { description: 'The colour of its name: #rrggbb.' }),
    number: t.exposeInt('number', { description: 'Rows, or percent of the rows.' }),
  }),
})

/** A contest that the graph shows, be it for its open board alone. */
const known = (ctx: Context, id: number) => find(ctx, CONTEST, id, 'board')

export const Contest = builder.prismaNode('Contest', {
  description: 'A contest.',
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['contest', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'cid of the REST calls and of URLs.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    descriptionTree: t.field({
      type: 'MarkdownTree',
      description: '`description` as it is drawn.',
      select: { description: true },
      resolve: ({ description }, _, ctx) => ctx.house.markdown.treeOf(description),
    }),
    type: t.expose('type', { type: ContestTypeEnum, description: 'What counts.' }),
    access: t.expose('access', { type: ContestAccessEnum, description: 'Who looks and submits.' }),
    status: t.field({
      type: ContestStatusEnum,
      description: 'Where it stands.',
      select: { startsAt: true, endsAt: true },
      resolve: (row, _, ctx) => statusOf(row, ctx.now),
    }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When it starts.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When it ends.' }),
    freezesAt: t.expose('freezesAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From here on outcomes are sealed; null: never.',
    }),
    thawsAt: t.expose('thawsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From here on they are open again; null: not yet.',
    }),
    oiScoring: t.expose('oiScoring', { type: OiScoringEnum, description: 'Which submission counts in OI.' }),
    shownName: t.expose('shownName', { type: ShownNameEnum, description: 'What the scoreboard shows.' }),
    boardIsOpen: t.exposeBoolean('boardIsOpen', {
      description: 'Whether everybody may read the scoreboard.',
    }),
    hasPrinting: t.exposeBoolean('printing', { description: 'Whether texts can be sent to be printed.' }),
    takesLate: t.exposeBoolean('takesLate', {
      description: 'Whether one may go on submitting after the end.',
    }),
    isVisible: t.exposeBoolean('visible', { description: 'Whether it is on the public side.' }),
    owner: t.relation('owner', { description: 'Whose it is.' }),
    participantCount: t.relationCount('participations', {
      description: 'How many have registered.',
      where: { registeredAt: { not: null } },
    }),
    hasAccess: t.boolean({
      description: 'Whether the viewer has registered where one has to.',
      resolve: async ({ id }, _, ctx) =>
        hasAccess(readerOf(ctx), await standingIn(ctx, await known(ctx, id))),
    }),
    needsPassword: t.boolean({
      description: 'Whether one registers with a password.',
      select: { password: true },
      resolve: ({ password }) => password !== null,
    }),
    isRegistered: t.boolean({
      description: 'Whether the viewer has registered.',
      select: (_, ctx) => ({
        participations: { where: { userId: ctx.viewer?.id ?? '', registeredAt: { not: null } }, take: 1 },
      }),
      resolve: ({ participations }) => participations.length > 0,
    }),
    lookBar: t.field({
      type: ContestBarEnum,
      nullable: true,
      description: 'What keeps the viewer from its problems, submissions and announcements; null: nothing.',
      resolve: async ({ id }, _, ctx) => CONTEST.bar(ctx, await known(ctx, id), 'look'),
    }),
    submitBar: t.field({
      type: ContestBarEnum,
      nullable: true,
      description: 'What keeps the viewer from submitting there now; null: nothing.',
      resolve: async ({ id }, _, ctx) => CONTEST.bar(ctx, await known(ctx, id), 'submit'),
    }),
    canSubmit: t.boolean({
      description: 'Whether the viewer may submit there now.',
      resolve: async ({ id }, _, ctx) => (await CONTEST.bar(ctx, await known(ctx, id), 'submit')) === null,
    }),
    canManage: t.boolean({
      description: 'Whether the viewer organises it.',
      resolve: async ({ id }, _, ctx) => organises(readerOf(ctx), await known(ctx, id)),
    }),
    problemsChangedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its problems were changed last, or what they are called; null: it never had any.',
      resolve: ({ id }, _, ctx) => problemsChangedAt(ctx, { id }),
    }),
    awards: t.field({
      type: [AwardTierType],
      description: 'Its tiers of awards, best first.',
      select: { awards: true },
      resolve: (row) => tiersOf(row),
    }),
    awardKind: t.expose('awardKind', { type: AwardKindEnum, description: 'How the tiers count.' }),
    version: t.exposeInt('version', {
      description: 'Counts the changes; a save names the one it began from.',
    }),
  }),
})

const ContestFilterInput = builder.inputType('ContestFilter', {
  description: 'What a list of contests is narrowed to.',
  fields: (t) => ({
    status: t.field({ type: ContestStatusEnum, description: 'Where they stand.' }),
    type: t.field({ type: ContestTypeEnum, description: 'What counts there.' }),
    keyword: t.string({ description: 'Part of the title.' }),
  }),
})

const RegisterContestInput = builder.inputType('RegisterContestInput', {
  description: 'A contest to take part in.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    password: t.string({ required: true, description: 'Its password.' }),
  }),
})

builder.queryFields((t) => ({
  contest: t.field({
    type: Contest,
    nullable: true,
    description: 'One contest.',
    args: { number: t.arg.int({ required: true, description: 'Its number.' }) },
    resolve: (_, { number }, ctx) => known(ctx, number),
  }),
  contests: t.prismaConnection(
    {
      type: Contest,
      cursor: 'id',
      description:
        'Contests: those to come, then those that are on, then the others; the latest start first.',
      args: {
        filter: t.arg({ type: ContestFilterInput, description: 'Those alone.' }),
        offset: t.arg.int({ description: 'Rows to leave out.' }),
      },
      totalCount: (_, { filter }, ctx) => ctx.db.contest.count({ where: contestListing(ctx, filter ?? {}) }),
      resolve: async (query, _, { filter, offset }, ctx) => {
        const { skip: before = 0, take = 10, cursor: _cursor, ...columns } = query
        const skip = before + Math.max(offset ?? 0, 0)
        const where = contestListing(ctx, filter ?? {})
        const { contests } = await contestsOfPage(ctx, where, { skip, take, columns })
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
    description: 'The contests that are on, and those that start within two weeks.',
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
      'CONTEST_PASSWORD_TOO_SOON',
    ],
    args: { input: t.arg({ type: RegisterContestInput, required: true }) },
    resolve: (_, { input: { id, password } }, ctx) => register(ctx, Number(id.id), password),
  }),
}))

const ContestChange = builder.objectRef<ChangedRow>('ContestChange').implement({
  description: 'What became of a contest of the public list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What became of it.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'The id of the contest, also of one that is not there any more; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: Contest, id }),
    }),
    contest: t.field({
      type: Contest,
      nullable: true,
      description: 'Null when it left the list.',
      resolve: ({ id }, _, ctx) => (id === null ? null : findListed(ctx, id)),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  contestsChanged: t.field({
    type: ContestChange,
    description:
      'The contests of the public list when they start, are sealed, end and are unsealed, and as they come, change and leave.',
    subscribe: (_, __, ctx) => watchContests(ctx),
    resolve: (change) => change,
  }),
  contestChanged: t.field({
    type: Contest,
    description: 'A contest when it starts, is sealed, ends and is unsealed, and after each change of it.',
    args: { id: t.arg.globalID({ for: [Contest], required: true, description: 'The contest.' }) },
    subscribe: (_, { id }, ctx) => watchContest(ctx, Number(id.id)),
    resolve: (contest) => contest,
  }),
}))
