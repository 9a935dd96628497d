import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf } from '#server/core/blobs.ts'
import { removeResult, storeFile } from '#server/modules/file/file.ts'
import { switches } from '#server/modules/site/site.ts'
import { sweepTestUploads } from '#server/modules/testset/upload.ts'
import { addJudged } from '../../support/homework.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'
import { uploadFile } from '../../support/uploadFile.ts'

let site: Site
let admin: Person
let member: Person
let root: Person
beforeAll(async () => {
  site = await startSite()
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
  member = await addPerson(site, 'member')
  root = await addPerson(site, 'root', { role: 'ROOT' })
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
})
afterAll(() => site.close())

const FIGURES = `{ dashboard { userCount usersToday problemCount submissionsToday acceptedToday storedBytes unheldBytes recentContests
    server { host port cores cpuShare memoryShare startedAt } } }`
const STREAM = 'subscription { dashboardChanged { userCount submissionsToday } }'
const code = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

describe('the dashboard', () => {
  it('counts the site for its staff, and counts on as people submit', async () => {
    const { globalId: problemId } = await addJudgeable(site, 'D1001')
    const submit = () =>
      site.graphql(
        'mutation ($input: SubmitInput!) { submit(input: $input) { number } }',
        { input: { problemId, language: 'cpp17', source: 'int main() {}' } },
        member,
      )
    await submit()
    await site.prisma.submission.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3600_000) } })

    const { data } = await site.graphql(FIGURES, {}, admin)
    expect(data.dashboard).toEqual({
      userCount: await site.prisma.user.count(),
      usersToday: await site.prisma.user.count(),
      problemCount: 1,
      submissionsToday: 0,
      acceptedToday: 0,
      storedBytes: 0,
      unheldBytes: 0,
      recentContests: 0,
      server: {
        host: expect.any(String),
        port: expect.any(Number),
        cores: expect.any(Number),
        cpuShare: expect.any(Number),
        memoryShare: expect.any(Number),
        startedAt: expect.any(String),
      },
    })
    const stream = await site.subscribe(STREAM, {}, admin)
    expect((await stream.next()).data.dashboardChanged.submissionsToday).toBe(0)
    await submit()
    for (;;) if ((await stream.next()).data.dashboardChanged.submissionsToday === 1) break
    stream.close()
    const rest = await site.rest('GET', '/api/admin/dashboard/get-dashboard-info', admin)
    expect(rest.data).toEqual({
      userNum: data.dashboard.userCount,
      recentContestNum: 0,
      todayJudgeNum: 1,
    })
  })

  it('counts accounts and problems as their lists do, without deleted ones', async () => {
    const counted = async () => {
      const text = `{ dashboard { userCount usersToday problemCount }
        accounts(first: 1) { totalCount } managedProblems(first: 1) { totalCount } }`
      const { data } = await site.graphql(text, {}, root)
      const { userCount, usersToday, problemCount } = data.dashboard
      const listed = [data.accounts.totalCount, data.managedProblems.totalCount]
      return { listed, shown: [userCount, problemCount], today: usersToday }
    }
    // The figures are cached for a second.
    const agree = async (listed: readonly number[]) =>
      expect.poll(counted).toEqual({ listed, shown: listed, today: listed[0] })
    const leaving = await addPerson(site, 'leaving')
    const { id: problemId, globalId: problem } = await addJudgeable(site, 'D1002')
    // Its row stays for what was submitted to it.
    await addJudged(site, { userId: leaving.id, problemId, groupId: null }, 'ACCEPTED')
    await agree([4, 2])
    const text = `mutation ($accounts: [ID!]!, $problems: [ID!]!) {
      endAccounts(input: { ids: $accounts }) { done } removeProblems(input: { ids: $problems }) { done } }`
    const gone = { accounts: [globalId('Account', leaving.id)], problems: [problem] }
    expect((await site.graphql(text, gone, root)).errors).toBeUndefined()
    await agree([3, 1])
  })

  it('counts accounts and problems on while it is open', async () => {
    const text = 'subscription { dashboardChanged { userCount problemCount } }'
    const stream = await site.subscribe(text, {}, admin)
    const told = async () => (await stream.next()).data.dashboardChanged
    const before = await told()
    const come = await addPerson(site, 'latecomer')
    expect(await told()).toEqual({ userCount: before.userCount + 1, problemCount: before.problemCount })
    await site.prisma.user.update({ where: { id: come.id }, data: { endedAt: new Date() } })
    expect(await told()).toEqual(before)
    await addJudgeable(site, 'D1003')
    expect(await told()).toEqual({ userCount: before.userCount, problemCount: before.problemCount + 1 })
    stream.close()
  })

  it('counts the contests of two weeks as they are made', async () => {
    const stream = await site.subscribe('subscription { dashboardChanged { recentContests } }', {}, admin)
    expect((await stream.next()).data.dashboardChanged.recentContests).toBe(0)
    const at = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()
    for (const days of [20, 10])
      await site.graphql(
        'mutation ($input: CreateContestInput!) { createContest(input: $input) { id } }',
        {
          input: {
            type: 'ACM',
            title: `In ${days} days`,
            startsAt: at(days),
            endsAt: at(days + 1),
            fields: { description: 'Rules', isVisible: true },
          },
        },
        admin,
      )
    for (;;) if ((await stream.next()).data.dashboardChanged.recentContests === 1) break
    stream.close()
  })

  it('adds up what is stored, and what of it nothing refers to, also while it is open', async () => {
    const stream = await site.subscribe(
      'subscription { dashboardChanged { storedBytes unheldBytes } }',
      {},
      admin,
    )
    const until = async (wanted: object) => {
      for (;;) {
        const { dashboardChanged } = (await stream.next()).data
        if (JSON.stringify(dashboardChanged) === JSON.stringify(wanted)) return
      }
    }
    await uploadFile(site, '/api/file/upload-tests', '12345', { as: admin, name: '1.in' })
    await uploadFile(site, '/api/file/upload-md-file', '123', { as: admin, name: 'a.txt' })
    await until({ storedBytes: 8, unheldBytes: 3 })
    await sweepTestUploads(contextOf(site, null, new Date(Date.now() + 25 * 3600_000)))
    await until({ storedBytes: 8, unheldBytes: 8 })
    const file = await site.prisma.file.findFirstOrThrow({ where: { name: 'a.txt' } })
    await site.rest('GET', `/api/file/delete-md-img?fileId=${file.number}`, admin)
    await until({ storedBytes: 5, unheldBytes: 5 })
    const content = contentOf(Buffer.from('result'))
    const by = { ownerId: root.id, groupId: null }
    const result = await storeFile(
      contextOf(site, root),
      'OPERATION_RESULT',
      { name: 'a.zip', content },
      'application/zip',
      by,
    )
    await until({ storedBytes: 11, unheldBytes: 11 })
    await removeResult(contextOf(site, root), result.id)
    await until({ storedBytes: 5, unheldBytes: 5 })
    stream.close()
  })

  it('is closed to all others, through every door', async () => {
    for (const [asker, refusal, status] of [
      [member, 'FORBIDDEN', 403],
      [{}, 'UNAUTHENTICATED', 401],
    ] as const) {
      expect(code(await site.graphql(FIGURES, {}, asker))).toBe(refusal)
      expect(code(await (await site.subscribe(STREAM, {}, asker)).next())).toBe(refusal)
      for (const [method, path] of [
        ['GET', 'dashboard/get-dashboard-info'],
        ['POST', 'dashboard/get-sessions'],
        ['GET', 'config/get-service-info'],
        ['GET', 'config/get-judge-service-info'],
      ] as const)
        expect((await site.rest(method, `/api/admin/${path}`, asker)).status).toBe(status)
    }
  })

  it('tells the login before this one, or this one', async () => {
    const keeper = await addPerson(site, 'keeper', { role: 'ADMIN' })
    const only = await site.rest('POST', '/api/admin/dashboard/get-sessions', { ...keeper, body: {} })
    expect(only.data).toMatchObject({ uid: keeper.id, ip: expect.any(String) })
    await site.prisma.session.create({
      data: {
        userId: keeper.id,
        tokenHash: 'the hash of something',
        ip: '192.0.2.7',
        userAgent: 'a phone',
        expiresAt: new Date(Date.now() + 3600_000),
      },
    })
    const earlier = await site.rest('POST', '/api/admin/dashboard/get-sessions', { ...keeper, body: {} })
    expect(earlier.data.id).toBe(only.data.id)
  })

  it('tells of the server and the hosts what clients of the reference system read', async () => {
    const { data } = await site.rest('GET', '/api/admin/config/get-service-info', admin)
    expect(data.backupService[0].metadata['nacos.healthy']).toBe('true')
    // Its dashboard shows the former as the name, and the latter as an alarm.
    expect(data.backupService[0]).toMatchObject({ serviceId: expect.stringMatching(/./), secure: false })
    expect(data.backupPercentCpuLoad).toMatch(/^\d+\.\d\d%$/)
    const hosts = await site.rest('GET', '/api/admin/config/get-judge-service-info', admin)
    expect(hosts.data).toEqual([])
  })
})
