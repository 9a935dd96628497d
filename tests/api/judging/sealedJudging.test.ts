import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, Contest, RejudgingEntry, Submission } from '#prisma/generated/client.ts'
import type { ContestType } from '#prisma/generated/enums.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../../support/contests.ts'
import { type FakeHost, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { askSocket, openRawSocket } from '../../support/rawSocket.ts'
import { type Site, startSite } from '../../support/site.ts'

/** The pages of judging know every outcome: they tell nobody of a sealed one who may not know it, staff and owner included. */

let site: Site
let court: FakeHost
const people = {} as Record<'root' | 'owner' | 'staff' | 'setter' | 'ada' | 'bob', Person>
/** Anyone who is no super administrator, from the contest's owner down. */
const OTHERS = ['staff', 'setter', 'ada', 'bob', 'guest'] as const
type Name = (typeof OTHERS)[number] | 'owner' | 'root'
const tokenOf = (name: Name) => (name === 'guest' ? undefined : people[name].token)

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  people.owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  people.staff = await addPerson(site, 'staff', { role: 'ADMIN' })
  people.setter = await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' })
  people.ada = await addPerson(site, 'ada')
  people.bob = await addPerson(site, 'bob')
  court = await startFakeHost(site.databaseUrl, { name: 'courtroom' })
})
afterAll(async () => {
  await court.stop()
  await site.close()
})

type Stage = { contest: Contest; late: Submission; entry: RejudgingEntry; audit: AuditEntry }

/** A sealed submission of ada that was judged again and set by hand, in a contest that is over. */
async function stageOf(type: ContestType): Promise<Stage> {
  const problem = await addJudgeable(site, `J${type}`, { authorId: people.setter.id })
  const times = timesOf('over')
  const contest = await addContest(site, { type, ownerId: people.owner.id, ...times })
  const createdAt = new Date(times.freezesAt.getTime() + MINUTE)
  const late = await addJudged(site, people.ada, { problemId: problem.id, contestId: contest.id, createdAt })
  const { entries } = await site.prisma.rejudging.create({
    data: {
      scope: 'PROBLEM',
      problem: { connect: { id: problem.id } },
      operation: { create: { kind: 'REJUDGING', total: 1, owner: { connect: { id: people.root.id } } } },
      entries: {
        create: {
          submission: { connect: { id: late.id } },
          judgement: { connect: { id: `j${late.id}` } },
          verdictBefore: 'WRONG_ANSWER',
          verdictAfter: 'ACCEPTED',
          changed: true,
        },
      },
    },
    include: { entries: true },
  })
  const [entry] = entries
  if (!entry) throw new Error('the rejudging has no entry')
  const audit = await site.prisma.auditEntry.create({
    data: {
      actorId: people.root.id,
      action: 'submission.corrected',
      subject: `Submission:${late.id}`,
      details: { after: { state: 'DONE', verdict: 'ACCEPTED', score: 100, manual: true } },
    },
  })
  return { contest, late, entry, audit }
}

const FIELDS =
  'changed entries { totalCount edges { node { verdictBefore verdictAfter submission { number } } } }'
