import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contextOfHouse } from '#server/context.ts'
import { remindOfApplications } from '#server/modules/problem/publication/application.ts'
import { addJudged } from '../../support/contests.ts'
import { addTargets } from '../../support/groupProblems.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { globalId } from '../../support/judgeable.ts'
import { change, EVERYBODY, ROOTS, type Stage, tokenOf, type Who } from '../../support/roleTable.ts'
import { type Loose, startSite } from '../../support/site.ts'

/** Applications of a group for its problems to become public on the site (area-rules G11). */

const stage = {} as Stage

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

const aim = () => addTargets(stage)
const id = (number: number) => globalId('Problem', number)
/** Managers of the problems of `author`, who is an admin of the group. */
const MANAGERS: readonly Who[] = ['author', ...ROOTS, 'siteProblemAdmin']
const STAFF: readonly Who[] = ['siteProblemAdmin', 'siteRoot']

const ask = (who: Who, query: string, variables: object = {}): Promise<Loose> =>
  stage.site.graphql(query, variables, { token: tokenOf(stage, who) })
const rest = (who: Who, method: string, path: string, body?: object) =>
  stage.site.rest(method, path, { token: tokenOf(stage, who), ...(body ? { body } : {}) })
const rowOf = (pid: number) => stage.site.prisma.problem.findUniqueOrThrow({ where: { id: pid } })
describe('an application', () => {
  const apply = (who: Who, pid: number, isApplied: boolean) =>
    rest(who, 'PUT', `/api/group/apply-public?pid=${pid}&isApplied=${isApplied}`)
  const answer = (pid: number, progress: number) =>
    rest('siteProblemAdmin', 'PUT', '/api/admin/group-problem/change-progress', { pid, progress })

  it('goes from null to 1, to 3, to 1 and to 2, and is audited (area-rules G11)', async () => {
    const { shown } = await aim()
    const states = async () =>
      (({ application, visibility }) => [application, visibility])(await rowOf(shown))
    expect((await answer(shown, 2)).status).toBe(400)
    await apply('author', shown, true)
    expect(await states()).toEqual(['ASKED', 'GROUP'])
    await apply('author', shown, false)
    expect(await states()).toEqual([null, 'GROUP'])
    await apply('author', shown, true)
    await answer(shown, 3)
    expect(await states()).toEqual(['REFUSED', 'GROUP'])
    await apply('root', shown, true)
    expect(await states()).toEqual(['ASKED', 'GROUP'])
    await answer(shown, 2)
    expect(await states()).toEqual(['APPROVED', 'PUBLIC'])
    expect((await answer(shown, 4)).status).toBe(400)
    const acts = await stage.site.prisma.auditEntry.findMany({
      where: { subject: `Problem:${shown}` },
      orderBy: { id: 'asc' },
    })
    expect(acts.map(({ action }) => action)).toEqual([
      ...['problem.publicationAsked', 'problem.publicationWithdrawn', 'problem.publicationAsked'],
      ...['problem.publicationDeclined', 'problem.publicationAsked', 'problem.publicationGranted'],
    ])
    expect(new Set(acts.map(({ groupId }) => groupId))).toEqual(new Set([stage.group.id]))
    const told = await stage.site.prisma.notification.findMany({ where: { subject: `Problem:${shown}` } })
    expect(told.map(({ messageKey, userId }) => [messageKey, userId])).toEqual([
      ['applicationDeclined', stage.people.author.id],
      ['publicationGranted', stage.people.author.id],
    ])
  })

  it('needs a problem that is public in the group and has tests (area-rules G11)', async () => {
    const { hidden, shown } = await aim()
    expect((await apply('author', hidden, true)).status).toBe(400)
    await stage.site.prisma.problem.update({ where: { id: shown }, data: { testsetId: null } })
    expect((await apply('author', shown, true)).status).toBe(400)
    expect((await rowOf(shown)).application).toBeNull()
  })

  it('ends when the problem is edited or hidden (area-rules G11)', async () => {
    const { asked } = await aim()
    await ask('author', ...change('updateProblem', { id: id(asked), changes: { visibility: 'HIDDEN' } }))
    expect(await rowOf(asked)).toMatchObject({ application: null, visibility: 'HIDDEN' })
    expect((await answer(asked, 2)).status).toBe(400)
    expect((await rowOf(asked)).visibility).toBe('HIDDEN')
  })

  it('that is approved lists the problem for everybody, keeps its group, and leaves it to the site (area-rules G11)', async () => {
    const { gid, asked } = await aim()
    await answer(asked, 2)
    const { displayId } = await rowOf(asked)
    const find = 'query ($displayId: String!) { problem(displayId: $displayId) { groupNumber application } }'
    for (const who of EVERYBODY) {
      const { data } = await ask(who, find, { displayId })
      const application = MANAGERS.includes(who) ? 'APPROVED' : null
      expect([who, data.problem]).toEqual([who, { groupNumber: null, application }])
    }
    const listed = await rest('guest', 'GET', `/api/get-problem-list?keyword=${displayId}`)
    expect(listed.data.records).toMatchObject([{ pid: asked }])
    const inside = await rest('member', 'GET', `/api/group/get-problem-list?gid=${gid}&limit=100`)
    expect(inside.data.records).toContainEqual(expect.objectContaining({ pid: asked }))
    for (const who of ['author', 'root', 'owner'] as const) {
      expect((await apply(who, asked, false)).status, who).toBe(403)
      const path = `/api/group/change-problem-auth?pid=${asked}&auth=2`
      expect((await rest(who, 'PUT', path)).status, who).toBe(403)
    }
    // Another answer gives it back to its group, which changes it and applies again.
    await answer(asked, 3)
    expect(await rowOf(asked)).toMatchObject({ visibility: 'GROUP', application: 'REFUSED', groupId: gid })
    const edited = { id: id(asked), changes: { sharesCode: true } }
    expect((await ask('author', ...change('updateProblem', edited))).errors).toBeUndefined()
    expect((await apply('author', asked, true)).status).toBe(200)
  })

  it('is told of at 06:00 to those who answer, once a day and with the number that waits (area-rules G11)', async () => {
    await stage.site.prisma.problem.updateMany({
      where: { application: 'ASKED' },
      data: { application: null },
    })
    const told = () =>
      stage.site.prisma.notification.findMany({ where: { messageKey: 'applicationsWaiting' } })
    const before = (await told()).length
    // 06:00 in Shanghai, the standard of sites, is 22:00 in UTC.
    const remind = (hour: number) =>
      remindOfApplications({
        ...contextOfHouse(stage.site.house),
        now: new Date(Date.UTC(2026, 10, 29, hour)),
      })
    await remind(22)
    expect((await told()).length).toBe(before)
    await aim()
    await aim()
    for (const hour of [0, 6, 21, 23]) await remind(hour)
    expect((await told()).length).toBe(before)
    for (let time = 0; time < 2; time++) await remind(22)
    const rows = await told()
    expect(rows.map(({ userId, parameters }) => [userId, parameters])).toEqual(
      expect.arrayContaining(STAFF.map((who) => [stage.people[who as 'siteRoot'].id, { count: 2 }])),
    )
    expect(rows.length).toBe(before + STAFF.length)
  })

  it('has waiting ones first, and the name of a group that its reader may not see', async () => {
    await stage.site.prisma.group.update({ where: { id: stage.group.id }, data: { visible: false } })
    const { approved, asked } = await aim()
    const { data } = await ask(
      'siteProblemAdmin',
      'query { problemApplications(first: 100) { edges { node { number application applicantGroup } } } }',
    )
    const rows = data.problemApplications.edges.map(({ node }: Loose) => node)
    const place = (pid: number) => rows.findIndex(({ number }: Loose) => number === pid)
    expect(place(asked)).toBeLessThan(place(approved))
    expect(rows[place(asked)].applicantGroup).toBe(stage.group.name)
    const search = await rest(
      'siteProblemAdmin',
      'GET',
      `/api/admin/group-problem/list?gid=${stage.group.id}&keyword=${(await rowOf(asked)).displayId}`,
    )
    expect(search.data.records).toMatchObject([{ id: asked, applyPublicProgress: 1, isGroup: true }])
    await stage.site.prisma.group.update({ where: { id: stage.group.id }, data: { visible: true } })
  })
})

