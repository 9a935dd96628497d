import type { Prisma } from '#prisma/generated/client.ts'
import { addContest, addJudged, MINUTE, timesOf } from './contests.ts'
import type { GroupRoles } from './groupRoles.ts'
import { addJudgeable } from './judgeable.ts'
import type { Site } from './site.ts'

/** Rows of a group, one of each kind at least, and the numbers that they get. */

/** The number of the first row of each table that is made after `numberRows`. */
export const FIRST = 900_001

/** The key of the group's row of each type of node; its judgement is that of the submission in the contest. */
export const GROUP_NODES = {
  Annex: FIRST,
  AuditEntry: FIRST,
  Comment: FIRST,
  Contest: FIRST,
  ContestProblem: FIRST,
  Discussion: FIRST,
  DiscussionReport: FIRST,
  /** `groupNodes` knows the group and the student. */
  GradebookRow: ':',
  GroupInvitation: FIRST,
  GroupMember: FIRST,
  GroupNotice: FIRST,
  Judgement: `j${FIRST + 1}`,
  Making: 'making-of-group',
  /** `groupNodes` adds the student. */
  MatrixRow: `${FIRST}:`,
  Notification: FIRST,
  Operation: FIRST,
  OperationLine: FIRST,
  Problem: FIRST,
  Rejudging: FIRST,
  RejudgingEntry: FIRST,
  SimilarPair: FIRST,
  Reply: FIRST,
  Submission: FIRST,
  Tag: FIRST,
  Testset: FIRST,
  TestUpload: 'upload-of-group',
  Training: FIRST,
  TrainingProblem: FIRST,
  Trial: 'trial-of-group',
} as const satisfies Record<string, number | string>

/** The keys of GROUP_NODES, with those of the member's rows in the training and the gradebook. */
export const groupNodes = ({ group, people }: GroupRoles) => ({
  ...GROUP_NODES,
  GradebookRow: `${group.id}:${people.member.id}`,
  MatrixRow: `${GROUP_NODES.MatrixRow}${people.member.id}`,
})

/** Types of nodes that belong to the site or to a person, never to a group; a group itself is one of the site's. */
export const NODES_OF_NO_GROUP = [
  ...[
    'Account',
    'BankAccount',
    'CarouselSlide',
    'DiscussionCategory',
    'Group',
    'JudgeHost',
    'Language',
    'MailSettings',
    'Profile',
    'Session',
    'Site',
  ],
  ...[
    'Lesson',
    'PointEntry',
    'ShopItem',
    'ShopOrder',
    'SiteNotice',
    'SwitchesSettings',
    'SystemNotice',
    'TagGroup',
    'TrainingCategory',
    'User',
    'WebsiteSettings',
  ],
]

/** Files of the group that nobody fetches by their address. */
export const CLOSED_FILES = ['f1'.padEnd(32, '0'), 'f2'.padEnd(32, '0')] as const

/** Lets the numbers of all tables go on from FIRST. */
export async function numberRows(site: Site): Promise<void> {
  const numbered = await site.prisma.$queryRaw<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and column_default like 'nextval%'`
  for (const { table, column } of numbered)
    await site.prisma.$queryRawUnsafe(
      `select setval(pg_get_serial_sequence('"${table}"', '${column}'), ${FIRST - 1})`,
    )
}

/** Columns that say which row of a group another row belongs to. */
const BELONGING = ['groupId', 'contestId', 'problemId', 'submissionId'] as const
/** Tables of the site whose columns of these names never name a row of a group. */
const TABLES_OF_SITE = ['ProblemTally', 'ProblemProgress', 'PointEntry', 'LessonProblem']

/** Tables whose rows can belong to a group and that have none of this one: `fillGroup` has to make one. */
export async function tablesWithoutRow(site: Site, groupId: number): Promise<string[]> {
  const columns = await site.prisma.$queryRaw<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'integer'
      and column_name = any(${[...BELONGING]}::text[])`
  const filled = new Map<string, boolean>()
  for (const { table, column } of columns) {
    const keys = column === 'groupId' ? [groupId] : [FIRST, FIRST + 1]
    const [row] = await site.prisma.$queryRawUnsafe<{ found: boolean }[]>(
      `select exists (select from "${table}" where "${column}" in (${keys.join(', ')})) as "found"`,
    )
    filled.set(table, (filled.get(table) ?? false) || row?.found === true)
  }
  return [...filled]
    .filter(([table, found]) => !found && !TABLES_OF_SITE.includes(table))
    .map(([table]) => table)
}

/** Makes the rows of GROUP_NODES and what belongs to them: problems in every state but the site's, a contest with all that it has. */
export async function fillGroup(site: Site, stage: GroupRoles): Promise<void> {
  await addProblems(site, stage)
  const sent = await addSubmissions(site, stage)
  await addToContest(site, stage, sent.inContest)
  await addRecords(site, stage, sent.inContest)
  await addPost(site, stage)
  await addTraining(site, stage)
  await addTalk(site, stage)
}

