import { randomBytes } from 'node:crypto'
import { PRIORITY } from '#judge/protocol.ts'
import { DEFAULT_LOCALE, LOCALES } from '#locales/i18n.ts'
import {
  carousel,
  contests,
  notices,
  problems,
  systemNotices,
  tagGroups,
  users,
} from '#prisma/seed/content.ts'
import type { SeedContest, SeedProblem } from '#prisma/seed/types.ts'
import { clocks } from '../../clocks.ts'
import type { Context, House } from '../../context.ts'
import { contentOf } from '../../core/blobs.ts'
import { transact } from '../../events.ts'
import { createContestNotice } from '../../modules/contest/contestNotices.ts'
import { createContest } from '../../modules/contest/organising/organising.ts'
import { storeFile } from '../../modules/file/file.ts'
import { saveNotice } from '../../modules/notice/notice.ts'
import { keepSolutions } from '../../modules/package/solutions.ts'
import { storeParts, writeProblem } from '../../modules/problem/authoring/authoring.ts'
import { showSlide } from '../../modules/site/carousel.ts'
import { syncLanguages } from '../../modules/site/language.ts'
import { takeIn } from '../../modules/submission/submission.ts'
import { createSystemNotice } from '../../modules/systemNotice/systemNotice.ts'
import { addTagGroup } from '../../modules/tag/tag.ts'
import { checkIn } from '../../modules/user/checkIn.ts'
import { looksOf, usernameKeyOf } from '../../modules/user/username.ts'
import { viewerOf } from '../../policy/viewer.ts'
import { createTimetable } from '../../timetable.ts'
import { seedGroups } from './seedGroups.ts'
import { seedLessons } from './seedLessons.ts'
import { seedShop } from './seedShop.ts'
import { seedComments, seedDiscussions, seedMessages } from './seedTalk.ts'
import { seedTrainings } from './seedTrainings.ts'

/** Where the seed notes how far it is, so that one that was killed goes on with the next start. */
const MARK = 'seed'

const DAY = 86_400_000

/** No argon2 hash, so no password fits. */
const NO_PASSWORD = '!'

const rootContext = (house: House): Context => ({
  house,
  db: house.database.prisma,
  viewer: viewerOf({ id: '1', username: 'root', role: 'ROOT' }),
  sessionId: null,
  now: new Date(),
  locale: DEFAULT_LOCALE,
  client: { ip: '', userAgent: '' },
})

/** Ids by user name. Nobody can sign in as one of them; they are there to have written things. */
async function seedUsers(ctx: Context): Promise<Map<string, string>> {
  await ctx.db.user.createMany({
    data: users.map((user, index) => ({
      id: randomBytes(16).toString('hex'),
      usernameKey: usernameKeyOf(user.username),
      looks: looksOf(user.username),
      passwordHash: NO_PASSWORD,
      createdAt: new Date(ctx.now.getTime() - (users.length - index) * DAY),
      ...user,
    })),
    skipDuplicates: true,
  })
  const rows = await ctx.db.user.findMany({
    where: { usernameKey: { in: users.map(({ username }) => usernameKeyOf(username)) } },
    select: { id: true, username: true },
  })
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/** Who has checked in, and how many days ago: a streak until yesterday, and a day before it. */
const CHECK_INS = { username: 'moss', daysAgo: [7, 5, 4, 3, 2, 1] }

async function seedCheckIns(ctx: Context, authors: Map<string, string>) {
  const { username, daysAgo } = CHECK_INS
  const id = authors.get(username)
  if (id === undefined || (await ctx.db.checkIn.count({ where: { userId: id } })) > 0) return
  const viewer = viewerOf({ id, username, role: 'USER' })
  await transact({ ...ctx, viewer }, async (ctx) => {
    for (const days of daysAgo) await checkIn({ ...ctx, now: new Date(ctx.now.getTime() - days * DAY) })
  })
}

/** Numbers by key. */
async function seedTags(ctx: Context): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  const present = await ctx.db.tagGroup.findMany({ include: { tags: { orderBy: { id: 'asc' } } } })
  for (const [rank, group] of tagGroups.entries()) {
    const before = present.find((row) => row.rank === rank)
    const tags = group.tags.map(({ name, color }) => ({ names: name, color }))
    const stored = before ?? (await addTagGroup(ctx, { names: group.name, rank, tags }))
    for (const [at, { key }] of group.tags.entries()) {
      const tag = stored.tags[at]
      if (tag) numbers.set(key, tag.id)
    }
  }
  return numbers
}

