import type { Readable } from 'node:stream'
import type { Prisma } from '#prisma/generated/client.ts'
import { type Context, readerOf, requireLogin, type SignedInContext } from '../../context.ts'
import { visibleSubmissions } from '../../policy/submission.ts'
import { WITH_WORDS, wordingOf } from '../notification/wording.ts'
import type { Written } from '../package/format.ts'
import { zipAsTheyCome } from '../package/zip.ts'
import { extensionOf } from '../site/language.ts'
import { casesOf, masked, OF_CONTEST } from '../submission/outcome.ts'
import { submittedOutputs } from '../submission/outputs/outputs.ts'
import { SOURCE_COLUMNS, seesSource } from '../submission/submission.ts'
import { editorChoicesOf } from '../user/editorChoices.ts'

/**
 * Archive of one person's data: what they entered and what was kept about them, and nothing that others wrote.
 * Outcomes are those the person sees at the moment of packing. It is packed while it is stored, a part of some
 * hundred rows at a time.
 */
const PART = 200

/** Most rows of a kind. */
const MOST_ROWS = 100_000

const json = (value: unknown): { content: Uint8Array } => ({
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/** Cells that spreadsheets must not run begin with a quote (OWASP, CSV injection). */
const cell = (value: string | number | boolean | null): string => {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The viewer's archive as a stream. */
export function archiveOf(ctx: Context): Readable {
  requireLogin(ctx)
  return zipAsTheyCome(filesOf(ctx))
}

async function* filesOf(ctx: SignedInContext) {
  yield new Map([
    ['profile.json', json(await profileOf(ctx))],
    ['sessions.json', json(await sessionsOf(ctx))],
    ['check-ins.json', json(await checkInsOf(ctx))],
    ['trainings.json', json(await registrationsOf(ctx))],
    ['homework.json', json(await homeworkOf(ctx))],
    ['lessons.json', json(await lessonsOf(ctx))],
  ])
  yield* submissionsOf(ctx)
  yield* partsOf('comments', (page) =>
    ctx.db.comment.findMany({
      ...page,
      where: { authorId: ctx.viewer.id, ...page.where },
      select: { id: true, contestId: true, discussionId: true, content: true, createdAt: true },
    }),
  )
  yield* partsOf('replies', (page) =>
    ctx.db.reply.findMany({
      ...page,
      where: { authorId: ctx.viewer.id, ...page.where },
      select: { id: true, commentId: true, content: true, createdAt: true },
    }),
  )
  yield* partsOf('posts', (page) =>
    ctx.db.discussion.findMany({
      ...page,
      where: { authorId: ctx.viewer.id, ...page.where },
      select: {
        id: true,
        problemId: true,
        groupId: true,
        title: true,
        description: true,
        content: true,
        createdAt: true,
        updatedAt: true,
      },
    }),
  )
  yield* partsOf('reports', (page) =>
    ctx.db.discussionReport.findMany({
      ...page,
      where: { reporterId: ctx.viewer.id, ...page.where },
      select: { id: true, discussionId: true, labels: true, reason: true, createdAt: true, updatedAt: true },
    }),
  )
  yield* partsOf('points', (page) =>
    ctx.db.pointEntry.findMany({
      ...page,
      where: { userId: ctx.viewer.id, ...page.where },
      select: {
        id: true,
        amount: true,
        reason: true,
        problemId: true,
        orderId: true,
        note: true,
        createdAt: true,
      },
    }),
  )
  yield* partsOf('orders', (page) =>
    ctx.db.shopOrder.findMany({
      ...page,
      where: { userId: ctx.viewer.id, ...page.where },
      select: {
        id: true,
        state: true,
        total: true,
        receiver: true,
        phone: true,
        address: true,
        refusal: true,
        createdAt: true,
        decidedAt: true,
        lines: { select: { name: true, price: true, quantity: true } },
      },
    }),
  )
  yield* partsOf('groups', (page) =>
    ctx.db.groupMember.findMany({
      ...page,
      where: { userId: ctx.viewer.id, ...page.where },
      select: {
        id: true,
        group: { select: { id: true, name: true } },
        standing: true,
        reason: true,
        createdAt: true,
        updatedAt: true,
      },
    }),
  )
  yield* partsOf('group-announcements', (page) =>
    ctx.db.groupNotice.findMany({
      ...page,
      where: { authorId: ctx.viewer.id, ...page.where },
      select: { id: true, groupId: true, title: true, content: true, createdAt: true, updatedAt: true },
    }),
  )
  yield* partsOf('group-invitations', (page) =>
    ctx.db.groupInvitation.findMany({
      ...page,
      where: { createdById: ctx.viewer.id, ...page.where },
      select: { id: true, groupId: true, createdAt: true, expiresAt: true, maxUses: true, revokedAt: true },
    }),
  )
  yield* partsOf('notifications', async (page) => {
    const where = { userId: ctx.viewer.id, ...page.where }
    const rows = await ctx.db.notification.findMany({ ...page, where, include: WITH_WORDS })
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      link: row.link,
      createdAt: row.createdAt,
      readAt: row.readAt,
      // Those about comments, replies and likes quote others.
      ...(row.kind === 'MINE' || row.kind === 'SYS' ? wordingOf(ctx, row) : {}),
    }))
  })
}

