import type { User } from '#prisma/generated/client.ts'
import { builder, PAGE_COST } from '../../builder.ts'
import { DifficultyEnum, VerdictEnum } from '../../enums.ts'
import { countListed } from '../rank/ladder.ts'
import { numberOf } from '../rank/rank.ts'
import { shownLanguageName } from '../site/language.ts'
import { submissionPage } from '../submission/page.ts'
import { type CheckInRecord, checkInRecord } from './checkInRecord.ts'
import {
  type ActiveDay,
  activeDays,
  type LanguageCount,
  languageCounts,
  type VerdictCount,
  verdictCounts,
} from './figures.ts'
import {
  bestScores,
  type SolvedGroup,
  type SolvedTag,
  solvedByDifficulty,
  solvedByTag,
  solvedDisplayIds,
} from './solved.ts'
import { findHome, lastLoginAt, privateOf, textsOf, watchHome } from './userHome.ts'

/** Cost of a figure that reads an index of one account. */
const FIGURE = { field: 20, multiplier: 1 }

/** Submissions of the list of recent ones. */
const RECENT = 8

const ActiveDayRef = builder.objectRef<ActiveDay>('ActiveDay').implement({
  description: "A day of the site's time zone with practice submissions.",
  fields: (t) => ({
    date: t.exposeString('date', { description: 'YYYY-MM-DD.' }),
    submitted: t.exposeInt('submitted', { description: 'Submissions.' }),
    accepted: t.exposeInt('accepted', { description: 'Accepted submissions.' }),
  }),
})

type Activity = { today: string; days: ActiveDay[] }

const ActivityRef = builder.objectRef<Activity>('Activity').implement({
  description: 'Practice submissions of the last 365 days.',
  fields: (t) => ({
    today: t.exposeString('today', { description: "Last of the days in the site's time zone, YYYY-MM-DD." }),
    days: t.field({
      type: [ActiveDayRef],
      description: 'Days with submissions, oldest first.',
      resolve: ({ days }) => days,
    }),
  }),
})

const VerdictCountRef = builder.objectRef<VerdictCount>('VerdictCount').implement({
  description: 'Practice submissions with one verdict.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'Verdict.' }),
    count: t.exposeInt('count', { description: 'Submissions.' }),
  }),
})

const LanguageCountRef = builder.objectRef<LanguageCount>('LanguageCount').implement({
  description: 'Practice submissions in one language.',
  fields: (t) => ({
    languageName: t.string({
      description: 'Name of the language.',
      resolve: ({ language }, _, ctx) => shownLanguageName(ctx, language),
    }),
    count: t.exposeInt('count', { description: 'Submissions.' }),
  }),
})

const SolvedGroupRef = builder.objectRef<SolvedGroup>('SolvedGroup').implement({
  description: 'Solved public problems of one difficulty.',
  fields: (t) => ({
    difficulty: t.expose('difficulty', { type: DifficultyEnum, description: 'Difficulty.' }),
    total: t.exposeInt('total', { description: 'Public problems of the difficulty.' }),
    displayIds: t.stringList({
      description: 'Display ids of the solved ones, oldest problem first.',
      resolve: ({ solved }) => solved.map(({ displayId }) => displayId),
    }),
  }),
})

const SolvedTagRef = builder.objectRef<SolvedTag>('SolvedTag').implement({
  description: 'Solved public problems with one tag.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "Name of the tag, in the viewer's language if available." }),
    color: t.exposeString('color', { nullable: true, description: 'CSS colour of the tag.' }),
    solved: t.exposeInt('solved', { description: 'Solved problems.' }),
  }),
})

const CheckInRecordRef = builder.objectRef<CheckInRecord>('CheckInRecord').implement({
  description: 'Check-ins of a user.',
  fields: (t) => ({
    doneToday: t.exposeBoolean('doneToday', { description: 'Whether they have checked in today.' }),
    streak: t.exposeInt('streak', { description: 'Consecutive days, today included when checked in.' }),
    longest: t.exposeInt('longest', { description: 'Most consecutive days.' }),
    total: t.exposeInt('total', { description: 'All days.' }),
    days: t.exposeBooleanList('days', { description: 'Last 14 days, oldest first.' }),
  }),
})

const RankFiguresRef = builder.objectRef<User>('RankFigures').implement({
  description: 'What a user solved in practice, and where that places them.',
  fields: (t) => ({
    solved: t.int({
      description: 'Problems accepted.',
      resolve: async ({ id }, _, ctx) => (await rankRow(ctx, id))?.solved ?? 0,
    }),
    submitted: t.int({
      description: 'Submissions, compile errors included.',
      resolve: async ({ id }, _, ctx) => (await rankRow(ctx, id))?.submitted ?? 0,
    }),
    score: t.int({
      description: 'Sum of the best OI rank scores.',
      resolve: async ({ id }, _, ctx) => (await rankRow(ctx, id))?.score ?? 0,
    }),
    acm: t.int({
      nullable: true,
      description: 'Position in the ACM list, from 1; null when no list shows them.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => numberOf(ctx, 'ACM', id),
    }),
    oi: t.int({
      nullable: true,
      description: 'Position in the OI list, from 1; null when no list shows them.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => numberOf(ctx, 'OI', id),
    }),
    listed: t.int({
      description: 'Number of accounts in the lists.',
      resolve: (_, __, ctx) => countListed(ctx),
    }),
  }),
})