const asInput = (problem: SeedProblem, authorId: string | undefined, tagIds: number[]) => ({
  id: null,
  displayId: problem.displayId,
  difficulty: problem.difficulty,
  scoring: problem.scoring,
  caseMode: problem.caseMode,
  visibility: problem.inContest ? ('CONTEST_ONLY' as const) : ('PUBLIC' as const),
  timeMs: problem.limits.timeMs,
  memoryMb: problem.limits.memoryMb,
  stackMb: problem.limits.stackMb,
  outputBytes: null,
  checker: problem.checker,
  interactor: problem.interactor,
  fileIo: problem.fileIo,
  userFiles: problem.userFiles,
  judgeFiles: problem.judgeFiles,
  openCases: problem.openCases,
  codeShare: problem.codeShare,
  languageKeys: [],
  statements: LOCALES.map((locale) => ({
    locale,
    ...problem.statement[locale],
    source: problem.source[locale],
  })),
  samples: problem.samples,
  tagIds,
  templates: problem.templates,
  testcases: problem.testcases(),
  annexes: problem.annexes.map(({ name, content }) => ({ name, content: Buffer.from(content) })),
  ...(authorId === undefined ? {} : { authorId }),
})

/** The example programs, which verify the problem and its tests. */
const solutionsOf = ({ solutions }: SeedProblem) =>
  solutions.map(({ language, verdict, source, score }, index) => ({
    name: `${verdict.toLowerCase().replaceAll('_', '-')}-${index + 1}`,
    language,
    source,
    expected: [verdict],
    score: score ?? null,
  }))

async function seedProblems(ctx: Context, authors: Map<string, string>, tags: Map<string, number>) {
  const rows = await ctx.db.problem.findMany({ select: { displayId: true } })
  const present = new Set(rows.map(({ displayId }) => displayId))
  for (const [index, problem] of problems.entries()) {
    if (present.has(problem.displayId)) continue
    const tagIds = problem.tags.flatMap((key) => tags.get(key) ?? [])
    // Each a little after the one before, so that "changed last" has an order.
    const now = new Date(ctx.now.getTime() - (problems.length - index) * 60_000)
    const input = asInput(problem, authors.get(problem.author), tagIds)
    const stored = await storeParts(ctx, input)
    await transact({ ...ctx, now }, async (ctx) => {
      const { id } = await writeProblem(ctx, null, input, stored)
      await keepSolutions(ctx, id, solutionsOf(problem))
    })
  }
}

/**
 * The example solutions, sent by the demo people over the last days and judged for real once a judge is there, after
 * everything that newcomers send.
 */
async function seedSubmissions(ctx: Context, authors: Map<string, string>) {
  if ((await ctx.db.submission.count({ where: { contestId: null } })) > 0) return
  const people = [...authors].map(([username, id]) => viewerOf({ id, username, role: 'USER' }))
  const open = problems.filter(({ inContest }) => !inContest)
  const sent = open.flatMap(({ displayId, solutions }) =>
    solutions.map(({ language, source }) => ({ problem: { displayId }, language, source })),
  )
  for (const [index, input] of sent.entries()) {
    const viewer = people[(index * 7 + (index >> 2)) % people.length] ?? null
    const now = new Date(ctx.now.getTime() - ((sent.length - index) / sent.length) * 6.5 * DAY)
    await transact({ ...ctx, viewer, now }, (ctx) => takeIn(ctx, input, PRIORITY.rejudging))
  }
}

const MINUTE = 60_000

