import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroupRoles, type GroupRoles } from '../../support/groupRoles.ts'
import { FIRST, fillGroup, GROUP_NODES, numberRows } from '../../support/groupRows.ts'
import { globalId } from '../../support/judgeable.ts'
import { change } from '../../support/roleTable.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What a group owned, for super administrators: they see it of a disabled group, and not of a disbanded one. */

let site: Site
let stage: GroupRoles

beforeAll(async () => {
  site = await startSite()
  await numberRows(site)
  stage = await addGroupRoles(site)
  const color = '#409eff'
  for (const nameKey of ['old', 'new'])
    await site.prisma.trainingCategory.create({ data: { name: nameKey, nameKey, color } })
  await fillGroup(site, stage)
})
afterAll(() => site?.close())

/** Rows that leave sight with their group; its submissions and its audit stay. */
const NODES = [
  ...['Annex', 'Contest', 'ContestProblem', 'Discussion', 'DiscussionReport', 'GroupNotice', 'Making'],
  ...['Problem', 'SimilarPair', 'Tag', 'Testset', 'Training', 'TrainingProblem'],
] as (keyof typeof GROUP_NODES)[]

const DOORS = [
  ['GET', `/api/get-training-detail?tid=${FIRST}`],
  ['GET', `/api/get-training-problem-list?tid=${FIRST}`],
  ['GET', `/api/admin/training?tid=${FIRST}`],
  ['GET', `/api/admin/training/get-problem-list?tid=${FIRST}&queryExisted=true`],
  ['GET', `/api/group/training?tid=${FIRST}`],
  ['GET', `/api/get-contest-info?cid=${FIRST}`],
  ['GET', `/api/get-contest-problem?cid=${FIRST}`],
  ['GET', `/api/admin/contest?cid=${FIRST}`],
  ['GET', `/api/group/contest?cid=${FIRST}`],
  ['POST', '/api/get-contest-rank', { cid: FIRST, limit: 10, currentPage: 1 }],
  ['GET', '/api/get-problem-detail?problemId=ALPHA1'],
  ['GET', `/api/admin/problem?pid=${FIRST}`],
  ['GET', `/api/group/problem?pid=${FIRST}`],
  ['GET', `/api/admin/problem/get-problem-cases?pid=${FIRST}&isUpload=true`],
  ['GET', `/api/get-discussion-detail?did=${FIRST}`],
  ['GET', `/api/comments?did=${FIRST}`],
] as const

const root = () => ({ token: stage.people.siteRoot.token })
/** Statuses of the doors for a super administrator, by address. */
async function statuses(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [method, path, body] of DOORS) {
    const { status } = await site.rest(method, path, { ...root(), body })
    found[path] = status
  }
  return found
}
/** Types of nodes that a super administrator sees. */
async function nodesSeen(): Promise<string[]> {
  const seen: string[] = []
  for (const type of NODES) {
    const id = globalId(type, GROUP_NODES[type])
    const { data } = await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, root())
    if (data?.node) seen.push(type)
  }
  return seen
}
const allAnswer = (status: number) => Object.fromEntries(DOORS.map(([, path]) => [path, status]))

describe('a super administrator', () => {
  it('sees what a disabled group owns (area-rules G2)', async () => {
    await site.prisma.group.update({ where: { id: stage.group.id }, data: { disabled: true } })
    expect(await statuses()).toEqual(allAnswer(200))
    expect(await nodesSeen()).toEqual(NODES)
  })

  it('sees nothing of a disbanded group but its approved problems (area-rules G6)', async () => {
    await site.prisma.problem.update({
      where: { displayId: 'ALPHA2' },
      data: { visibility: 'PUBLIC', application: 'APPROVED', approvedAt: new Date() },
    })
    const data = { disabled: false, disbandedAt: new Date() }
    await site.prisma.group.update({ where: { id: stage.group.id }, data })
    expect(await statuses()).toEqual(allAnswer(404))
    expect(await nodesSeen()).toEqual([])
    const detail = await site.rest('GET', '/api/get-problem-detail?problemId=ALPHA2', root())
    expect(detail.status).toBe(200)
    const { data: applications } = await site.rest('GET', '/api/admin/group-problem/list', root())
    expect(applications.records.map((row: { problemId: string }) => row.problemId)).toEqual(['ALPHA2'])
  })

  it('deletes a category that only its trainings have (area-rules T3, G6)', async () => {
    const { categoryId } = await site.prisma.training.findUniqueOrThrow({ where: { id: FIRST } })
    const path = `/api/admin/training/category?cid=${categoryId}`
    expect((await site.rest('DELETE', path, root())).status).toBe(200)
    const { categoryId: other } = await site.prisma.training.findUniqueOrThrow({ where: { id: FIRST } })
    expect(other).not.toBe(categoryId)
    const last = await site.rest('DELETE', `/api/admin/training/category?cid=${other}`, root())
    expect([last.status, last.msg]).toEqual([400, expect.stringMatching(/1 training/)])
  })

  it('does not give an approved problem back to a disbanded group, where nobody sees it (area-rules G6, G11)', async () => {
    const problem = await site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'ALPHA2' } })
    const id = globalId('Problem', problem.id)
    const field = 'query ($id: ID!) { node(id: $id) { ... on Problem { viewerCanReturn } } }'
    const offered = async () => (await site.graphql(field, { id }, root())).data?.node.viewerCanReturn
    expect(await offered()).toBe(false)
    const answer = { pid: problem.id, progress: 3 }
    const back = { ...root(), body: answer }
    const refused = await site.rest('PUT', '/api/admin/group-problem/change-progress', back)
    expect([refused.status, refused.msg]).toEqual([400, expect.stringMatching(/disbanded/)])
    const hide = { ...root(), body: { id: problem.id, auth: 2 } }
    const hidden = await site.rest('PUT', '/api/admin/problem/change-problem-auth', hide)
    expect(hidden.status).toBe(400)
    const [query, variables] = change('answerApplication', { id, answer: 'REFUSED' })
    const { errors } = await site.graphql(query, variables, root())
    expect(errors?.[0]?.extensions?.code).toBe('APPLICATION_GROUP_DISBANDED')
    const after = await site.prisma.problem.findUniqueOrThrow({ where: { id: problem.id } })
    expect([after.visibility, after.application]).toEqual(['PUBLIC', 'APPROVED'])
    await site.prisma.group.update({ where: { id: stage.group.id }, data: { disbandedAt: null } })
    expect(await offered()).toBe(true)
    expect((await site.rest('PUT', '/api/admin/group-problem/change-progress', back)).status).toBe(200)
  })
})
