import { isInterfaceType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { VISIBLE } from '#server/policy/visible.ts'
import { schema } from '#server/schema.ts'
import { addContest, timesOf } from '../support/contests.ts'
import { addGroup } from '../support/groups.ts'
import { globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { askSocket, openRawSocket } from '../support/rawSocket.ts'
import { type Site, startSite } from '../support/site.ts'

/** Nodes that are for everybody: what the site is made of, and nothing anybody did. */
const OPEN = ['CarouselSlide', 'JudgeHost', 'Language', 'Site', 'TagGroup']

let site: Site
const people: Record<'root' | 'ada' | 'bob' | 'gone', Person> = {} as never
/** Rows that not everybody may see, and one submission that everybody may. */
const rows = {
  contest: 0,
  comment: 0,
  reply: 0,
  judgement: '',
  rejudging: 0,
  rejudgingEntry: 0,
  operation: 0,
  operationLine: 0,
  auditEntry: 0,
  notification: 0,
  problem: 0,
  annex: 0,
  tag: 0,
  testset: 0,
  testUpload: '',
  submission: 0,
  siteNotice: 0,
  trial: '',
  making: '',
  session: 0,
  user: '',
  open: 0,
  openProblem: 0,
  contestProblem: 0,
  comingProblem: 0,
}

const submission = (problemId: number) => ({
  problemId,
  userId: people.ada.id,
  language: 'cpp17',
  codeLength: 1,
  ip: '',
  state: 'DONE' as const,
  verdict: 'ACCEPTED' as const,
  code: { create: { source: 'secret code' } },
})

beforeAll(async () => {
  site = await startSite()
  people.root = await addPerson(site, 'root', { role: 'ROOT', email: 'root@judge.test' })
  people.ada = await addPerson(site, 'ada', { email: 'ada@judge.test' })
  people.bob = await addPerson(site, 'bob', { email: 'bob@judge.test' })
  people.gone = await addPerson(site, 'gone', { email: 'gone@judge.test' })
  await site.prisma.user.update({ where: { id: people.gone.id }, data: { disabled: true } })

  const shown = await addProblem(site, people.root, 'P1')
  const hidden = await addProblem(site, people.root, 'H1', {
    visibility: 'HIDDEN',
    annexes: [{ name: 'secret.txt', content: Buffer.from('secret annex') }],
  })
  const upload = await site.prisma.testUpload.create({
    data: { id: 'upload-of-root', ownerId: people.root.id },
  })
  const group = await addGroup(site, people.gone, 'secret')
  const tag = await site.prisma.tag.create({ data: { names: { 'en-US': 'Secret' }, groupId: group.id } })
  const annex = await site.prisma.annex.findFirstOrThrow({ where: { problemId: hidden.id } })
  const [open, closed] = [
    await site.prisma.submission.create({ data: submission(shown.id) }),
    await site.prisma.submission.create({ data: submission(hidden.id) }),
  ]
  const notice = await site.prisma.siteNotice.create({
    data: { texts: { 'en-US': { title: 'Secret news', content: '' } }, hidden: true },
  })
  const trial = await site.prisma.trial.create({
    data: {
      id: 'trial-of-ada',
      userId: people.ada.id,
      problemId: shown.id,
      task: { input: 'secret input', source: '' },
    },
  })
  const making = await site.prisma.making.create({
    data: {
      id: 'making-of-root',
      problemId: hidden.id,
      kind: 'MAKE',
      userId: people.root.id,
      task: {},
      plan: [],
    },
  })
  const judgement = await site.prisma.judgement.create({
    data: { id: 'judgement-of-ada', submissionId: open.id, attempt: 1, task: {} },
  })
  const rejudging = await site.prisma.rejudging.create({
    data: {
      scope: 'SUBMISSION',
      entries: { create: { submissionId: open.id } },
      operation: {
        create: { kind: 'SINGLE_REJUDGING', total: 1, lines: { create: { subject: 'secret subject' } } },
      },
    },
    include: { entries: true, operation: { include: { lines: true } } },
  })
  const audit = await site.prisma.auditEntry.create({
    data: { action: 'submission.corrected', subject: `Submission:${open.id}` },
  })
  const notification = await site.prisma.notification.create({
    data: { userId: people.ada.id, kind: 'MINE', messageKey: 'passwordReset' },
  })
  const contest = await site.prisma.contest.create({
    data: { ...timesOf('running'), type: 'ACM', ownerId: people.root.id, title: 'Secret', visible: false },
  })
  const running = await addContest(site, {
    ...{ ...timesOf('running'), type: 'ACM', ownerId: people.root.id },
  })
  const comment = await site.prisma.comment.create({
    data: {
      ...{ contestId: running.id, authorId: people.ada.id, content: 'secret question' },
      replies: { create: { authorId: people.root.id, content: 'secret answer' } },
    },
    include: { replies: true },
  })
  const coming = await addContest(site, { ...timesOf('before'), type: 'ACM', ownerId: people.root.id })
  const link = { problemId: hidden.id, displayId: 'A', title: 'Secret problem', position: 0 }
  const [inHidden, inComing] = [
    await site.prisma.contestProblem.create({ data: { ...link, contestId: contest.id } }),
    await site.prisma.contestProblem.create({ data: { ...link, contestId: coming.id } }),
  ]
  Object.assign(rows, {
    contest: contest.id,
    comment: comment.id,
    reply: comment.replies[0]?.id,
    notification: notification.id,
    judgement: judgement.id,
    rejudging: rejudging.id,
    rejudgingEntry: rejudging.entries[0]?.id,
    operation: rejudging.operationId,
    operationLine: rejudging.operation.lines[0]?.id,
    auditEntry: audit.id,
    problem: hidden.id,
    annex: annex.id,
    tag: tag.id,
    testset: shown.testsetId,
    testUpload: upload.id,
    submission: closed.id,
    siteNotice: notice.id,
    trial: trial.id,
    making: making.id,
    session: people.ada.sessionId,
    user: people.gone.id,
    open: open.id,
    openProblem: shown.id,
    contestProblem: inHidden.id,
    comingProblem: inComing.id,
  })
})
afterAll(() => site.close())

type Who = 'guest' | 'ada' | 'bob' | 'root'
const EVERYBODY: Who[] = ['guest', 'ada', 'bob', 'root']
const as = (who: Who) => (who === 'guest' ? {} : { token: people[who].token })

/** Noun, type, and who may see the row above. The author of a submission does not see it while its problem is hidden. */
const NOUNS: [keyof typeof VISIBLE, string, Who[]][] = [
  ['problem', 'Problem', ['root']],
  ['annex', 'Annex', ['root']],
  // Of a group that they are not in.
  ['tag', 'Tag', ['root']],
  // Of a problem that everybody sees.
  ['testset', 'Testset', ['root']],
  ['testUpload', 'TestUpload', ['root']],
  ['submission', 'Submission', ['root']],
  ['siteNotice', 'SiteNotice', ['root']],
  ['trial', 'Trial', ['ada']],
  ['making', 'Making', ['root']],
  ['session', 'Session', ['ada']],
  ['user', 'User', EVERYBODY],
  ['judgement', 'Judgement', ['root']],
  ['rejudging', 'Rejudging', ['root']],
  ['rejudgingEntry', 'RejudgingEntry', ['root']],
  ['operation', 'Operation', ['root']],
  ['operationLine', 'OperationLine', ['root']],
  ['auditEntry', 'AuditEntry', ['root']],
  ['notification', 'Notification', ['ada']],
  // One that is not visible.
  ['contest', 'Contest', ['root']],
  // A question in a running contest, and its answer.
  ['comment', 'Comment', ['ada', 'root']],
  ['reply', 'Reply', ['ada', 'root']],
]
/** Nodes that are no noun of their own, and who may see the one below. */
const FACES: [type: string, idOf: () => number | string, Who[]][] = [
  ['Account', () => people.ada.id, ['root']],
  ['Profile', () => people.ada.id, ['ada']],
  // Of a contest that is not visible, and of one that has not begun.
  ['ContestProblem', () => rows.contestProblem, ['root']],
  ['ContestProblem', () => rows.comingProblem, ['root']],
  ['WebsiteSettings', () => 'website', ['root']],
  ['SwitchesSettings', () => 'switches', ['root']],
  ['MailSettings', () => 'mail', ['root']],
  ['Site', () => 'site', EVERYBODY],
]

const CASES = NOUNS.flatMap(([noun, type, seers]) =>
  EVERYBODY.map((who) => [noun, who, type, seers.includes(who)] as const),
)

describe('every guarded noun', () => {
  it('is in this table, and every other node is known to be open', () => {
    expect(NOUNS.map(([noun]) => noun).sort()).toEqual(Object.keys(VISIBLE).sort())
    const node = schema.getType('Node')
    const nodes = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : []
    const faces = new Set([...FACES.map(([type]) => type), ...OPEN])
    expect(nodes.sort()).toEqual([...NOUNS.map(([, type]) => type), ...faces].sort())
  })

  it.each(CASES)('%s as %s by its id', (noun, who, type, sees) => asNode(type, rows[noun], who, sees))
})

const FACE_CASES = FACES.flatMap(([type, idOf, seers], at) =>
  EVERYBODY.map((who) => [type, at, who, idOf, seers.includes(who)] as const),
)

describe('a node that is no noun', () => {
  it.each(FACE_CASES)('%s (%i) as %s by its id', (type, _, who, idOf, sees) =>
    asNode(type, idOf(), who, sees),
  )

  it('is its own: another key, an account that has ended and a problem that was taken off name nothing', async () => {
    const ended = await addPerson(site, 'ended')
    await site.prisma.user.update({ where: { id: ended.id }, data: { endedAt: new Date() } })
    const link = await site.prisma.contestProblem.findUniqueOrThrow({ where: { id: rows.contestProblem } })
    const { id: _, ...columns } = link
    const off = await site.prisma.contestProblem.create({
      data: { ...columns, displayId: 'Z', problemId: rows.openProblem, removedAt: new Date() },
    })
    for (const [type, key] of [
      ['Account', ended.id],
      ['Account', 'nobody'],
      ['ContestProblem', off.id],
      ['ContestProblem', 99_999],
      ['Site', 'other'],
      ['MailSettings', 'website'],
      ['Profile', people.ada.id],
    ] as const)
      await asNode(type, key, 'root', false)
  })
})

async function asNode(type: string, key: number | string, who: Who, sees: boolean) {
  const id = globalId(type, key)
  const one = await site.graphql('query ($id: ID!) { node(id: $id) { id __typename } }', { id }, as(who))
  expect(one.data.node).toEqual(sees ? { id, __typename: type } : null)
  if (!sees) expect(one.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')

  const open = globalId('Submission', rows.open)
  const many = await site.graphql(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids: [id, open, id] },
    as(who),
  )
  // What may not be seen takes nothing else with it, and is like what is not there.
  expect(many.data.nodes).toEqual([sees ? { id } : null, { id: open }, sees ? { id } : null])
  expect(many.errors).toBeUndefined()
}

describe.each(EVERYBODY)('to %s', (who) => {
  const sees = who === 'root'

  it('lists show what they may see, and count no more', async () => {
    const { data, errors } = await site.graphql(
      `{ problems { totalCount edges { node { displayId } } }
         byName: problems(keyword: "H1") { totalCount }
         submissions { totalCount edges { node { number problem { displayId } } } }
         ofHidden: submissions(filter: { problem: "H1" }) { totalCount edges { node { number } } }
         site { siteNotices { totalCount edges { node { title } } } recentProblems { displayId } } }`,
      {},
      as(who),
    )
    expect(errors).toBeUndefined()
    // The public list is the same for all.
    expect(data.problems).toEqual({ totalCount: 1, edges: [{ node: { displayId: 'P1' } }] })
    expect(data.byName.totalCount).toBe(0)
    const numbers = data.submissions.edges.map(({ node }: { node: { number: number } }) => node.number)
    expect(numbers).toEqual(sees ? [rows.submission, rows.open] : [rows.open])
    expect(data.submissions.totalCount).toBe(numbers.length)
    expect(data.ofHidden.totalCount).toBe(sees ? 1 : 0)
    expect(data.ofHidden.edges).toHaveLength(sees ? 1 : 0)
    expect(JSON.stringify(data.site)).not.toMatch(/Secret news|H1/)
  })

  it('single rows are as absent as rows that never were', async () => {
    const ask = async (query: string) => {
      const { data, errors } = await site.graphql(query, {}, as(who))
      return { data, code: errors?.[0]?.extensions?.code, message: errors?.[0]?.message }
    }
    for (const [there, absent] of [
      ['{ problem(displayId: "H1") { title } }', '{ problem(displayId: "H2") { title } }'],
      [`{ submission(number: ${rows.submission}) { source } }`, '{ submission(number: 99999) { source } }'],
      [
        `{ node(id: "${globalId('SiteNotice', rows.siteNotice)}") { id } }`,
        `{ node(id: "${globalId('SiteNotice', 99999)}") { id } }`,
      ],
    ] as const) {
      if (sees) expect((await ask(there)).code).toBeUndefined()
      else expect(await ask(there)).toEqual(await ask(absent))
    }
  })

  it('people show no more than their names, and to themselves what is theirs', async () => {
    const { data } = await site.graphql(
      `{ ada: node(id: "${globalId('User', people.ada.id)}") { ... on User { username } }
         gone: node(id: "${globalId('User', people.gone.id)}") { ... on User { username } }
         viewer { user { username } email } }`,
      {},
      as(who),
    )
    expect([data.ada.username, data.gone.username]).toEqual(['ada', 'gone'])
    expect(data.viewer).toEqual(
      who === 'guest' ? null : { user: { username: who }, email: `${who}@judge.test` },
    )
  })

  it('the code of an open submission stays with those who may read it', async () => {
    const { data } = await site.graphql(
      `{ submission(number: ${rows.open}) { source viewerCanSeeSource } }`,
      {},
      as(who),
    )
    const reads = who === 'ada' || sees
    expect(data.submission).toEqual({ source: reads ? 'secret code' : null, viewerCanSeeSource: reads })
  })

  it('REST and files tell the same', async () => {
    for (const path of [
      '/api/get-problem-detail?problemId=H1',
      `/api/get-problem-languages?pid=${rows.problem}`,
      `/api/get-problem-code-template?pid=${rows.problem}&language=C`,
      `/api/get-submission-detail?submitId=${rows.submission}`,
      `/api/get-all-case-result?submitId=${rows.submission}`,
      '/api/get-submission-list?problemID=H1',
      `/api/get-test-judge-result?testJudgeKey=${rows.trial}`,
      `/api/get-last-ac-code?pid=${rows.problem}`,
    ]) {
      const response = await fetch(`${site.url}${path}`, {
        headers: who === 'guest' ? {} : { authorization: people[who].token },
      })
      const text = await response.text()
      expect(response.status, path).toBeLessThan(500)
      if (!sees) expect(text, path).not.toMatch(/secret|Sum H1|求和 H1/i)
    }
    const file = await fetch(`${site.url}/problem-files/${rows.annex}/secret.txt`, {
      headers: who === 'guest' ? {} : { authorization: people[who].token },
    })
    expect(file.status).toBe(sees ? 200 : 404)
  })

  it('subscriptions are silent about what they may not see', async () => {
    const raw = await openRawSocket(site.url, {
      init: { 'Accept-Language': 'en-US', ...(who === 'guest' ? {} : { Authorization: people[who].token }) },
    })
    try {
      const follow = (id: string, query: string) => raw.send({ id, type: 'subscribe', payload: { query } })
      follow(
        'one',
        `subscription { submissionChanged(id: "${globalId('Submission', rows.submission)}") { number source } }`,
      )
      follow('trial', `subscription { trialChanged(id: "${globalId('Trial', rows.trial)}") { input } }`)
      follow('list', 'subscription { submissionsChanged { submission { number } } }')
      follow('news', 'subscription { siteNoticeChanged { title } }')
      await askSocket(raw, 'settled', { query: '{ __typename }' })

      const one = await raw.frame(({ id }) => id === 'one')
      if (sees) expect(one.payload.data.submissionChanged.number).toBe(rows.submission)
      else expect(JSON.stringify(one.payload)).toMatch(/NOT_FOUND/)
      const trial = await raw.frame(({ id }) => id === 'trial')
      if (who === 'ada') expect(trial.payload.data.trialChanged.input).toBe('secret input')
      else expect(JSON.stringify(trial.payload)).toMatch(/NOT_FOUND|UNAUTHENTICATED/)

      const ctx = contextOf(site, null)
      const of = (submissionId: number, problemId: number) => ({
        submissionId,
        problemId,
        userId: people.ada.id,
        contestId: null,
      })
      await emit(ctx, 'notice.changed', { noticeId: rows.siteNotice, wasListed: false, isNew: false })
      await emit(ctx, 'submission.judged', of(rows.submission, rows.problem))
      await emit(ctx, 'submission.judged', of(rows.open, 1))
      const heard = await raw.frame(({ id }) => id === 'list')
      expect(heard.payload.data.submissionsChanged.submission.number).toBe(sees ? rows.submission : rows.open)
      if (sees)
        expect((await raw.frame(({ id }) => id === 'news')).payload.data.siteNoticeChanged.title).toBe(
          'Secret news',
        )
      else {
        await askSocket(raw, 'again', { query: '{ __typename }' })
        expect(raw.left().filter(({ id }) => id === 'news')).toEqual([])
      }
    } finally {
      raw.socket.terminate()
    }
  })
})

it('refuses whoever follows a submission when its problem is hidden', async () => {
  const problem = await addProblem(site, people.root, 'P2')
  const { id } = await site.prisma.submission.create({ data: submission(problem.id) })
  const raw = await openRawSocket(site.url)
  const query = `subscription { submissionChanged(id: "${globalId('Submission', id)}") { number } }`
  raw.send({ id: '1', type: 'subscribe', payload: { query } })
  const next = () => raw.frame((frame) => frame.id === '1')
  expect((await next()).payload.data.submissionChanged.number).toBe(id)
  await site.prisma.problem.update({ where: { id: problem.id }, data: { visibility: 'HIDDEN' } })
  const event = { submissionId: id, problemId: problem.id, userId: people.ada.id, contestId: null }
  await emit(contextOf(site, null), 'submission.judged', event)
  const { payload } = await next()
  expect(payload.errors[0].extensions.code).toBe('NOT_FOUND')
  expect(payload.data?.submissionChanged ?? null).toBeNull()
  expect((await next()).type).toBe('complete')
  raw.socket.terminate()
})
