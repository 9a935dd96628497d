import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTagGroup } from '#server/modules/tag/tag.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'
import { leastStatementCount } from '../../support/sqlStatements.ts'

let site: Site
let root: Person
let writer: Person
let ada: Person
let tags: number[]

/** What the list is tried on: number, difficulty, tags (by place in `tags`). */
const LISTED = [
  { displayId: 'P1000', difficulty: 'HARD', tags: [0, 1] },
  { displayId: 'P999', difficulty: 'EASY', tags: [0] },
  { displayId: 'P1001', difficulty: 'EASY', tags: [] },
  { displayId: 'Q50-', difficulty: 'MID', tags: [1] },
] as const

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  writer = await addPerson(site, 'writer', { role: 'PROBLEM_ADMIN' })
  ada = await addPerson(site, 'ada')
  const name = (text: string) => ({ names: { 'en-US': text, 'zh-CN': `${text}（中）` }, color: '#123456' })
  const group = await addTagGroup(contextOf(site, root), {
    names: { 'en-US': 'Basics' },
    rank: 0,
    tags: [name('greedy'), name('graphs')],
  })
  tags = group.tags.map(({ id }) => id)
  for (const { displayId, difficulty, tags: places } of LISTED) {
    await addProblem(site, writer, displayId, { difficulty, tagIds: places.map((at) => tags[at] ?? 0) })
  }
  await addProblem(site, writer, 'X1', { visibility: 'HIDDEN' })
  await addProblem(site, writer, 'X2', { visibility: 'CONTEST_ONLY' })
})
afterAll(() => site.close())

const LIST = `query ($first: Int, $last: Int, $after: String, $before: String, $offset: Int, $keyword: String,
    $difficulty: Difficulty, $bank: String, $tags: [Int!], $progress: ProgressFilter) {
  problems(first: $first, last: $last, after: $after, before: $before, offset: $offset, keyword: $keyword,
      difficulty: $difficulty, bank: $bank, tags: $tags, progress: $progress) {
    totalCount pageInfo { hasNextPage hasPreviousPage endCursor startCursor }
    edges { node { displayId title difficulty tags { name number } tally { total rate } viewerProgress { verdict } } }
  } }`

type Listed = { displayId: string; title: string; viewerProgress: { verdict: string } | null }

async function list(variables: object = {}, token: string | null = null, locale = 'en-US') {
  const answer = await site.graphql(LIST, variables, { token, locale })
  if (answer.errors) throw new Error(answer.errors[0]?.extensions?.code ?? answer.errors[0]?.message)
  const { edges, totalCount, pageInfo } = answer.data.problems
  const nodes: Listed[] = edges.map((edge: { node: Listed }) => edge.node)
  return { nodes, ids: nodes.map(({ displayId }) => displayId), totalCount, pageInfo }
}

const _oneId = (n: number) => Buffer.from(`Problem:${n}`).toString('base64')
const numberOf = async (displayId: string) =>
  (await site.prisma.problem.findUniqueOrThrow({ where: { displayId } })).id

describe('the list', () => {
  it('shows public problems alone, P999 before P1000', async () => {
    for (const token of [null, ada.token, writer.token]) {
      const { ids, totalCount } = await list({}, token)
      expect(ids).toEqual(['P999', 'Q50-', 'P1000', 'P1001'])
      expect(totalCount).toBe(4)
    }
    expect((await list({}, null, 'zh-CN')).nodes[0]?.title).toBe('求和 P999')
  })

  it('goes by pages, forwards, backwards and by number', async () => {
    const first = await list({ first: 2 })
    expect(first.ids).toEqual(['P999', 'Q50-'])
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const second = await list({ first: 2, after: first.pageInfo.endCursor })
    expect(second.ids).toEqual(['P1000', 'P1001'])
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect((await list({ last: 2, before: second.pageInfo.startCursor })).ids).toEqual(['P999', 'Q50-'])
    expect((await list({ first: 2, offset: 2 })).ids).toEqual(['P1000', 'P1001'])
    expect((await list({ first: 2, offset: 40 })).ids).toEqual([])
  })

  it('finds by keyword in ids, titles of every language and sources, and takes signs as they are', async () => {
    expect((await list({ keyword: ' p100 ' })).ids).toEqual(['P1000', 'P1001'])
    expect((await list({ keyword: '求和 P999' })).ids).toEqual(['P999'])
    expect((await list({ keyword: 'SUM q' })).ids).toEqual(['Q50-'])
    expect((await list({ keyword: '测试' })).totalCount).toBe(4)
    for (const sign of ['%', '_', '\\', 'P%0']) expect((await list({ keyword: sign })).ids).toEqual([])
  })

  it('filters by difficulty, bank and tags; a problem carries all of them', async () => {
    expect((await list({ difficulty: 'EASY' })).ids).toEqual(['P999', 'P1001'])
    expect((await list({ bank: 'ME' })).totalCount).toBe(4)
    expect((await list({ bank: 'CF' })).totalCount).toBe(0)
    expect((await list({ tags: [tags[0]] })).ids).toEqual(['P999', 'P1000'])
    expect((await list({ tags })).ids).toEqual(['P1000'])
    expect((await list({ tags, difficulty: 'EASY' })).totalCount).toBe(0)
  })

  it('shows and filters by how far the viewer is', async () => {
    const progress = async (displayId: string, verdict: 'ACCEPTED' | 'WRONG_ANSWER') =>
      site.prisma.problemProgress.create({
        data: { userId: ada.id, problemId: await numberOf(displayId), verdict, lastSubmissionId: 1 },
      })
    await progress('P999', 'ACCEPTED')
    await progress('P1000', 'WRONG_ANSWER')
    const { nodes } = await list({}, ada.token)
    expect(nodes.map((node) => node.viewerProgress?.verdict ?? null)).toEqual([
      'ACCEPTED',
      null,
      'WRONG_ANSWER',
      null,
    ])
    expect((await list()).nodes.every((node) => node.viewerProgress === null)).toBe(true)
    expect((await list({ progress: 'SOLVED' }, ada.token)).ids).toEqual(['P999'])
    expect((await list({ progress: 'TRIED' }, ada.token)).ids).toEqual(['P1000'])
    expect((await list({ progress: 'UNTRIED' }, ada.token)).ids).toEqual(['Q50-', 'P1001'])
    await expect(list({ progress: 'SOLVED' })).rejects.toThrow('UNAUTHENTICATED')
  })

  it('sums up how far the viewer is, and says nothing to guests', async () => {
    const QUERY = '{ progressSummary { difficulty solved total } }'
    expect((await site.graphql(QUERY)).data.progressSummary).toBeNull()
    const { data } = await site.graphql(QUERY, {}, { token: ada.token })
    expect(data.progressSummary).toEqual([
      { difficulty: 'EASY', solved: 1, total: 2 },
      { difficulty: 'MID', solved: 0, total: 1 },
      { difficulty: 'HARD', solved: 0, total: 1 },
    ])
  })

  it('asks the database the same few questions however many rows it has', async () => {
    const least = (first: number) => leastStatementCount(() => list({ first }, ada.token))
    const [small, large] = [await least(1), await least(4)]
    expect(small).toBeGreaterThan(2)
    expect(large).toBe(small)
    expect(large).toBeLessThanOrEqual(9)
  })

  it('picks a random one that everybody may see', async () => {
    const listed = new Set(['P999', 'Q50-', 'P1000', 'P1001'])
    for (let turn = 0; turn < 10; turn++) {
      const { data } = await site.graphql('{ randomProblem { displayId } }')
      expect(listed).toContain(data.randomProblem.displayId)
      const rest = await site.rest('GET', '/api/get-random-problem')
      expect(listed).toContain(rest.data.problemId)
    }
  })
})