const PAGES = `query ($number: Int!) {
  rejudging(number: $number) { ${FIELDS} }
}`
const LISTS = `query ($subject: String!) {
  viewerCanRejudge
  rejudgings(first: 50) { totalCount edges { node { number } } }
  auditEntries(subject: $subject) { totalCount edges { node { after { verdict } } } }
}`
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) {
  ... on Rejudging { ${FIELDS} }
  ... on RejudgingEntry { verdictBefore verdictAfter }
  ... on Judgement { verdict tape }
  ... on AuditEntry { after { verdict } }
} }`
const OF_ONE = `query ($number: Int!) { submission(number: $number) {
  judgements { verdict } auditEntries { after { verdict } } } }`

describe.each(['ACM', 'OI'] as const)('a sealed submission of an %s contest', (type) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await stageOf(type)
  })

  it.each(OTHERS)('is on no page of rejudgings and corrections that %s may read', async (name) => {
    const { late, entry, audit } = stage
    const token = tokenOf(name)
    const subject = audit.subject
    const page = await site.graphql(PAGES, { number: entry.rejudgingId }, { token })
    expect(page.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    const lists = await site.graphql(LISTS, { subject }, { token })
    expect(lists.data).toEqual({ viewerCanRejudge: false, rejudgings: null, auditEntries: null })
    const code = name === 'guest' ? 'UNAUTHENTICATED' : 'FORBIDDEN'
    expect(lists.errors?.map(({ extensions }) => extensions?.code)).toEqual([code, code])
    const ids = [
      ...[globalId('Rejudging', entry.rejudgingId), globalId('RejudgingEntry', entry.id)],
      ...[globalId('Judgement', `j${late.id}`), globalId('AuditEntry', audit.id)],
    ]
    for (const id of ids) {
      const node = await site.graphql(NODES, { ids: [id] }, { token })
      expect(node.data?.nodes?.[0] ?? null).toBeNull()
      expect(JSON.stringify(node)).not.toMatch(/ACCEPTED|WRONG_ANSWER/)
    }
    const one = await site.graphql(OF_ONE, { number: late.id }, { token })
    expect(one.data?.submission?.judgements ?? null).toBeNull()
    expect(one.data?.submission?.auditEntries ?? null).toBeNull()
  })

  it.each(OTHERS)(
    'cannot be rejudged, corrected or cancelled by %s, and no refusal tells its verdict',
    async (name) => {
      const { late } = stage
      const token = tokenOf(name)
      const id = globalId('Submission', late.id)
      const acts = [
        ['mutation ($id: ID!) { rejudgeSubmission(input: { id: $id }) { verdict } }', { id }],
        ['mutation ($id: ID!) { cancelSubmission(input: { id: $id }) { verdict } }', { id }],
        [
          'mutation ($input: CorrectSubmissionInput!) { correctSubmission(input: $input) { verdict } }',
          { input: { id, verdict: 'WRONG_ANSWER' } },
        ],
        [
          'mutation ($input: RejudgeInput!) { rejudge(input: $input) { number } }',
          {
            input: {
              target: { filter: { contestId: globalId('Contest', stage.contest.id), verdict: 'ACCEPTED' } },
            },
          },
        ],
      ] as const
      for (const [query, variables] of acts) {
        const { errors } = await site.graphql(query, variables, { token })
        expect(errors?.[0]?.extensions?.code).toBe(name === 'guest' ? 'UNAUTHENTICATED' : 'FORBIDDEN')
      }
      for (const path of ['rejudge', 'cancel-judge', 'manual-judge']) {
        const answer = await site.rest('GET', `/api/admin/judge/${path}?submitId=${late.id}&status=0`, {
          token,
        })
        expect(answer.status).toBe(name === 'guest' ? 401 : 403)
        expect(answer.data ?? null).toBeNull()
      }
      expect(await site.prisma.submission.findUniqueOrThrow({ where: { id: late.id } })).toMatchObject({
        verdict: 'ACCEPTED',
        manual: false,
        judgementId: `j${late.id}`,
      })
    },
  )

  it.each(OTHERS)('is in no stream of judging that %s follows', async (name) => {
    const token = tokenOf(name)
    const raw = await openRawSocket(site.url, { init: token ? { Authorization: token } : {} })
    const query = `subscription ($id: ID!) { operationChanged(id: $id) { rejudging { ${FIELDS} } } }`
    const { operationId: id } = await site.prisma.rejudging.findUniqueOrThrow({
      where: { id: stage.entry.rejudgingId },
    })
    const variables = { id: globalId('Operation', id) }
    const [frame] = await askSocket(raw, 'live', { query, variables })
    expect(JSON.stringify(frame)).toContain('NOT_FOUND')
    raw.socket.terminate()
  })

  it('is known to super administrators on all of these pages', async () => {
    const { entry, audit } = stage
    const token = tokenOf('root')
    const page = await site.graphql(PAGES, { number: entry.rejudgingId }, { token })
    expect(JSON.stringify(page.data)).toContain('"verdictAfter":"ACCEPTED"')
    const { data } = await site.graphql(LISTS, { subject: audit.subject }, { token })
    expect(data.auditEntries.edges).toEqual([{ node: { after: { verdict: 'ACCEPTED' } } }])
  })

  it('is shown among the current submissions of a host only to viewers whose lists show it', async () => {
    const { late } = stage
    const host = await site.prisma.judgeHost.findFirstOrThrow({ where: { name: 'courtroom' } })
    const before = await site.prisma.submission.findUniqueOrThrow({ where: { id: late.id } })
    await site.prisma.submission.update({ where: { id: late.id }, data: { state: 'RUNNING', verdict: null } })
    await site.prisma.judgement.update({
      where: { id: `j${late.id}` },
      data: { state: 'RUNNING', hostId: host.id },
    })
    for (const name of [...OTHERS, 'root'] as const) {
      const { data } = await site.graphql(
        '{ judging { hosts { name submissions { number state } } } }',
        {},
        { token: tokenOf(name) },
      )
      const shown = type === 'ACM' && name === 'ada' ? [{ number: late.id, state: 'RUNNING' }] : []
      expect([name, data.judging.hosts]).toEqual([name, [{ name: 'courtroom', submissions: shown }]])
    }
    const { state, verdict } = before
    await site.prisma.submission.update({ where: { id: late.id }, data: { state, verdict } })
  })
})