const PrivateFields = builder
  .objectRef<NonNullable<ReturnType<typeof privateOf>>>('PrivateFields')
  .implement({
    description: 'Fields of an account that its owner and user administrators see.',
    fields: (t) => ({
      email: t.exposeString('email', { nullable: true, description: 'E-mail address.' }),
      realname: t.exposeString('realname', { nullable: true, description: 'Real name.' }),
      number: t.exposeString('number', { nullable: true, description: 'Student number.' }),
      course: t.exposeString('course', { nullable: true, description: 'Course.' }),
    }),
  })

const text = { type: 'String', nullable: true } as const

const UserHome = builder.objectRef<User>('UserHome').implement({
  description: 'Home page of a user: profile, and figures of their practice.',
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      description: 'The user.',
      resolve: (query, { id }, _, ctx) => ctx.db.user.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    uid: t.exposeString('id', { description: 'uid of the REST calls and of URLs.' }),
    viewerIsOwner: t.boolean({
      description: 'Whether it is the home of the viewer.',
      resolve: ({ id }, _, ctx) => ctx.viewer?.id === id,
    }),
    isDisabled: t.exposeBoolean('disabled', { description: 'Whether the account is disabled.' }),
    private: t.field({
      type: PrivateFields,
      nullable: true,
      description: 'Private fields; null for all but the owner and user administrators.',
      resolve: (user, _, ctx) => privateOf(ctx, user),
    }),
    gender: t.field({
      ...text,
      description: 'male, female or secrecy.',
      resolve: (user, _, ctx) => textsOf(ctx, user).gender,
    }),
    school: t.field({
      ...text,
      description: 'School.',
      resolve: (user, _, ctx) => textsOf(ctx, user).school,
    }),
    github: t.field({
      ...text,
      description: 'URL on GitHub.',
      resolve: (user, _, ctx) => textsOf(ctx, user).github,
    }),
    blog: t.field({
      ...text,
      description: 'URL of their site.',
      resolve: (user, _, ctx) => textsOf(ctx, user).blog,
    }),
    signature: t.field({
      ...text,
      description: 'What they say of themselves, in Markdown.',
      resolve: (user, _, ctx) => textsOf(ctx, user).signature,
    }),
    signatureTree: t.field({
      type: 'MarkdownTree',
      nullable: true,
      description: 'The signature, as the page shows it.',
      complexity: FIGURE,
      resolve: (user, _, ctx) => {
        const { signature } = textsOf(ctx, user)
        return signature ? ctx.house.markdown.treeOf(signature) : null
      },
    }),
    lastLoginAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Last login; null without one in half a year.',
      resolve: ({ id }, _, ctx) => lastLoginAt(ctx, id),
    }),
    rank: t.field({
      type: RankFiguresRef,
      description: 'Totals, and places in the rank lists.',
      resolve: (user) => user,
    }),
    activity: t.field({
      type: ActivityRef,
      description: 'Heat map.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => activeDays(ctx, id),
    }),
    verdicts: t.field({
      type: [VerdictCountRef],
      description: 'Practice submissions by verdict, most first.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => verdictCounts(ctx, id),
    }),
    languages: t.field({
      type: [LanguageCountRef],
      description: 'Practice submissions by language, most first.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => languageCounts(ctx, id),
    }),
    solvedByDifficulty: t.field({
      type: [SolvedGroupRef],
      description: 'Solved public problems by difficulty, easy ones first.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => solvedByDifficulty(ctx, id),
    }),
    solvedByTag: t.field({
      type: [SolvedTagRef],
      description: 'Solved public problems by tag, most first; at most 12 tags.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => solvedByTag(ctx, id),
    }),
    bestScores: t.intList({
      description: 'Best OI rank score of each attempted problem, 0 for an unsolved ACM problem.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => bestScores(ctx, id),
    }),
    checkIns: t.field({
      type: CheckInRecordRef,
      description: 'Check-ins.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => checkInRecord(ctx, id),
    }),
    solvedDisplayIds: t.stringList({
      description: 'Display ids of the solved problems that the viewer sees, oldest problem first.',
      complexity: FIGURE,
      resolve: ({ id }, _, ctx) => solvedDisplayIds(ctx, id),
    }),
    recentSubmissions: t.prismaField({
      type: ['Submission'],
      nullable: { list: false, items: true },
      description: 'Latest eight practice submissions that the viewer sees, newest first.',
      complexity: { field: PAGE_COST, multiplier: RECENT },
      resolve: (query, { username }, _, ctx) =>
        submissionPage(ctx, { username }, { ...query, take: RECENT }, 0),
    }),
  }),
})

const rankRow = (ctx: Parameters<typeof findHome>[0], userId: string) =>
  ctx.db.userRank.findUnique({ where: { userId } })

const uid = { description: 'uid of the user; default: by username.' }
const username = { description: "Username, case-insensitive; default: the viewer's." }

builder.queryFields((t) => ({
  userHome: t.field({
    type: UserHome,
    nullable: true,
    description: 'Home page of a user; null for guests who name nobody, and when there is no such user.',
    complexity: { field: PAGE_COST, multiplier: 1 },
    args: { uid: t.arg.string(uid), username: t.arg.string(username) },
    resolve: (_, name, ctx) => findHome(ctx, name),
  }),
}))

builder.subscriptionFields((t) => ({
  userHomeChanged: t.field({
    type: UserHome,
    description: 'A home page after each change of its figures or profile.',
    args: { uid: t.arg.string(uid), username: t.arg.string(username) },
    subscribe: (_, name, ctx) => watchHome(ctx, name),
    resolve: (user) => user,
  }),
}))