type Page = { where: { id: { gt: number } }; orderBy: { id: 'asc' }; take: number }

const pageAfter = (id: number): Page => ({ where: { id: { gt: id } }, orderBy: { id: 'asc' }, take: PART })

/** Rows by number in files such as comments/1.json; one empty file when there are none. */
async function* partsOf(
  name: string,
  read: (page: Page) => Promise<readonly { id: number }[]>,
): AsyncGenerator<Written> {
  let after = 0
  for (let part = 1; part * PART <= MOST_ROWS; part += 1) {
    const rows = await read(pageAfter(after))
    if (rows.length > 0 || part === 1) yield new Map([[`${name}/${part}.json`, json(rows)]])
    if (rows.length < PART) return
    after = rows.at(-1)?.id ?? after
  }
}

async function profileOf({ db, viewer }: SignedInContext) {
  const user = await db.user.findUniqueOrThrow({ where: { id: viewer.id } })
  const { username, email, emailVerified, role, createdAt, updatedAt } = user
  const { nickname, realname, gender, school, course, number, signature } = user
  const { github, blog, cfUsername, avatar, titleName, locale, theme, mailKinds, mailPace } = user
  return {
    username,
    email,
    emailVerified,
    role,
    createdAt,
    updatedAt,
    nickname,
    realname,
    gender,
    school,
    course,
    number,
    signature,
    github,
    blog,
    cfUsername,
    avatar,
    titleName,
    locale,
    theme,
    mailKinds,
    mailPace,
    editor: editorChoicesOf(user),
  }
}

const sessionsOf = ({ db, viewer }: SignedInContext) =>
  db.session.findMany({
    where: { userId: viewer.id },
    orderBy: { id: 'asc' },
    take: MOST_ROWS,
    select: { createdAt: true, issuedAt: true, expiresAt: true, ip: true, userAgent: true },
  })

const checkInsOf = ({ db, viewer }: SignedInContext) =>
  db.checkIn.findMany({
    where: { userId: viewer.id },
    orderBy: { day: 'asc' },
    take: MOST_ROWS,
    select: { day: true, fortune: true, createdAt: true },
  })

/** Due times of their own, and points and notes of teachers. */
const homeworkOf = async ({ db, viewer: { id: userId } }: SignedInContext) => ({
  extensions: await db.homeworkExtension.findMany({
    where: { userId },
    orderBy: { trainingId: 'asc' },
    take: MOST_ROWS,
    select: { trainingId: true, dueAt: true, reason: true },
  }),
  marks: await db.trainingMark.findMany({
    where: { userId },
    orderBy: [{ trainingId: 'asc' }, { problemId: 'asc' }],
    take: MOST_ROWS,
    select: { trainingId: true, problemId: true, points: true, note: true },
  }),
})

const registrationsOf = ({ db, viewer }: SignedInContext) =>
  db.trainingRegistration.findMany({
    where: { userId: viewer.id },
    orderBy: { trainingId: 'asc' },
    take: MOST_ROWS,
    select: { trainingId: true, registeredAt: true, solved: true, timeMs: true },
  })

