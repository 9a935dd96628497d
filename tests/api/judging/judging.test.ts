import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enlist } from '#judge/health/liveness.ts'
import { PROTOCOL_VERSION } from '#judge/protocol.ts'
import { settle, sweepUnsettled } from '#server/modules/judging/settle.ts'
import { switches } from '#server/modules/site/site.ts'
import { outcome, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let alice: Person
let problem: Awaited<ReturnType<typeof addJudgeable>>
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  problem = await addJudgeable(site, 'T1001')
})
afterAll(() => site.close())

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { id number queuePosition } }'
const send = async (more: object = {}) => {
  const input = { problemId: problem.globalId, language: 'cpp17', source: 'int main() {}', ...more }
  const { data, errors } = await site.graphql(SUBMIT, { input }, alice)
  expect(errors).toBeUndefined()
  return data.submit as { id: string; number: number; queuePosition: number }
}

const QUEUE =
  '{ judging { waiting running queueLength hosts { name cores slots languageKeys protections running } } }'

describe('the queue', () => {
  it('is long while nobody judges, tells each its place, and empties live', async () => {
    const before = await site.graphql(QUEUE)
    expect(before.data.judging).toEqual({ waiting: 0, running: 0, queueLength: 0, hosts: [] })
    const sent = [await send(), await send(), await send()]
    expect(sent.map(({ queuePosition }) => queuePosition)).toEqual([0, 1, 2])
    expect((await site.graphql(QUEUE)).data.judging).toMatchObject({ waiting: 3, running: 0, queueLength: 3 })

    const live = await site.subscribe(`subscription { judgingChanged { waiting running } }`)
    expect((await live.next()).data.judgingChanged).toEqual({ waiting: 3, running: 0 })
    const host = await startFakeHost(site.databaseUrl, { slots: 1 })
    const first = await host.takeSubmission()
    expect(first.task.submissionId).toBe(sent[0]?.number)
    for (;;) if ((await live.next()).data.judgingChanged.running === 1) break
    const { data } = await site.graphql(QUEUE)
    expect(data.judging).toMatchObject({
      waiting: 2,
      running: 1,
      hosts: [{ name: 'fake-1', cores: 2, slots: 1, protections: ['pid', 'net'] }],
    })
    first.end(outcome('ACCEPTED'))
    for (let left = 2; left > 0; left--) (await host.takeSubmission()).end(outcome('WRONG_ANSWER'))
    for (;;) {
      const { waiting, running } = (await live.next()).data.judgingChanged
      if (waiting + running === 0) break
    }
    live.close()
    await host.stop()
    expect((await site.graphql(QUEUE)).data.judging.hosts).toEqual([])
  })

  it('tells who waits of the way forward', async () => {
    const [, second] = [await send(), await send()]
    const live = await site.subscribe(
      'subscription ($id: ID!) { submissionChanged(id: $id) { state queuePosition } }',
      { id: second.id },
      alice,
    )
    expect((await live.next()).data.submissionChanged).toEqual({ state: 'QUEUED', queuePosition: 1 })
    const host = await startFakeHost(site.databaseUrl, { slots: 1 })
    const first = await host.takeSubmission()
    expect((await live.next()).data.submissionChanged).toEqual({ state: 'QUEUED', queuePosition: 0 })
    first.end(outcome('ACCEPTED'))
    ;(await host.takeSubmission()).end(outcome('ACCEPTED'))
    for (;;) if ((await live.next()).data.submissionChanged.state === 'DONE') break
    live.close()
    await host.stop()
  })

  it('tells who waits whether a host in service can judge them, live', async () => {
    const { id } = await send()
    const live = await site.subscribe(
      'subscription ($id: ID!) { submissionChanged(id: $id) { state hasHost } }',
      { id },
      alice,
    )
    expect((await live.next()).data.submissionChanged).toEqual({ state: 'QUEUED', hasHost: false })
    const ofPython = await startFakeHost(site.databaseUrl, { languages: ['python3'], name: 'fake-2' })
    expect((await live.next()).data.submissionChanged).toEqual({ state: 'QUEUED', hasHost: false })
    const host = await startFakeHost(site.databaseUrl)
    const taken = await host.takeSubmission()
    for (;;) if ((await live.next()).data.submissionChanged.hasHost) break
    taken.end(outcome('ACCEPTED'))
    for (;;) if ((await live.next()).data.submissionChanged.state === 'DONE') break
    live.close()
    await Promise.all([host.stop(), ofPython.stop()])
  })

  it('gets back the submission of a host that stopped responding', async () => {
    const { number } = await send()
    // A host that hangs: its session lives, its heart does not.
    const session = new pg.Client({ connectionString: site.databaseUrl })
    await session.connect()
    const profile = {
      id: 'hung',
      name: 'hung',
      version: PROTOCOL_VERSION,
      cores: 1,
      slots: 1,
      languages: [],
      protections: [],
    } as const
    await enlist(session, { ...profile, languages: [], protections: [] }, ['worker-hung'])
    await session.query(
      `update graphile_worker._private_jobs set locked_by = 'worker-hung', locked_at = now(), attempts = 1
       where key = (select "judgementId" from "Submission" where "id" = $1)`,
      [number],
    )
    expect((await site.graphql(QUEUE)).data.judging).toMatchObject({ waiting: 0, running: 1 })
    const live = await site.subscribe('subscription { judgingChanged { waiting } }')
    await session.end()
    for (;;) if ((await live.next()).data.judgingChanged.waiting === 1) break
    live.close()
    const host = await startFakeHost(site.databaseUrl)
    const taken = await host.takeSubmission()
    expect(taken.task.submissionId).toBe(number)
    taken.end(outcome('ACCEPTED'))
    await host.stop()
  })
})

