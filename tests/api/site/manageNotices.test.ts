import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let admin: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
})
afterAll(() => site.close())

const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

const CREATE =
  'mutation ($input: CreateSiteNoticeInput!) { createSiteNotice(input: $input) { id version isHidden texts { locale title } } }'
const CHANGE =
  'mutation ($input: ChangeSiteNoticeInput!) { changeSiteNotice(input: $input) { version isHidden texts { locale title } } }'
const LIST =
  'query ($keyword: String) { siteNotices(keyword: $keyword) { totalCount edges { node { title isHidden } } } }'
const HOME = '{ site { siteNotices(first: 50) { edges { node { title } } } } }'
const words = (title: string, content = '') => [{ locale: 'EN_US', title, content }]

const create = async (title: string, isHidden = false) =>
  (await site.graphql(CREATE, { input: { texts: words(title), isHidden } }, root)).data.createSiteNotice
const onHome = async () =>
  (await site.graphql(HOME)).data.site.siteNotices.edges.map(
    ({ node }: { node: { title: string } }) => node.title,
  )

describe('notices in the administration', () => {
  it('are for administrators of notices, through every door', async () => {
    const { id } = await create('Guarded', true)
    for (const [asker, code] of [
      [admin, 'FORBIDDEN'],
      [{}, 'UNAUTHENTICATED'],
    ] as const) {
      expect(codeOf(await site.graphql(LIST, {}, asker))).toBe(code)
      expect(codeOf(await site.graphql(CREATE, { input: { texts: words('No') } }, asker))).toBe(code)
      expect(codeOf(await site.graphql(CHANGE, { input: { id, isHidden: false } }, asker))).toBe(code)
      for (const mutation of [
        'mutation ($ids: [ID!]!) { removeSiteNotices(input: { ids: $ids }) { done } }',
        'mutation ($ids: [ID!]!) { changeSiteNotices(input: { ids: $ids, isHidden: false }) { done } }',
      ])
        expect(codeOf(await site.graphql(mutation, { ids: [id] }, asker))).toBe(code)
      const stream = await site.subscribe(
        'subscription { siteNoticesChanged(withHidden: true) { change } }',
        {},
        asker,
      )
      expect(codeOf(await stream.next())).toBe(code)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        const http = asker === admin ? 403 : 401
        expect(await site.rest(method, '/api/admin/announcement', asker)).toMatchObject({
          http,
        })
      }
    }
    expect(await onHome()).not.toContain('Guarded')
  })

  it('are found by words in any language, hidden ones too', async () => {
    await site.graphql(
      CREATE,
      {
        input: {
          texts: [...words('Maintenance'), { locale: 'ZH_CN', title: '维护', content: '周六凌晨停机' }],
          isHidden: true,
        },
      },
      root,
    )
    for (const keyword of ['MAINTEN', '停机', ' 维护 ']) {
      const { data } = await site.graphql(LIST, { keyword }, root)
      expect(data.siteNotices).toEqual({
        totalCount: 1,
        edges: [{ node: { title: 'Maintenance', isHidden: true } }],
      })
    }
    expect((await site.graphql(LIST, { keyword: '%' }, root)).data.siteNotices.totalCount).toBe(0)
  })

  it('change from the version that was read, and nobody writes over another', async () => {
    const { id, version } = await create('First words')
    const change = (input: object) => site.graphql(CHANGE, { input: { id, version, ...input } }, root)
    expect((await change({ texts: words('Second words') })).data.changeSiteNotice.version).toBe(version + 1)
    expect(codeOf(await change({ isHidden: true }))).toBe('CONFLICT')
    expect(await onHome()).toContain('Second words')
    expect(codeOf(await site.graphql(CHANGE, { input: { id, texts: [] } }, root))).toBe('INVALID_INPUT')
  })

  it('are shown, hidden and taken away many at once, each by itself', async () => {
    const [one, two, gone] = [await create('Bulk one'), await create('Bulk two'), await create('Bulk gone')]
    await site.graphql(
      'mutation ($ids: [ID!]!) { removeSiteNotices(input: { ids: $ids }) { done } }',
      { ids: [gone.id] },
      root,
    )
    const stream = await site.subscribe(
      'subscription { siteNoticesChanged(withHidden: true) { change rowId siteNotice { isHidden } } }',
      {},
      root,
    )
    const bulk = `mutation ($ids: [ID!]!) { changeSiteNotices(input: { ids: $ids, isHidden: true }) {
        done rows { id ... on SiteNotice { isHidden } } refused { rowId code message } } }`
    const { data } = await site.graphql(bulk, { ids: [one.id, gone.id, two.id] }, root)
    expect(data.changeSiteNotices).toEqual({
      done: [one.id, two.id],
      rows: [one, two].map(({ id }) => ({ id, isHidden: true })),
      refused: [{ rowId: gone.id, code: 'NOT_FOUND', message: expect.any(String) }],
    })
    for (const { id } of [one, two]) {
      expect(await stream.next()).toEqual({
        data: { siteNoticesChanged: { change: 'CHANGED', rowId: id, siteNotice: { isHidden: true } } },
      })
    }
    expect(await onHome()).not.toContain('Bulk one')
    stream.close()
  })

  it('are written down: who, what, before and after', async () => {
    const { id } = await create('Written')
    await site.graphql(CHANGE, { input: { id, isHidden: true } }, root)
    const number = Buffer.from(id, 'base64').toString().split(':')[1]
    const audit = `{ auditEntries(subject: "SiteNotice:${number}") { edges { node { action actor { username } changes { field before after } } } } }`
    const { data } = await site.graphql(audit, {}, root)
    expect(data.auditEntries.edges.map(({ node }: { node: object }) => node)).toEqual([
      {
        action: 'SITE_NOTICE_CHANGED',
        actor: { username: 'root' },
        changes: [{ field: 'hidden', before: 'false', after: 'true' }],
      },
      { action: 'SITE_NOTICE_CREATED', actor: { username: 'root' }, changes: expect.any(Array) },
    ])
  })

  it('have the calls of the reference system, which leave other languages alone', async () => {
    const call = (method: 'POST' | 'PUT', body: object, locale: 'zh-CN' | 'en-US') =>
      site.rest(method, '/api/admin/announcement', { ...root, body, locale })
    await call('POST', { title: 'Call', content: 'x', status: 1, uid: root.id }, 'en-US')
    const [row] = (await site.rest('GET', '/api/admin/announcement?limit=1', root)).data.records
    expect(row).toMatchObject({ title: 'Call', content: 'x', status: 1, username: 'root' })
    const inChinese = { ...root, locale: 'zh-CN' }
    const [shown] = (await site.rest('GET', '/api/admin/announcement?limit=1', inChinese)).data.records
    await call('PUT', { ...shown, status: 0 }, 'zh-CN')
    const { texts } = await site.prisma.siteNotice.findUniqueOrThrow({ where: { id: row.id } })
    expect(Object.keys(texts as object)).toEqual(['en-US'])
    await call('PUT', { id: row.id, title: '通知', content: '甲', status: 0 }, 'zh-CN')
    expect(await onHome()).toContain('Call')
    expect(await site.rest('DELETE', `/api/admin/announcement?aid=${row.id}`, root)).toMatchObject({
      status: 200,
    })
    expect(await site.rest('DELETE', `/api/admin/announcement?aid=${row.id}`, root)).toMatchObject({
      status: 404,
    })
    expect(await onHome()).not.toContain('Call')
  })
})
