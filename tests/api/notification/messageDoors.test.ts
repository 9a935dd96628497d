import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { notify } from '#server/modules/notification/notification.ts'
import type { NewNotification } from '#server/queue.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Messages through REST and the graph: pages, marks, cleaning, streams (area-rules M5, M8 to M11). */

let site: Site
const people = {} as Record<'root' | 'ada' | 'bob', Person>
let moment = 0

const call = (who: Person | null, method: string, path: string, body?: unknown) =>
  site.rest(method, path, { ...(who ? { token: who.token } : {}), body })
const ask = (who: Person | null, query: string, variables: object = {}) =>
  site.graphql(query, variables, who ?? {})
const codeOf = ({ errors }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors?.[0]?.extensions?.code

const at = () => new Date(Date.UTC(2026, 0, 1) + ++moment * 1000).toISOString()
const site_ = (userId: string, kind: 'SYS' | 'MINE'): NewNotification => ({
  userId,
  kind,
  message: 'passwordReset',
  at: at(),
})
const liked = (userId: string): NewNotification => ({
  userId,
  kind: 'LIKE',
  act: { senderId: people.bob.id, action: 'LIKE_POST', sourceTitle: 'Tides' },
  subject: 'Discussion:7',
  link: '/discussion-detail/7',
  at: at(),
  dedupeKey: `like ${moment}`,
})
const tell = async (...all: NewNotification[]) => {
  for (const one of all) await notify(contextOf(site, null), one)
}
const idsOf = async ({ id }: Person) =>
  (await site.prisma.notification.findMany({ where: { userId: id }, orderBy: { id: 'asc' } })).map(
    (row) => row.id,
  )

beforeAll(async () => {
  site = await startSite({ RATE_MUTATIONS: '100000', RATE_REQUESTS: '100000' })
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  for (const name of ['ada', 'bob'] as const) people[name] = await addPerson(site, name)
})
afterAll(() => site?.close())
beforeEach(() => site.prisma.notification.deleteMany())

describe('REST', () => {
  it('lists five rows a page, newest first, and marks them after answering (area-rules M8, M9)', async () => {
    const { ada } = people
    for (let times = 0; times < 7; times++) await tell(liked(ada.id))
    const ids = (await idsOf(ada)).reverse()
    const page = async (query = '') => (await call(ada, 'GET', `/api/msg/like${query}`)).data
    const first = await page()
    expect(first).toMatchObject({ total: 7, size: 5, current: 1, pages: 2 })
    expect(first.records.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 5))
    expect(first.records[0]).toEqual({
      id: ids[0],
      action: 'Like_Post',
      sourceId: 7,
      sourceType: 'Discussion',
      sourceTitle: 'Tides',
      sourceContent: null,
      quoteId: null,
      quoteType: null,
      quoteContent: null,
      url: '/discussion-detail/7',
      state: false,
      senderId: people.bob.id,
      senderUsername: 'bob',
      senderAvatar: null,
      gmtCreate: '2026-01-01T00:00:07.000+0000',
    })
    expect((await page()).records.every(({ state }: { state: boolean }) => state)).toBe(true)
    expect((await call(ada, 'GET', '/api/msg/unread')).data).toMatchObject({ like: 2 })
    expect((await page('?limit=100&currentPage=2')).records).toEqual([])
    for (const name of ['comment', 'reply']) {
      const empty = await call(ada, 'GET', `/api/msg/${name}`)
      expect(empty.data).toMatchObject({ records: [], total: 0, size: 5 })
    }
  })

  it('gives words that the page of the reference system inserts as HTML', async () => {
    const { ada, bob } = people
    await site.prisma.notification.create({
      data: {
        userId: ada.id,
        kind: 'REPLY',
        action: 'REPLY',
        senderId: bob.id,
        words: '#include <vector> && <img src=x onerror=alert(1)>',
        quote: 'a < b',
      },
    })
    expect((await call(ada, 'GET', '/api/msg/reply')).data.records).toMatchObject([
      {
        sourceContent: '#include &lt;vector&gt; &amp;&amp; &lt;img src=x onerror=alert(1)&gt;',
        quoteContent: 'a &lt; b',
      },
    ])
  })

  it('gives names in what the site tells as Markdown, which the page of the reference system renders', async () => {
    const { ada } = people
    const parameters = {
      number: 7,
      problem: 'P7 <svg onload=alert(1)> & a*b*c',
      outcomeBefore: 'AC',
      outcomeAfter: 'WA',
      reason: '[look](https://example.com)',
    }
    await site.prisma.notification.create({
      data: { userId: ada.id, kind: 'MINE', messageKey: 'rejudgedBecause', parameters },
    })
    const { data } = await call(ada, 'GET', '/api/msg/mine')
    expect(data.records).toMatchObject([
      {
        content:
          'P7 &lt;svg onload=alert(1)&gt; &amp; a\\*b\\*c: Accepted → Wrong Answer. \\[look\\](https://example.com)',
      },
    ])
  })

  it('says what the site tells in the reader’s language (area-rules M7)', async () => {
    const { ada } = people
    const notice = {
      title: 'Tonight',
      content: '**Down** at\n[two](/status)\n\n- Save',
      senderId: people.root.id,
    }
    await site.prisma.notification.create({ data: { userId: ada.id, kind: 'SYS', ...notice } })
    await tell(site_(ada.id, 'MINE'))
    const sys = await call(ada, 'GET', '/api/msg/sys')
    expect(sys.data.records).toMatchObject([
      {
        title: 'Tonight',
        content: '**Down** at\n[two](/status)\n\n- Save',
        adminId: people.root.id,
        type: 'Sys',
        state: false,
      },
    ])
    const mine = await site.rest('GET', '/api/msg/mine', { token: ada.token, locale: 'zh-CN' })
    expect(mine.data.records).toMatchObject([{ title: '你的密码已重置', adminId: null, type: 'Mine' }])
    const tree = '{ notifications(kind: SYS) { edges { node { content contentTree summary } } } }'
    const { data } = await ask(ada, tree)
    expect(JSON.stringify(data.notifications.edges[0].node.contentTree)).toContain('"strong"')
    expect(data.notifications.edges[0].node.summary).toBe('Down at two Save')
  })

  it('cleans one kind, or one row of it (area-rules M10)', async () => {
    const { ada, bob } = people
    await tell(liked(ada.id), liked(ada.id), site_(ada.id, 'MINE'), site_(ada.id, 'SYS'), liked(bob.id))
    const [first, second, mine] = await idsOf(ada)
    const clean = (query: string, who: Person | null = ada) => call(who, 'DELETE', `/api/msg/clean?${query}`)
    expect((await clean(`type=Like&id=${mine}`)).status).toBe(404)
    expect((await clean(`type=Like&id=${first}`, bob)).status).toBe(404)
    expect((await clean('type=Like&id=99999999999')).status).toBe(404)
    expect((await clean('type=Everything')).status).toBe(400)
    expect((await clean('')).status).toBe(400)
    expect((await clean('type=Like', null)).http).toBe(401)
    expect((await clean(`type=Like&id=${first}`)).status).toBe(200)
    expect(await idsOf(ada)).not.toContain(first)
    expect(await idsOf(ada)).toContain(second)
    expect((await clean('type=Like')).status).toBe(200)
    expect(await idsOf(ada)).toHaveLength(2)
    expect(await idsOf(bob)).toHaveLength(1)
  })
})

