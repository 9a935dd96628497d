import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTargets } from '../../support/groupProblems.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { globalId } from '../../support/judgeable.ts'
import { change, type Stage, tokenOf, type Who } from '../../support/roleTable.ts'
import { type Loose, startSite } from '../../support/site.ts'

/** New problems of a group, and the lists of its problems (area-rules G9, G10). */

const stage = {} as Stage
let made = 0

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

const aim = () => addTargets(stage)
const id = (number: number) => globalId('Problem', number)
const inGroup = (gid: number, fields: string) =>
  [`query ($number: Int!) { group(number: $number) { ${fields} } }`, { number: gid }] as const
const dto = (fields: object) => ({ problem: { title: 'Knots', timeLimit: 1000, auth: 1, ...fields } })

const ask = (who: Who, query: string, variables: object = {}): Promise<Loose> =>
  stage.site.graphql(query, variables, { token: tokenOf(stage, who) })
const rest = (who: Who, method: string, path: string, body?: object) =>
  stage.site.rest(method, path, { token: tokenOf(stage, who), ...(body ? { body } : {}) })
const rowOf = (pid: number) => stage.site.prisma.problem.findUniqueOrThrow({ where: { id: pid } })
const create = (changes: object) =>
  ask('admin', ...change('createProblem', creation(changes), 'number displayId groupNumber'))
const creation = (changes: object) => ({
  groupId: globalId('Group', stage.group.id),
  changes: { displayKey: `N${++made}`, words: [{ locale: 'EN_US', title: 'Knots' }], ...changes },
})

describe('a new problem of a group', () => {
  it('is named by the short name and the entered id, upper case and once on the site (area-rules G9)', async () => {
    const { data } = await create({ displayKey: 'knots1' })
    expect(data.createProblem).toMatchObject({ displayId: 'ALPHAKNOTS1', groupNumber: stage.group.id })
    const { number } = data.createProblem
    expect(await rowOf(number)).toMatchObject({ groupId: stage.group.id, visibility: 'HIDDEN' })
    expect((await create({ displayKey: 'Knots1' })).errors[0].extensions.code).toBe('PROBLEM_ID_TAKEN')
    expect((await create({ displayKey: null })).errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT' })
    // Another id begins with the short name, too; the saved one stays after the group was renamed.
    const edit = (displayKey: string) =>
      ask('admin', ...change('updateProblem', { id: id(number), changes: { displayKey } }, 'displayId'))
    expect((await edit('knots2')).data.updateProblem.displayId).toBe('ALPHAKNOTS2')
    expect((await edit('ALPHAKNOTS3')).data.updateProblem.displayId).toBe('ALPHAKNOTS3')
    const rename = (shortName: string) =>
      stage.site.prisma.group.update({ where: { id: stage.group.id }, data: { shortName } })
    await rename('omega')
    expect((await edit('ALPHAKNOTS3')).data.updateProblem.displayId).toBe('ALPHAKNOTS3')
    expect((await edit('KNOTS4')).data.updateProblem.displayId).toBe('OMEGAKNOTS4')
    await rename('alpha')
  })

  it('keeps the limits of groups, also in a later save (area-rules G9)', async () => {
    for (const limits of [
      { timeLimitMs: 30_001 },
      { memoryLimitMib: 1025 },
      { stackLimitMib: 1025 },
      { timeLimitMs: 0 },
    ]) {
      expect((await create(limits)).errors[0].extensions.code, JSON.stringify(limits)).toBe('INVALID_INPUT')
      const { shown } = await aim()
      const saved = await ask('author', ...change('updateProblem', { id: id(shown), changes: limits }))
      expect(saved.errors[0].extensions.code).toBe('INVALID_INPUT')
    }
    const most = { timeLimitMs: 30_000, memoryLimitMib: 1024, stackLimitMib: 1024 }
    expect((await create(most)).errors).toBeUndefined()
  })

  it('makes its new tags those of the group (area-rules G9)', async () => {
    const { data } = await create({ tags: [{ name: 'homework' }] })
    const tag = await stage.site.prisma.tag.findFirstOrThrow({
      where: { problems: { some: { problemId: data.createProblem.number } } },
    })
    expect(tag.groupId).toBe(stage.group.id)
    const listed = await rest('admin', 'GET', `/api/group/get-all-problem-tags?gid=${stage.group.id}`)
    expect(listed.data).toContainEqual(expect.objectContaining({ id: tag.id, gid: stage.group.id }))
    const own = await ask('member', ...inGroup(stage.group.id, 'tags { name }'))
    expect(own.data.group.tags).toContainEqual({ name: 'homework' })
  })

  it('is public in the group or hidden, and no door lets one choose more (area-rules G10)', async () => {
    for (const visibility of ['PUBLIC', 'CONTEST_ONLY'])
      expect((await create({ visibility })).errors, visibility).toBeDefined()
    expect((await create({ visibility: 'GROUP' })).errors).toBeUndefined()
    const { gid, shown } = await aim()
    for (const auth of [3, 4, 0]) {
      const path = `/api/group/change-problem-auth?pid=${shown}&auth=${auth}`
      expect((await rest('author', 'PUT', path)).status, String(auth)).toBe(400)
    }
    expect((await rest('author', 'PUT', `/api/group/change-problem-auth?pid=${shown}&auth=1`)).status).toBe(
      200,
    )
    expect((await rowOf(shown)).visibility).toBe('GROUP')
    expect(
      (await rest('author', 'POST', '/api/group/problem', dto({ gid, problemId: 'C', auth: 3 }))).status,
    ).toBe(400)
    const byRest = await rest('author', 'POST', '/api/group/problem', dto({ gid, problemId: 'pub' }))
    expect(byRest.status, byRest.msg).toBe(200)
    const kept = await stage.site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'ALPHAPUB' } })
    expect(kept).toMatchObject({ visibility: 'GROUP', authorId: stage.people.author.id })
  })

  it('is announced to the members when it is public there at once', async () => {
    const line = await stage.site.subscribe(
      'subscription ($group: Int) { submissionsChanged(filter: { groupNumber: $group }) { change } }',
      { group: stage.group.id },
      { token: tokenOf(stage, 'member') },
    )
    await create({ visibility: 'GROUP' })
    expect(await line.next()).toMatchObject({ data: { submissionsChanged: { change: 'RESET' } } })
    line.close()
  })
})