/** A contest with what people sent in it, judged for real once a judge is there; in a transaction of its own. */
async function seedContest(outer: Context, contest: SeedContest, authors: Map<string, string>) {
  // The site's timetable knows the contest once it is committed.
  const timetable = createTimetable(outer.db, clocks)
  const ctx: Context = { ...outer, house: { ...outer.house, timetable } }
  const startsAt = new Date(ctx.now.getTime() + contest.startsIn * MINUTE)
  const after = (minutes: number) => new Date(startsAt.getTime() + minutes * MINUTE)
  const as = (username: string, role: 'USER' | 'ADMIN', now = ctx.now): Context => ({
    ...ctx,
    now,
    viewer: viewerOf({ id: authors.get(username) ?? '', username, role }),
  })
  const { title, description, type, freezesAfter, thawsByItself, boardIsOpen, awards } = contest
  const author = as(contest.author, 'ADMIN')
  const { id: contestId } = await createContest(author, {
    title,
    description,
    type,
    startsAt,
    thawsByItself,
    boardIsOpen,
    awards,
    endsAt: after(contest.lasts),
    freezesAt: freezesAfter === null ? null : after(freezesAfter),
    awardKind: awards.length > 0 ? 'COUNT' : 'NONE',
  })
  await timetable.renew()
  const letters = new Map<string, SeedProblem>()
  for (const [position, { displayId, color }] of contest.problems.entries()) {
    const problem = problems.find((one) => one.displayId === displayId)
    const row = await ctx.db.problem.findUniqueOrThrow({ where: { displayId }, select: { id: true } })
    const letter = String.fromCharCode(65 + position)
    if (problem) letters.set(letter, problem)
    // Not through addContestProblem, which takes a problem off the public list.
    await ctx.db.contestProblem.create({
      data: {
        contestId,
        problemId: row.id,
        displayId: letter,
        color,
        position: position + 1,
        title: problem?.statement[DEFAULT_LOCALE].title ?? displayId,
      },
    })
  }
  for (const notice of contest.notices)
    await createContestNotice(author, contestId, { ...notice, hidden: false })
  const roleOf = (username: string) => (username === contest.author ? 'ADMIN' : 'USER')
  await seedComments({ kind: 'contest', id: contestId }, contest.comments, (who, minute) =>
    as(who, roleOf(who), after(minute)),
  )
  for (const { username, problem, verdict, minute } of contest.runs) {
    const solution = letters.get(problem)?.solutions.find((one) => one.verdict === verdict)
    if (!solution) throw new Error(`${title}: ${problem} has no solution that is ${verdict}`)
    const { language, source } = solution
    const sent = { problem: { displayId: problem }, language, source, contestId }
    await takeIn(as(username, 'USER', after(minute)), sent, PRIORITY.rejudging)
  }
}

async function seedContests(ctx: Context, authors: Map<string, string>) {
  for (const contest of contests) {
    const { title } = contest
    if ((await ctx.db.contest.count({ where: { title } })) > 0) continue
    await transact(ctx, (ctx) => seedContest(ctx, contest, authors))
  }
}

async function seedNotices(ctx: Context, authors: Map<string, string>) {
  if ((await ctx.db.siteNotice.count()) > 0) return
  for (const { author, daysAgo, texts } of notices) {
    await saveNotice(ctx, {
      id: null,
      texts,
      hidden: false,
      authorId: authors.get(author) ?? null,
      createdAt: new Date(ctx.now.getTime() - daysAgo * DAY),
    })
  }
}

async function seedSystemNotices(ctx: Context) {
  if ((await ctx.db.systemNotice.count()) > 0) return
  for (const { daysAgo, title, content } of systemNotices) {
    const now = new Date(ctx.now.getTime() - daysAgo * DAY)
    await createSystemNotice({ ...ctx, now }, { title, content, audience: 'ALL' })
  }
}

async function seedCarousel(ctx: Context) {
  if ((await ctx.db.carouselSlide.count()) > 0) return
  for (const [rank, { svg, mediaType, texts, href }] of carousel.entries()) {
    const picture = { name: `slide${rank}.svg`, content: contentOf(Buffer.from(svg)) }
    const { id } = await storeFile(ctx, 'SLIDE', picture, mediaType, { ownerId: null, groupId: null })
    await showSlide(ctx, id, { texts, href, rank })
  }
}

/**
 * Fills a site that has no problem yet with the opening set, through the same rules as everything else. Does nothing
 * on a site that has problems of its own, or that was filled before; the super administrator must exist.
 */
export async function seed(house: House): Promise<void> {
  const ctx = rootContext(house)
  const mark = await ctx.db.setting.findUnique({ where: { key: MARK } })
  if (mark?.value === 'done') return
  if (!mark && (await ctx.db.problem.count()) > 0) return
  const note = (value: 'begun' | 'done') =>
    ctx.db.setting.upsert({ where: { key: MARK }, create: { key: MARK, value }, update: { value } })

  await note('begun')
  await syncLanguages(house)
  const authors = await seedUsers(ctx)
  const tags = await seedTags(ctx)
  await seedProblems(ctx, authors, tags)
  await seedNotices(ctx, authors)
  await seedSystemNotices(ctx)
  await seedCarousel(ctx)
  await seedSubmissions(ctx, authors)
  await seedContests(ctx, authors)
  await seedGroups(ctx, authors)
  await seedTrainings(ctx, authors)
  await seedLessons(ctx, authors)
  await seedDiscussions(ctx, authors)
  await seedCheckIns(ctx, authors)
  await seedMessages(ctx)
  await seedShop(ctx)
  await note('done')
}
