import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveNotice } from '#server/modules/notice/notice.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const words = (n: number) => ({
  'zh-CN': { title: `第 ${n} 条`, content: `内容 ${n}` },
  'en-US': { title: `No. ${n}`, content: `Words ${n}` },
})

const announce = (n: number, hidden = false, daysAgo = 0) =>
  saveNotice(contextOf(site, root), {
    id: null,
    texts: words(n),
    hidden,
    createdAt: new Date(Date.now() - daysAgo * 86_400_000),
  })

const LIST = `query ($first: Int, $offset: Int, $after: String) { site {
  siteNotices(first: $first, offset: $offset, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { id title content author { username } } } } } }`

const titles = (answer: { data: { site: { siteNotices: { edges: { node: { title: string } }[] } } } }) =>
  answer.data.site.siteNotices.edges.map(({ node }) => node.title)

it('are listed newest first, five a page, hidden ones never', async () => {
  for (let n = 1; n <= 7; n++) await announce(n, n === 4, 10 - n)
  const first = await site.graphql(LIST)
  expect(titles(first)).toEqual(['No. 7', 'No. 6', 'No. 5', 'No. 3', 'No. 2'])
  expect(first.data.site.siteNotices.totalCount).toBe(6)
  const { endCursor } = first.data.site.siteNotices.pageInfo
  expect(titles(await site.graphql(LIST, { after: endCursor }))).toEqual(['No. 1'])
  expect(titles(await site.graphql(LIST, { offset: 4, first: 10 }))).toEqual(['No. 2', 'No. 1'])
  const chinese = await site.graphql(LIST, { first: 1 }, { locale: 'zh-CN' })
  expect(titles(chinese)).toEqual(['第 7 条'])
  expect(chinese.data.site.siteNotices.edges[0].node.author.username).toBe('root')
})

it('come in pages through the REST door', async () => {
  const { data } = await site.rest('GET', '/api/get-common-announcement?currentPage=2&limit=4')
  expect(data).toMatchObject({ total: 6, size: 4, current: 2, pages: 2 })
  expect(data.records.map((row: { title: string }) => row.title)).toEqual(['No. 2', 'No. 1'])
  expect(data.records[0]).toEqual({
    id: expect.any(Number),
    title: 'No. 2',
    content: 'Words 2',
    uid: root.id,
    username: 'root',
    status: 0,
    gmtCreate: expect.stringMatching(/^\d{4}-.*\+0000$/),
    gmtModified: expect.stringMatching(/^\d{4}-.*\+0000$/),
  })
})

const NODE = 'query ($id: ID!) { node(id: $id) { ... on SiteNotice { title content } } }'

it('are found by id, hidden ones by those alone who write them', async () => {
  const shown = await announce(20)
  const hidden = await announce(21, true)
  const idOf = (n: number) => Buffer.from(`SiteNotice:${n}`).toString('base64')
  const one = await site.graphql(NODE, { id: idOf(shown.id) })
  expect(one.data.node).toEqual({ title: 'No. 20', content: 'Words 20' })

  for (const token of [null, ada.token]) {
    const refused = await site.graphql(NODE, { id: idOf(hidden.id) }, { token })
    expect(refused.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    expect(refused.data?.node ?? null).toBeNull()
  }
  const seen = await site.graphql(NODE, { id: idOf(hidden.id) }, { token: root.token })
  expect(seen.data.node).toEqual({ title: 'No. 21', content: 'Words 21' })
})

it('reach anyone who is there, and only what they may see', async () => {
  const FOLLOW = 'subscription { siteNoticeChanged { title } }'
  const guest = await site.subscribe(FOLLOW, {}, { locale: 'zh-CN' })
  const writer = await site.subscribe(FOLLOW, {}, { token: root.token })
  await announce(30, true)
  const shown = await announce(31)
  expect(await writer.next()).toEqual({ data: { siteNoticeChanged: { title: 'No. 30' } } })
  expect(await writer.next()).toEqual({ data: { siteNoticeChanged: { title: 'No. 31' } } })
  // The first thing the guest hears is the second notice.
  expect(await guest.next()).toEqual({ data: { siteNoticeChanged: { title: '第 31 条' } } })

  await saveNotice(contextOf(site, root), { id: shown.id, texts: words(32), hidden: false })
  expect(await guest.next()).toEqual({ data: { siteNoticeChanged: { title: '第 32 条' } } })
  guest.close()
  writer.close()
})

it('come to open lists, change there and leave them; nobody hears of what is not listed', async () => {
  const FOLLOW = 'subscription { siteNoticesChanged { change rowId siteNotice { title } } }'
  const lists = [await site.subscribe(FOLLOW), await site.subscribe(FOLLOW, {}, { token: root.token })]
  let rowId = ''
  const hear = async (change: string, title: string | null) => {
    const told = { data: { siteNoticesChanged: { change, rowId, siteNotice: title && { title } } } }
    for (const list of lists) expect(await list.next()).toEqual(told)
  }
  await announce(50, true)
  const { id } = await announce(51)
  rowId = Buffer.from(`SiteNotice:${id}`).toString('base64')
  const save = (n: number, hidden: boolean) =>
    saveNotice(contextOf(site, root), { id, texts: words(n), hidden })
  await hear('CREATED', 'No. 51')
  await save(52, false)
  await hear('CHANGED', 'No. 52')
  await save(53, true)
  await hear('REMOVED', null)
  await save(54, true)
  await save(55, false)
  await hear('CREATED', 'No. 55')
  for (const list of lists) list.close()
})

it('are written by administrators of the site alone, with words in them', async () => {
  const input = { id: null, texts: words(40), hidden: false }
  await expect(saveNotice(contextOf(site, null), input)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  await expect(saveNotice(contextOf(site, ada), input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const ctx = contextOf(site, root)
  for (const texts of [{}, { 'en-US': { title: ' ', content: 'no title' } }]) {
    await expect(saveNotice(ctx, { ...input, texts })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  }
  await expect(saveNotice(ctx, { ...input, id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('say what they say in another language when the own one is missing', async () => {
  await saveNotice(contextOf(site, root), {
    id: null,
    texts: { 'en-US': { title: 'English only', content: '' } },
    hidden: false,
    createdAt: new Date(Date.now() + 1000),
  })
  const chinese = await site.graphql(LIST, { first: 1 }, { locale: 'zh-CN' })
  expect(titles(chinese)).toEqual(['English only'])
})