describe('settling', () => {
  const progressOf = (userId: string, problemId: number) =>
    site.prisma.problemProgress.findUnique({ where: { userId_problemId: { userId, problemId } } })
  const tallyOf = (problemId: number) => site.prisma.problemTally.findUnique({ where: { problemId } })

  let letters = 0
  const fresh = () => addJudgeable(site, `S${++letters}`)
  const judged = (problemId: number, verdict: Parameters<typeof outcome>[0] | null) =>
    site.prisma.submission.create({
      data: {
        problemId,
        userId: alice.id,
        language: 'cpp17',
        codeLength: 1,
        ip: '',
        state: verdict ? 'DONE' : 'QUEUED',
        verdict,
      },
    })
  const rejudged = (id: number, verdict: Parameters<typeof outcome>[0]) =>
    site.prisma.submission.update({ where: { id }, data: { verdict } })
  const ctx = () => contextOf(site, null)

  it('counts each outcome once, however often and however many at once', async () => {
    const { id } = await fresh()
    const sent = await Promise.all(Array.from({ length: 6 }, () => judged(id, 'WRONG_ANSWER')))
    const calls = [...sent, ...sent, ...sent].map((submission) => settle(ctx(), submission.id))
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(6)
    expect(await tallyOf(id)).toMatchObject({ total: 6, wrongAnswer: 6, accepted: 0 })
    expect(await progressOf(alice.id, id)).toMatchObject({ verdict: 'WRONG_ANSWER', acceptedAt: null })
  })

  it('keeps an acceptance whatever comes after it', async () => {
    const { id } = await fresh()
    const accepted = await judged(id, 'ACCEPTED')
    const later = await judged(id, 'RUNTIME_ERROR')
    await settle(ctx(), later.id)
    await settle(ctx(), accepted.id)
    expect(await progressOf(alice.id, id)).toMatchObject({
      verdict: 'ACCEPTED',
      acceptedSubmissionId: accepted.id,
      lastSubmissionId: later.id,
    })
    expect(await tallyOf(id)).toMatchObject({ total: 2, accepted: 1, runtimeError: 1 })
  })

  it('takes an acceptance back when a rejudging does', async () => {
    const { id } = await fresh()
    const first = await judged(id, 'ACCEPTED')
    const second = await judged(id, 'TIME_LIMIT_EXCEEDED')
    for (const one of [first, second]) await settle(ctx(), one.id)
    await rejudged(first.id, 'WRONG_ANSWER')
    expect(await settle(ctx(), first.id)).toBe(true)
    expect(await tallyOf(id)).toMatchObject({ total: 2, accepted: 0, wrongAnswer: 1, timeLimitExceeded: 1 })
    expect(await progressOf(alice.id, id)).toMatchObject({
      verdict: 'TIME_LIMIT_EXCEEDED',
      acceptedAt: null,
      acceptedSubmissionId: null,
    })
  })

  it('takes nothing back while an acceptance waits to be judged again', async () => {
    const { id } = await fresh()
    const failed = await judged(id, 'WRONG_ANSWER')
    const accepted = await judged(id, 'ACCEPTED')
    for (const one of [failed, accepted]) await settle(ctx(), one.id)
    const entries = () => site.prisma.pointEntry.count({ where: { userId: alice.id, problemId: id } })
    const before = { progress: await progressOf(alice.id, id), entries: await entries() }
    const again = { id: { in: [failed.id, accepted.id] } }
    await site.prisma.submission.updateMany({ where: again, data: { state: 'QUEUED', verdict: null } })
    const done = async (sent: number, verdict: Parameters<typeof outcome>[0]) => {
      await site.prisma.submission.update({ where: { id: sent }, data: { state: 'DONE', verdict } })
      await settle(ctx(), sent)
    }
    await done(failed.id, 'TIME_LIMIT_EXCEEDED')
    expect(await tallyOf(id)).toMatchObject({ timeLimitExceeded: 1, wrongAnswer: 0 })
    expect(await progressOf(alice.id, id)).toEqual(before.progress)
    await done(accepted.id, 'ACCEPTED')
    expect(await progressOf(alice.id, id)).toEqual(before.progress)
    expect(await entries()).toBe(before.entries)
    await site.prisma.submission.updateMany({ where: again, data: { state: 'QUEUED', verdict: null } })
    await done(accepted.id, 'WRONG_ANSWER')
    expect(await progressOf(alice.id, id)).toMatchObject({ verdict: 'ACCEPTED' })
    await done(failed.id, 'TIME_LIMIT_EXCEEDED')
    expect(await progressOf(alice.id, id)).toMatchObject({ verdict: 'WRONG_ANSWER', acceptedAt: null })
  })

  it('leaves alone what is not judged yet, and finds what was forgotten', async () => {
    const { id } = await fresh()
    const waiting = await judged(id, null)
    expect(await settle(ctx(), waiting.id)).toBe(false)
    await judged(id, 'ACCEPTED')
    expect(await sweepUnsettled(ctx())).toBe(1)
    expect(await sweepUnsettled(ctx())).toBe(0)
    expect(await tallyOf(id)).toMatchObject({ total: 1, accepted: 1 })
  })

  it('counts the missed submissions although one of them cannot be counted', async () => {
    const [broken, sound] = [await fresh(), await fresh()]
    const full = 2_147_483_647
    await site.prisma.problemTally.upsert({
      where: { problemId: broken.id },
      create: { problemId: broken.id, total: full },
      update: { total: full },
    })
    const stuck = await judged(broken.id, 'ACCEPTED')
    const later = await judged(sound.id, 'ACCEPTED')
    expect(later.id).toBeGreaterThan(stuck.id)
    expect(await sweepUnsettled(ctx())).toBe(1)
    expect(await tallyOf(sound.id)).toMatchObject({ total: 1, accepted: 1 })
    await site.prisma.problemTally.update({ where: { problemId: broken.id }, data: { total: 0 } })
    expect(await sweepUnsettled(ctx())).toBe(1)
    expect(await tallyOf(broken.id)).toMatchObject({ total: 1, accepted: 1 })
  })
})