describe('the lists of a group', () => {
  it('have what members see, with their own progress and the figures of the group (area-rules G10, G13)', async () => {
    const { gid, shown, hidden, approved } = await aim()
    const { member } = stage.people
    await stage.site.prisma.groupProgress.create({
      data: { groupId: gid, userId: member.id, problemId: shown, verdict: 'ACCEPTED', lastSubmissionId: 1 },
    })
    await stage.site.prisma.groupTally.create({
      data: { groupId: gid, problemId: shown, total: 4, accepted: 1 },
    })
    const { data } = await ask(
      'member',
      `query ($group: Int) { problems(groupNumber: $group, first: 100) { edges { node {
        number groupNumber tally { total rate } viewerProgress { verdict } } } } }`,
      { group: gid },
    )
    const rows = new Map(data.problems.edges.map(({ node }: Loose) => [node.number, node]))
    expect(rows.get(shown)).toMatchObject({
      groupNumber: gid,
      tally: { total: 4, rate: 0.25 },
      viewerProgress: { verdict: 'ACCEPTED' },
    })
    expect(rows.get(approved)).toMatchObject({ groupNumber: null, viewerProgress: null })
    expect(rows.has(hidden)).toBe(false)
    const listed = await rest('member', 'GET', `/api/group/get-problem-list?gid=${gid}&limit=100`)
    expect(listed.data.records.find(({ pid }: Loose) => pid === shown)).toMatchObject({
      total: 4,
      ac: 1,
      myStatus: 0,
    })
    const solved = await ask(
      'member',
      'query ($group: Int) { problems(groupNumber: $group, progress: SOLVED, scoring: ACM) { edges { node { number } } } }',
      { group: gid },
    )
    expect(solved.data.problems.edges).toEqual([{ node: { number: shown } }])
    const detail = (displayId: string, group: number) =>
      rest('member', 'GET', `/api/get-problem-detail?problemId=${displayId}&gid=${group}`)
    const { displayId } = await rowOf(shown)
    expect((await detail(displayId, gid)).data).toMatchObject({
      problem: { isGroup: true, gid, applyPublicProgress: null },
      problemCount: { total: 4, ac: 1 },
    })
    expect((await detail(displayId, gid + 1)).status).toBe(404)
  })

  it('show an admin the rows of others, and nothing beneath them (area-rules G9)', async () => {
    const { gid, hidden } = await aim()
    const { data } = await ask(
      'admin',
      ...inGroup(
        gid,
        'managedProblems(first: 100) { edges { node { number displayId visibility viewerCanManage viewerCanRemove author { username } } } }',
      ),
    )
    const nodes = data.group.managedProblems.edges.map(({ node }: Loose) => node)
    expect(nodes.find(({ number }: Loose) => number === hidden)).toMatchObject({
      visibility: 'HIDDEN',
      viewerCanManage: false,
      viewerCanRemove: false,
      author: { username: stage.people.author.username },
    })
    const listed = await rest('admin', 'GET', `/api/group/get-admin-problem-list?gid=${gid}&limit=100`)
    expect(listed.data.records).toContainEqual(expect.objectContaining({ id: hidden, auth: 2, gid }))
    expect((await rest('admin', 'GET', `/api/group/problem?pid=${hidden}`)).status).toBe(404)
  })
})