const lessonsOf = ({ db, viewer }: SignedInContext) =>
  db.lessonProgress.findMany({
    where: { userId: viewer.id },
    orderBy: { lessonId: 'asc' },
    take: MOST_ROWS,
    select: { lessonId: true, doneAt: true, seconds: true, updatedAt: true },
  })

const COLUMNS = {
  ...OF_CONTEST,
  ...SOURCE_COLUMNS,
  id: true,
  problemId: true,
  language: true,
  codeLength: true,
  state: true,
  verdict: true,
  timeMs: true,
  memoryKb: true,
  score: true,
  oiRankScore: true,
  judgedBy: true,
  manual: true,
  caseCount: true,
  tape: true,
  ip: true,
  problem: { select: { displayId: true } },
  outputSetId: true,
  code: { select: { source: true } },
} satisfies Prisma.SubmissionSelect

const HEAD = [
  ...['id', 'problem', 'contest', 'group', 'language', 'createdAt', 'ip', 'codeBytes', 'state', 'verdict'],
  ...['score', 'timeMs', 'memoryKb', 'cases', 'shared', 'file'],
]

/** What problems are called in the contests of submissions, by contest and problem. */
async function namesInContests(
  ctx: Context,
  rows: readonly { contestId: number | null; problemId: number }[],
): Promise<Map<string, string>> {
  const sent = rows.filter(({ contestId }) => contestId !== null)
  const problems = await ctx.db.contestProblem.findMany({
    where: {
      contestId: { in: sent.map(({ contestId }) => contestId ?? 0) },
      problemId: { in: sent.map(({ problemId }) => problemId) },
    },
    select: { contestId: true, problemId: true, displayId: true },
  })
  return new Map(problems.map((one) => [`${one.contestId} ${one.problemId}`, one.displayId]))
}

/**
 * Submissions the viewer may open, each source in a file, and an index of all. Files of output are called by their hashes,
 * which the listing in the place of a source has, and are there once.
 */
async function* submissionsOf(ctx: SignedInContext) {
  const lines = [HEAD.join(',')]
  const packed = new Set<string>()
  let after = 0
  while (lines.length <= MOST_ROWS) {
    // A freeze may begin while the archive is packed: each part is read at its own time.
    const now: SignedInContext = { ...ctx, now: new Date() }
    const rows = await now.db.submission.findMany({
      ...pageAfter(after),
      where: { AND: [{ userId: now.viewer.id, id: { gt: after } }, visibleSubmissions(readerOf(now))] },
      select: COLUMNS,
    })
    const names = await namesInContests(now, rows)
    const sources: Written = new Map()
    const submitted: { outputSetId: string | null }[] = []
    for (const row of rows) {
      const shown = masked(now, row)
      const file = `submissions/${row.id}.${extensionOf(row.language)}`
      const isOpen = row.code !== null && (await seesSource(now, row))
      if (isOpen && row.code) sources.set(file, { content: Buffer.from(row.code.source) })
      if (isOpen && row.outputSetId !== null) submitted.push(row)
      // Which problem of the site one of a contest is stays unsaid.
      const problem =
        row.contestId === null
          ? row.problem.displayId
          : (names.get(`${row.contestId} ${row.problemId}`) ?? null)
      const cells = [
        ...[row.id, problem, row.contestId, row.groupId, row.language],
        ...[row.createdAt.toISOString(), row.ip, shown.codeLength, shown.state, shown.verdict, shown.score],
        ...[shown.timeMs, shown.memoryKb, casesOf(now, row).tape, row.shared, isOpen ? file : null],
      ]
      lines.push(cells.map(cell).join(','))
    }
    if (sources.size > 0) yield sources
    for (const row of submitted) {
      const fresh = (await submittedOutputs(now, row)).filter(({ hash }) => !packed.has(hash))
      for (const { hash } of fresh) packed.add(hash)
      const open = (hash: string) => () => now.house.blobs.read(hash)
      yield new Map(fresh.map(({ hash, size }) => [`outputs/${hash}`, { size, open: open(hash) }]))
    }
    if (rows.length < PART) break
    after = rows.at(-1)?.id ?? after
  }
  yield new Map([['submissions.csv', { content: Buffer.from(`${lines.join('\r\n')}\r\n`) }]])
}
