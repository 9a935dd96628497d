import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTagGroup } from '#server/modules/tag/tag.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  const ctx = contextOf(site, root)
  const tag = (name: string, chinese: string) => ({
    names: { 'en-US': name, 'zh-CN': chinese },
    color: '#2657d4',
  })
  const names = (name: string, chinese: string) => ({ 'en-US': name, 'zh-CN': chinese })
  await addTagGroup(ctx, { names: names('Graphs', '图论'), rank: 2, tags: [tag('BFS', '广搜')] })
  const basics = await addTagGroup(ctx, {
    names: names('Basics', '基础'),
    rank: 1,
    tags: [tag('sorting', '排序'), tag('greedy', '贪心')],
  })
  await site.prisma.tag.create({ data: { names: { 'en-US': 'loose' } } })
  await site.prisma.tag.create({ data: { names: { 'en-US': 'HDU' }, bank: 'HDU' } })
  const [sorting, greedy] = basics.tags.map(({ id }) => id)
  await addProblem(site, root, 'T1', { tagIds: [sorting ?? 0] })
  await addProblem(site, root, 'T2', { tagIds: [sorting ?? 0, greedy ?? 0] })
  await addProblem(site, root, 'T3', { tagIds: [sorting ?? 0], visibility: 'HIDDEN' })
})
afterAll(() => site.close())

it('come in groups by rank, with the number of public problems', async () => {
  const GROUPS = '{ tagGroups(bank: "ME") { name bank tags { name color bank problemCount } } }'
  const { data } = await site.graphql(GROUPS)
  const tag = (name: string, problemCount: number) => ({ name, color: '#2657d4', bank: 'ME', problemCount })
  expect(data.tagGroups).toEqual([
    { name: 'Basics', bank: 'ME', tags: [tag('sorting', 2), tag('greedy', 1)] },
    { name: 'Graphs', bank: 'ME', tags: [tag('BFS', 0)] },
  ])
  const chinese = await site.graphql(GROUPS, {}, { locale: 'zh-CN' })
  expect(chinese.data.tagGroups[0]).toMatchObject({
    name: '基础',
    tags: [{ name: '排序' }, { name: '贪心' }],
  })
  expect((await site.graphql('{ tagGroups(bank: "CF") { name } }')).data.tagGroups).toEqual([])
})

it('come classified through the REST door, those without a group last', async () => {
  const { data } = await site.rest('GET', '/api/get-problem-tags-and-classification?oj=ME')
  expect(data[0]).toEqual({
    classification: {
      id: expect.any(Number),
      name: 'Basics',
      oj: 'ME',
      rank: 1,
      gmtCreate: null,
      gmtModified: null,
    },
    tagList: [
      {
        id: expect.any(Number),
        name: 'sorting',
        color: '#2657d4',
        oj: 'ME',
        gid: null,
        tcid: data[0].classification.id,
        gmtCreate: null,
        gmtModified: null,
      },
      expect.objectContaining({ name: 'greedy' }),
    ],
  })
  expect(data.at(-1)).toMatchObject({ classification: null, tagList: [{ name: 'loose' }] })
})

it('are listed of one bank or of all', async () => {
  const names = async (query: string) =>
    (await site.rest('GET', `/api/get-all-problem-tags${query}`)).data.map(
      (tag: { name: string }) => tag.name,
    )
  expect(await names('')).toEqual(['BFS', 'sorting', 'greedy', 'loose'])
  expect(await names('?oj=HDU')).toEqual(['HDU'])
  for (const all of ['ALL', 'All']) {
    expect(await names(`?oj=${all}`)).toHaveLength(5)
    const { data } = await site.rest('GET', `/api/get-problem-tags-and-classification?oj=${all}`)
    expect(data.flatMap(({ tagList }: { tagList: object[] }) => tagList)).toHaveLength(5)
  }
  const { id } = await site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'T2' } })
  const own = await site.rest('GET', `/api/get-problem-tags?pid=${id}`)
  expect(own.data.map((tag: { name: string }) => tag.name)).toEqual(['sorting', 'greedy'])
  expect(await site.rest('GET', '/api/get-problem-tags')).toMatchObject({ http: 400, status: 400 })
})

it('are made by those who manage every problem', async () => {
  const input = { names: { 'en-US': 'Mine' }, rank: 9, tags: [] }
  const admin = await addPerson(site, 'admin', { role: 'ADMIN' })
  await expect(addTagGroup(contextOf(site, null), input)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(addTagGroup(contextOf(site, admin), input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const ctx = contextOf(site, root)
  await expect(addTagGroup(ctx, { ...input, names: {} })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const red = { names: { 'en-US': 'red' }, color: 'red' }
  await expect(addTagGroup(ctx, { ...input, tags: [red] })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