describe('the link of the judge hosts', () => {
  it('gives bytes to who knows the secret', async () => {
    const bytes = new TextEncoder().encode('1 2\n')
    const hash = await site.house.blobs.put(bytes)
    const fetchBlob = (path: string, secret: string | null) =>
      fetch(`${site.url}/judging/blob/${path}`, {
        headers: secret === null ? {} : { authorization: `Bearer ${secret}` },
      })
    const answer = await fetchBlob(hash, site.settings.judgeSecret)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    for (const secret of [null, '', 'wrong', `${site.settings.judgeSecret}x`, alice.token]) {
      expect((await fetchBlob(hash, secret)).status).toBe(401)
    }
    const absent = createHash('sha256').update('absent').digest('hex')
    expect((await fetchBlob(absent, site.settings.judgeSecret)).status).toBe(404)
    expect((await fetchBlob('..%2F..%2Fetc%2Fpasswd', site.settings.judgeSecret)).status).toBe(404)
  })
  it('gives test data that begins like compressed data as it is', async () => {
    // "80" is a valid first pair of bytes of a zlib stream.
    const bytes = new TextEncoder().encode(`8000 777\n${'224363 '.repeat(1000)}`)
    const hash = await site.house.blobs.put(bytes)
    const answer = await fetch(`${site.url}/judging/blob/${hash}`, {
      headers: { authorization: `Bearer ${site.settings.judgeSecret}` },
    })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  })
})