async function addPost(site: Site, { group: { id: groupId }, people: { member, owner } }: GroupRoles) {
  await site.prisma.discussion.create({
    data: {
      groupId,
      problemId: FIRST,
      categoryId: 1,
      authorId: member.id,
      title: '[ALPHA1] Secret post',
      description: 'secret summary',
      content: 'secret words',
      likes: { create: { userId: owner.id } },
      reports: { create: { reporterId: owner.id, reason: 'secret reason' } },
      comments: { create: { authorId: owner.id, content: 'secret comment' } },
    },
  })
}

/** A visible and a hidden announcement, an application and an invitation. */
async function addTalk(site: Site, { group: { id: groupId }, people: { owner, siteRoot } }: GroupRoles) {
  const words = { groupId, authorId: owner.id, title: 'Secret notice', content: 'secret notice words' }
  for (const hidden of [false, true]) await site.prisma.groupNotice.create({ data: { ...words, hidden } })
  const reason = 'secret reason'
  await site.prisma.groupMember.create({
    data: { groupId, userId: siteRoot.id, standing: 'APPLIED', reason },
  })
  const expiresAt = new Date(Date.now() + 60 * MINUTE)
  await site.prisma.groupInvitation.create({
    data: { groupId, createdById: owner.id, token: 'secret-link', expiresAt, maxUses: 5 },
  })
}

async function addTraining(site: Site, { group: { id: groupId }, people: { member, owner } }: GroupRoles) {
  const { id: categoryId } = await site.prisma.trainingCategory.findFirstOrThrow()
  const [ends, reason] = [new Date(Date.now() + MINUTE), 'secret illness']
  await site.prisma.training.create({
    data: {
      ...{ groupId, categoryId, ownerId: owner.id, title: 'Secret training', description: 'secret path' },
      problems: { create: { problemId: FIRST, rank: 1 } },
      registrations: { create: { userId: member.id } },
      homework: {
        create: {
          dueAt: ends,
          endsAt: ends,
          extensions: { create: { userId: member.id, dueAt: ends, reason } },
        },
      },
      marks: { create: { userId: member.id, problemId: FIRST, points: 7, note: 'secret note' } },
    },
  })
  const now = new Date()
  await site.prisma.similarityRun.create({
    data: { trainingId: FIRST, startedAt: now, finishedAt: now, compared: 2 },
  })
  await site.prisma.similarPair.create({
    data: {
      trainingId: FIRST,
      problemId: FIRST,
      firstId: FIRST,
      secondId: FIRST + 1,
      firstUserId: member.id,
      secondUserId: owner.id,
      percent: 91,
      lines: 7,
      regions: [],
      foundAt: now,
    },
  })
  const cell = { trainingId: FIRST, userId: member.id, problemId: FIRST }
  await site.prisma.trainingCell.upsert({
    where: { trainingId_userId_problemId: cell },
    create: { ...cell, verdict: 'WRONG_ANSWER' },
    update: {},
  })
}

async function addProblems(site: Site, { group: { id: groupId }, people: { author } }: GroupRoles) {
  const authorId = author.id
  await addJudgeable(site, 'ALPHA1', { groupId, authorId, visibility: 'GROUP', ...partsOf() })
  for (const [at, columns] of [
    { visibility: 'HIDDEN' as const },
    { visibility: 'CONTEST_ONLY' as const },
    { visibility: 'GROUP' as const, application: 'ASKED' as const },
    { visibility: 'GROUP' as const, application: 'REFUSED' as const, approvedAt: new Date() },
  ].entries())
    await addJudgeable(site, `ALPHA${at + 2}`, { groupId, authorId, ...columns })
  const tag = await site.prisma.tag.create({ data: { names: { 'en-US': 'secrets' }, groupId } })
  await site.prisma.problemTag.create({ data: { problemId: FIRST, tagId: tag.id } })
  const hash = 'b'.repeat(64)
  await site.prisma.blob.create({ data: { hash, size: 6 } })
  await site.prisma.annex.create({ data: { problemId: FIRST, name: 'secret.txt', blobHash: hash, size: 6 } })
  await site.prisma.testBlob.create({ data: { problemId: FIRST, hash } })
  const openedAt = new Date()
  // The sweep of silent forms must not remove it while the answers are compared.
  const seenAt = new Date(openedAt.getTime() + 3_600_000)
  await site.prisma.problemEditor.create({
    data: { id: 'form-of-group', problemId: FIRST, userId: author.id, openedAt, seenAt },
  })
  const made = { id: GROUP_NODES.Making, problemId: FIRST, userId: author.id, state: 'DONE' as const }
  await site.prisma.making.create({ data: { ...made, kind: 'MAKE', task: {}, plan: [] } })
  await site.prisma.testUpload.create({ data: { id: GROUP_NODES.TestUpload, ownerId: author.id, groupId } })
}