describe('the list through the REST door', () => {
  const get = async (query = '', token: string | null = null) =>
    (await site.rest('GET', `/api/get-problem-list${query}`, { token })).data

  it('has the old shape', async () => {
    const page = await get('?currentPage=1&limit=3')
    expect(page).toMatchObject({ total: 4, size: 3, current: 1, pages: 2 })
    expect(page.records[0]).toEqual({
      pid: await numberOf('P999'),
      problemId: 'P999',
      title: 'Sum P999',
      difficulty: 0,
      type: 0,
      tags: [
        {
          id: tags[0],
          name: 'greedy',
          color: '#123456',
          oj: 'ME',
          gid: null,
          tcid: expect.any(Number),
          gmtCreate: null,
          gmtModified: null,
        },
      ],
      total: 0,
      ac: 0,
      mle: 0,
      tle: 0,
      re: 0,
      pe: 0,
      ce: 0,
      wa: 0,
      se: 0,
      pa: 0,
      score: null,
      myStatus: null,
      gmtModified: expect.stringMatching(/\+0000$/),
    })
    expect((await get('?limit=3&currentPage=2')).records).toHaveLength(1)
  })

  it('takes tags in each of their spellings, and the filters', async () => {
    const ids = async (query: string) =>
      (await get(query)).records.map((row: { problemId: string }) => row.problemId)
    const [a, b] = tags
    for (const query of [`?tagId=${a},${b}`, `?tagId=${a}&tagId=${b}`, `?tagId=[${a},${b}]`]) {
      expect(await ids(query)).toEqual(['P1000'])
    }
    expect(await ids('?difficulty=0')).toEqual(['P999', 'P1001'])
    expect(await ids('?difficulty=')).toHaveLength(4)
    expect(await ids('?oj=Mine&keyword=p999')).toEqual(['P999'])
    expect(await ids('?oj=HDU')).toEqual([])
    expect(await ids('?oj=All')).toHaveLength(4)
  })

  it('says how far the user is, in numbers', async () => {
    const body = {
      pidList: [await numberOf('P999'), await numberOf('P1000'), await numberOf('P1001')],
      isContestProblemList: false,
    }
    const path = '/api/get-user-problem-status'
    expect(await site.rest('POST', path, { body })).toMatchObject({ http: 401, status: 401 })
    const { data } = await site.rest('POST', path, { body, token: ada.token })
    expect(data).toEqual({
      [body.pidList[0] ?? 0]: { status: 0, score: null },
      [body.pidList[1] ?? 0]: { status: -1, score: null },
      [body.pidList[2] ?? 0]: { status: -10, score: null },
    })
    // Some scripts write every scalar as a text, also what is missing.
    const texts = { cid: 'null', gid: 'null', containsEnd: 'false', isContestProblemList: 'false' }
    expect((await site.rest('POST', path, { body: { ...body, ...texts }, token: ada.token })).data).toEqual(
      data,
    )
    const wrong = await site.rest('POST', path, { body: { pidList: ['x'] }, token: ada.token })
    // What no problem has as its number was not tried, and fails no other.
    expect(wrong).toMatchObject({ http: 200, status: 200 })
    const page = await get('', ada.token)
    expect(page.records.map((row: { myStatus: number }) => row.myStatus)).toEqual([0, -10, -1, -10])
  })
})