it('counts what is sent after approval as practice, and before it for the group (area-rules G11)', async () => {
  const { gid, shown } = await aim()
  const { member } = stage.people
  await addJudged(
    stage.site,
    member,
    { problemId: shown, contestId: null as never, createdAt: new Date() },
    { groupId: gid },
  )
  await rest('author', 'PUT', `/api/group/apply-public?pid=${shown}&isApplied=true`)
  await rest('siteRoot', 'PUT', '/api/admin/group-problem/change-progress', { pid: shown, progress: 2 })
  const sent = await ask(
    'member',
    ...change('submit', { problemId: id(shown), language: 'cpp17', source: 'int main(){}' }, 'number'),
  )
  expect(sent.errors, JSON.stringify(sent.errors)).toBeUndefined()
  const rows = await stage.site.prisma.submission.findMany({
    where: { problemId: shown },
    orderBy: { id: 'asc' },
  })
  expect(rows.map(({ groupId }) => groupId)).toEqual([gid, null])
})

it('ends with its group, and is told to nobody any more (area-rules G6, G11)', async () => {
  const { gid, shown } = await aim()
  await rest('author', 'PUT', `/api/group/apply-public?pid=${shown}&isApplied=true`)
  expect((await rowOf(shown)).application).toBe('ASKED')
  expect((await rest('siteRoot', 'DELETE', `/api/group?gid=${gid}`)).status).toBe(200)
  expect((await rowOf(shown)).application).toBeNull()
  expect(
    (
      await rest('siteProblemAdmin', 'PUT', '/api/admin/group-problem/change-progress', {
        pid: shown,
        progress: 2,
      })
    ).status,
  ).toBe(404)
})