const PROGRAM = { language: 'cpp17', source: 'secret program' }

/** Parts of a problem besides its statement; the hidden ones are for its managers. */
const partsOf = (): Partial<Prisma.ProblemUncheckedCreateInput> => ({
  samples: { create: { index: 1, input: 'secret sample', output: '1' } },
  templates: { create: { languageKey: 'cpp', code: 'secret template' } },
  solutions: { create: { name: 'main', ...PROGRAM } },
  makers: { create: { role: 'GENERATOR', name: 'gen', ...PROGRAM } },
  refereeTests: { create: { role: 'VALIDATOR', name: 'empty', input: Buffer.from('secret') } },
  testScript: { create: { text: 'gen 1' } },
})

async function addSubmissions(site: Site, { group: { id: groupId }, people: { member, owner } }: GroupRoles) {
  const contest = await addContest(site, {
    type: 'ACM' as const,
    ownerId: owner.id,
    ...timesOf('running'),
    groupId,
    title: 'Secret contest',
  })
  const createdAt = new Date(Date.now() - MINUTE)
  const send = (contestId: number | null) =>
    addJudged(site, member, { problemId: FIRST, contestId: contestId as number, createdAt }, { groupId })
  return { own: await send(null), inContest: await send(contest.id) }
}

type Sent = { id: number; contestId: number | null }

async function addToContest(site: Site, { people: { member, owner } }: GroupRoles, { contestId }: Sent) {
  const ofContest = { contestId: contestId ?? 0 }
  const ofProblem = { ...ofContest, problemId: FIRST }
  await site.prisma.contestProblem.create({
    data: { ...ofProblem, displayId: 'ALPHA1', title: 'Secret', position: 1 },
  })
  await site.prisma.comment.create({
    data: {
      ...ofContest,
      authorId: member.id,
      content: 'a secret question',
      replies: { create: { authorId: owner.id, content: 'a secret answer' } },
      likes: { create: { userId: owner.id } },
    },
  })
  const registered = { userId: member.id, registeredAt: new Date() }
  await site.prisma.participation.create({ data: { ...ofContest, ...registered } })
  await site.prisma.contestNotice.create({ data: { ...ofContest, title: 'Secret news', content: 'secret' } })
  await site.prisma.contestPrint.create({
    data: { ...ofContest, userId: member.id, content: 'secret print' },
  })
  await site.prisma.delivery.create({ data: { ...ofProblem, userId: member.id, claimedById: owner.id } })
}

/** What is written down of the group's rows: operations with what they made, the audit, notifications, test runs. */
async function addRecords(
  site: Site,
  stage: GroupRoles,
  { id: submissionId, contestId }: Sent,
): Promise<void> {
  const { id: groupId } = stage.group
  const { author, member, owner, siteRoot } = stage.people
  const over = { groupId, state: 'DONE' as const, total: 1, done: 1, endedAt: new Date() }
  const lines = { create: { subject: 'ALPHA1 Secret' } }
  await site.prisma.operation.create({
    data: {
      kind: 'REJUDGING',
      ownerId: owner.id,
      ...over,
      lines,
      rejudging: {
        create: { scope: 'PROBLEM', problemId: FIRST, contestId, entries: { create: { submissionId } } },
      },
    },
  })
  const [resultId, packageId] = CLOSED_FILES
  const bytes = { mediaType: 'application/zip', size: 6, hash: 'b'.repeat(64), groupId }
  const files = [
    { id: resultId, use: 'OPERATION_RESULT' as const, name: 'secret.zip' },
    { id: packageId, use: 'PACKAGE' as const, name: 'secret.zip' },
    { id: 'f3'.padEnd(32, '0'), use: 'MARKDOWN_PICTURE' as const, name: 'secret.png' },
  ]
  for (const file of files)
    await site.prisma.file.create({
      data: { ...file, ...bytes, place: `none/${file.id}`, ownerId: author.id },
    })
  await site.prisma.operation.create({
    data: {
      kind: 'PROBLEM_EXPORT',
      input: { problemIds: [FIRST], format: 'hoj' },
      ownerId: siteRoot.id,
      ...over,
      lines,
      resultId,
      resultExpiresAt: new Date(Date.now() + 60 * MINUTE),
    },
  })
  await site.prisma.auditEntry.create({
    data: { action: 'problem.changed', subject: `Problem:${FIRST}`, groupId, actorId: author.id },
  })
  await site.prisma.notification.create({
    data: {
      userId: member.id,
      kind: 'MINE',
      title: 'Secret',
      content: 'secret',
      subject: `Submission:${FIRST}`,
    },
  })
  const trial = { id: GROUP_NODES.Trial, userId: member.id, problemId: FIRST, state: 'DONE' as const }
  await site.prisma.trial.create({ data: { ...trial, task: { input: 'secret input', source: '' } } })
}