describe('the graph', () => {
  const CLEAN =
    'mutation ($input: CleanNotificationsInput!) { cleanNotifications(input: $input) { total likeCount } }'

  it('pages by offset, and cleans like REST (area-rules M8, M10)', async () => {
    const { ada, root } = people
    for (let times = 0; times < 8; times++) await tell(liked(ada.id))
    await tell(site_(ada.id, 'MINE'))
    const query = `query ($offset: Int) { notifications(kind: LIKE, first: 6, offset: $offset) {
      totalCount edges { node { id action sender { username } sourceTitle link isRead } } } }`
    const { data } = await ask(ada, query, { offset: 6 })
    expect(data.notifications.totalCount).toBe(8)
    expect(data.notifications.edges).toHaveLength(2)
    expect(data.notifications.edges[0].node).toMatchObject({
      action: 'LIKE_POST',
      sender: { username: 'bob' },
      sourceTitle: 'Tides',
      isRead: false,
    })
    const { id } = data.notifications.edges[0].node
    expect(codeOf(await ask(ada, CLEAN, { input: { kind: 'MINE', id } }))).toBe('NOT_FOUND')
    expect(codeOf(await ask(root, CLEAN, { input: { kind: 'LIKE', id } }))).toBe('NOT_FOUND')
    expect(codeOf(await ask(null, CLEAN, { input: { kind: 'LIKE' } }))).toBe('UNAUTHENTICATED')
    const one = await ask(ada, CLEAN, { input: { kind: 'LIKE', id } })
    expect(one.data.cleanNotifications).toEqual({ total: 8, likeCount: 7 })
    const all = await ask(ada, CLEAN, { input: { kind: 'LIKE' } })
    expect(all.data.cleanNotifications).toEqual({ total: 1, likeCount: 0 })
  })

  it('shows a message to nobody but its receiver, not even ROOT (area-rules M9)', async () => {
    const { ada, bob, root } = people
    await tell(liked(ada.id))
    const [id = 0] = await idsOf(ada)
    const node = 'query ($id: ID!) { node(id: $id) { ... on Notification { title words } } }'
    for (const who of [bob, root, null])
      expect((await ask(who, node, { id: globalId('Notification', id) })).data?.node ?? null).toBeNull()
    expect((await ask(ada, node, { id: globalId('Notification', id) })).data.node.title).toContain('bob')
    const stream = await site.subscribe(
      'subscription { notificationsChanged { change rowId notification { title } } }',
      {},
      root,
    )
    await tell(liked(ada.id), site_(root.id, 'SYS'))
    // The first that root hears is root's own.
    expect((await stream.next()).data.notificationsChanged).toMatchObject({
      change: 'CREATED',
      notification: { title: 'Your password has been reset' },
    })
    stream.close()
    const guest = await site.subscribe('subscription { notificationsChanged { change } }')
    expect((await guest.next()).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('streams what is told, read and removed of a kind (area-rules M11)', async () => {
    const { ada } = people
    const stream = await site.subscribe(
      'subscription { notificationsChanged(kind: LIKE) { change rowId notification { isRead action } } }',
      {},
      ada,
    )
    const next = async () => (await stream.next()).data.notificationsChanged
    await tell(site_(ada.id, 'MINE'), liked(ada.id))
    const [, id = 0] = await idsOf(ada)
    const rowId = globalId('Notification', id)
    expect(await next()).toEqual({
      change: 'CREATED',
      rowId,
      notification: { isRead: false, action: 'LIKE_POST' },
    })
    const mark =
      'mutation ($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) { total } }'
    await ask(ada, mark, { input: { ids: [rowId] } })
    expect(await next()).toMatchObject({ change: 'CHANGED', rowId, notification: { isRead: true } })
    await ask(ada, CLEAN, { input: { kind: 'LIKE', id: rowId } })
    expect(await next()).toEqual({ change: 'REMOVED', rowId, notification: null })
    for (let times = 0; times < 25; times++) await tell(liked(ada.id))
    for (let times = 0; times < 25; times++) await next()
    await ask(ada, CLEAN, { input: { kind: 'LIKE' } })
    expect(await next()).toMatchObject({ change: 'RESET', rowId: null })
    stream.close()
  })

  it('counts once for all open pages of a person, and idle ones hear nothing (area-rules M11)', async () => {
    const { ada, bob } = people
    const open = () => site.subscribe('subscription { unreadChanged { total } }', {}, ada)
    const tabs = await Promise.all(Array.from({ length: 20 }, open))
    const read = vi.spyOn(site.house.database.prisma, '$queryRaw')
    const counted = () =>
      read.mock.calls.filter(([text]) =>
        JSON.stringify(text).includes('as \\"count\\" from \\"Notification\\"'),
      ).length
    await tell(liked(ada.id))
    for (const tab of tabs) expect(await tab.next()).toEqual({ data: { unreadChanged: { total: 1 } } })
    expect(counted()).toBe(1)
    read.mockRestore()
    await tell(liked(bob.id))
    expect((await ask(bob, '{ unread { total } }')).data.unread.total).toBe(1)
    for (const tab of tabs) expect(tab.received).toEqual([])
    for (const tab of tabs) tab.close()
  })
})

describe('an account', () => {
  it('is told that an administrator changed its role (area-rules M5)', async () => {
    const { root } = people
    const eve = await addPerson(site, 'eve')
    const change = (input: object) =>
      ask(root, 'mutation ($input: ChangeAccountInput!) { changeAccount(input: $input) { __typename } }', {
        input,
      })
    const answer = await change({ id: globalId('Account', eve.id), role: 'ADMIN' })
    expect(answer.errors).toBeUndefined()
    const rows = () => site.prisma.notification.findMany({ where: { userId: eve.id } })
    await expect.poll(rows).toHaveLength(1)
    const { openSession } = await import('#server/modules/user/session.ts')
    const { token } = await openSession(contextOf(site, null), eve.id)
    const mine = await site.rest('GET', '/api/msg/mine', { token, locale: 'zh-CN' })
    expect(mine.data.records).toMatchObject([{ title: '你的角色已变为 管理员', type: 'Mine' }])
  })

  it('takes its messages along when it is deleted', async () => {
    const { root } = people
    const leaver = await addPerson(site, 'leaver')
    await tell(liked(leaver.id), site_(leaver.id, 'MINE'))
    await call(leaver, 'DELETE', '/api/msg/clean?type=Like')
    expect(await call(root, 'DELETE', '/api/admin/user/delete-user', { ids: [leaver.id] })).toMatchObject({
      status: 200,
    })
    expect(await idsOf(leaver)).toEqual([])
    expect(await site.prisma.removedNotification.count({ where: { userId: leaver.id } })).toBe(0)
  })
})
