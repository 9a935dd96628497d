import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit, transact } from '#server/events.ts'
import { createAccount, endAccount } from '#server/modules/user/accounts.ts'
import { createUser } from '#server/modules/user/user.ts'
import { addPerson, contextOf, type Person, signIn } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let admin: Person
let ada: Person
let bob: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
  bob = await addPerson(site, 'bob')
})
afterAll(() => site.close())

const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

const CREATE = `mutation ($input: CreateSystemNoticeInput!) {
  createSystemNotice(input: $input) { id version audience copyCount recipient { username } } }`
const CHANGE = `mutation ($input: ChangeSystemNoticeInput!) {
  changeSystemNotice(input: $input) { title content version } }`
const REMOVE =
  'mutation ($ids: [ID!]!) { removeSystemNotices(input: { ids: $ids }) { done refused { code } } }'
const LIST = `query ($keyword: String, $audience: NoticeAudience) {
  systemNotices(keyword: $keyword, audience: $audience) { totalCount edges { node { title } } } }`
const INBOX = '{ notifications(first: 50, kind: SYS) { edges { node { title content kind isRead } } } }'
const UNREAD = 'subscription { unreadChanged { sys total } }'

type Input = { title?: string; content?: string; audience?: string; recipient?: string }
const send = async ({ title = 'Notice', content = 'Words', audience = 'ALL', ...to }: Input = {}) =>
  (await site.graphql(CREATE, { input: { title, content, audience, ...to } }, root)).data.createSystemNotice
const remove = (...ids: string[]) => site.graphql(REMOVE, { ids }, root)

type Row = { node: { title: string; content: string; isRead: boolean } }
const inbox = async (
  person: { token: string },
  locale: 'en-US' | 'zh-CN' = 'en-US',
): Promise<Row['node'][]> =>
  (await site.graphql(INBOX, {}, { token: person.token, locale })).data.notifications.edges.map(
    ({ node }: Row) => node,
  )
const titles = async (person: { token: string }) => (await inbox(person)).map(({ title }) => title)
const numberOf = (id: string) => Number(Buffer.from(id, 'base64').toString().split(':')[1])

describe('system notices (area-rules M6)', () => {
  it('to one account or the staff are told to nobody else', async () => {
    const follow = 'subscription { notificationsChanged(kind: SYS) { change notification { title } } }'
    const [ofAda, ofBob] = [await site.subscribe(follow, {}, ada), await site.subscribe(follow, {}, bob)]
    const single = await send({ audience: 'SINGLE', recipient: 'ada' })
    expect((await ofAda.next()).data.notificationsChanged).toEqual({ change: 'RESET', notification: null })
    await remove(single.id, (await send({ audience: 'STAFF' })).id)
    // The first that bob hears is his own.
    const own = { userId: bob.id, kind: 'SYS', title: 'Own' } as const
    const { id } = await site.prisma.notification.create({ data: own })
    const row = { id, kind: 'SYS', change: 'CREATED' } as const
    await emit(contextOf(site, null), 'notification.changed', { userId: bob.id, row })
    expect((await ofBob.next()).data.notificationsChanged).toEqual({
      change: 'CREATED',
      notification: { title: 'Own' },
    })
    await site.prisma.notification.delete({ where: { id } })
    for (const line of [ofAda, ofBob]) line.close()
  })

  it('reach all, the staff or one, at once, and stand as written', async () => {
    const all = await send({ title: '停机维护', content: '**周六**' })
    expect(all).toMatchObject({ version: 1, audience: 'ALL', copyCount: 4, recipient: null })
    const staff = await send({ title: 'For staff', audience: 'STAFF' })
    expect(staff.copyCount).toBe(2)
    const one = await send({ title: 'For Ada', audience: 'SINGLE', recipient: ' ADA ' })
    expect(one).toMatchObject({ copyCount: 1, recipient: { username: 'ada' } })

    expect(await titles(ada)).toEqual(['For Ada', '停机维护'])
    expect(await titles(bob)).toEqual(['停机维护'])
    expect(await titles(admin)).toEqual(['For staff', '停机维护'])
    for (const locale of ['en-US', 'zh-CN'] as const)
      expect((await inbox(bob, locale))[0]).toEqual({
        title: '停机维护',
        content: '**周六**',
        kind: 'SYS',
        isRead: false,
      })
    await remove(all.id, staff.id, one.id)
  })

  it('push the unread numbers, once to each account, and take them back', async () => {
    const tabs = [
      await site.subscribe(UNREAD, {}, ada),
      await site.subscribe(UNREAD, {}, await signIn(site, ada)),
    ]
    const other = await site.subscribe(UNREAD, {}, bob)
    const { id } = await send()
    const hear = (sys: number) => ({ data: { unreadChanged: { sys, total: sys } } })
    for (const tab of [...tabs, other]) expect(await tab.next()).toEqual(hear(1))
    const single = await send({ audience: 'SINGLE', recipient: 'ada' })
    for (const tab of tabs) expect(await tab.next()).toEqual(hear(2))
    await site.graphql(CHANGE, { input: { id: single.id, title: 'Corrected' } }, root)
    await remove(single.id)
    for (const tab of tabs) expect(await tab.next()).toEqual(hear(1))
    await remove(id)
    for (const tab of [...tabs, other]) expect(await tab.next()).toEqual(hear(0))
    for (const tab of [...tabs, other]) {
      expect(tab.received).toEqual([])
      tab.close()
    }
  })

  it('reach new accounts too, however they are made; those to staff and to one do not', async () => {
    const past = [await send({ title: 'First' }), await send({ title: 'Second' })]
    const others = [
      await send({ title: 'Staff', audience: 'STAFF' }),
      await send({ title: 'Ada', audience: 'SINGLE', recipient: 'ada' }),
    ]
    const ctx = contextOf(site, root)
    const users = [['batch1', 'secret1', 'batch1@judge.test', '', '', '', '']]
    await site.rest('POST', '/api/admin/user/insert-batch-user', { ...root, body: { users } })
    await createAccount(ctx, { username: 'created', password: 'secret1', role: 'ADMIN' })
    const account = { username: 'registered', email: null, passwordHash: '!' }
    await transact(contextOf(site, null), (ctx) => createUser(ctx, account))
    const made = await site.prisma.user.findMany({
      where: { username: { in: ['batch1', 'created', 'registered'] } },
    })
    expect(made).toHaveLength(3)
    for (const { id } of made) expect(await titles(await signIn(site, { id }))).toEqual(['Second', 'First'])
    await remove(...[...past, ...others].map(({ id }) => id))
  })

  it('reach an account that is created while they are sent', async () => {
    let sending: Promise<{ id: string }> | undefined
    const account = { username: 'meanwhile', email: null, passwordHash: '!' }
    const { id } = await transact(contextOf(site, null), async (ctx) => {
      const user = await createUser(ctx, account)
      sending = send({ title: 'Race' })
      await expect
        .poll(async () => {
          const [row] = await site.prisma.$queryRaw<{ count: number }[]>`
            select count(*)::int from pg_locks where locktype = 'advisory' and not granted`
          return row?.count
        })
        .toBe(1)
      return user
    })
    const notice = await sending
    expect(await titles(await signIn(site, { id }))).toEqual(['Race'])
    await remove(notice?.id ?? '')
  })

  it('wait for disabled accounts and leave out deleted ones', async () => {
    const off = await addPerson(site, 'off')
    const gone = await addPerson(site, 'gone')
    await site.prisma.user.update({ where: { id: off.id }, data: { disabled: true } })
    await endAccount(contextOf(site, root), gone.id)
    const { id } = await send({ title: 'Anyone' })
    expect(await site.prisma.notification.count({ where: { userId: gone.id } })).toBe(0)
    await site.prisma.user.update({ where: { id: off.id }, data: { disabled: false } })
    expect(await titles(off)).toEqual(['Anyone'])
    const { errors } = await site.graphql(
      CREATE,
      { input: { title: 'No', content: 'No', audience: 'SINGLE', recipient: 'gone' } },
      root,
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'recipient' })
    await remove(id)
  })

  it('are mended in every copy by an edit, and keep being read', async () => {
    const { id, version } = await send({ title: 'Tipo' })
    await site.graphql('mutation { markNotificationsRead(input: { kind: SYS }) { sys } }', {}, ada)
    const change = (input: object) => site.graphql(CHANGE, { input: { id, version, ...input } }, root)
    expect((await change({ title: ' Typo ' })).data.changeSystemNotice).toEqual({
      title: 'Typo',
      content: 'Words',
      version: version + 1,
    })
    expect(codeOf(await change({ title: 'Lost' }))).toBe('CONFLICT')
    expect(await inbox(ada)).toMatchObject([{ title: 'Typo', isRead: true }])
    expect(await inbox(bob)).toMatchObject([{ title: 'Typo', isRead: false }])
    await remove(id)
    expect(await titles(ada)).toEqual([])
    expect(await site.prisma.notification.count({ where: { kind: 'SYS' } })).toBe(0)
  })
})

describe('the administration of system notices', () => {
  it('is for super administrators, through every door', async () => {
    const { id } = await send({ title: 'Guarded' })
    const input = { title: 'No', content: 'No' }
    for (const [asker, code] of [
      [admin, 'FORBIDDEN'],
      [ada, 'FORBIDDEN'],
      [{}, 'UNAUTHENTICATED'],
    ] as const) {
      expect(codeOf(await site.graphql(LIST, {}, asker))).toBe(code)
      expect(codeOf(await site.graphql(CREATE, { input: { ...input, audience: 'ALL' } }, asker))).toBe(code)
      expect(codeOf(await site.graphql(CHANGE, { input: { ...input, id } }, asker))).toBe(code)
      expect(codeOf(await site.graphql(REMOVE, { ids: [id] }, asker))).toBe(code)
      const stream = await site.subscribe('subscription { systemNoticesChanged { change } }', {}, asker)
      expect(codeOf(await stream.next())).toBe(code)
      const node = '{ node(id: "ID") { ... on SystemNotice { title } } }'.replace('ID', id)
      expect((await site.graphql(node, {}, asker)).data?.node ?? null).toBeNull()
    }
    await remove(id)
  })

  it('refuses words that are missing or too long, and recipients that are not there', async () => {
    const refused = async (input: object) => {
      const given = { title: 'T', content: 'C', audience: 'ALL', ...input }
      const { errors } = await site.graphql(CREATE, { input: given }, root)
      return (errors?.[0]?.extensions as { field?: string } | undefined)?.field
    }
    expect(await refused({ title: ' ' })).toBe('title')
    expect(await refused({ title: 'x'.repeat(201) })).toBe('title')
    expect(await refused({ content: ' \n ' })).toBe('content')
    expect(await refused({ content: 'x'.repeat(65_536) })).toBe('content')
    expect(await refused({ audience: 'SINGLE' })).toBe('recipient')
    expect(await refused({ audience: 'SINGLE', recipient: 'nobody' })).toBe('recipient')
    expect(await site.prisma.systemNotice.count()).toBe(0)
  })

  it('finds notices by words and recipients, and hears of each change', async () => {
    const follow = 'subscription { systemNoticesChanged { change rowId systemNotice { title } } }'
    const stream = await site.subscribe(follow, {}, root)
    const { id } = await send({ title: '100% sure', content: 'Tide' })
    const staff = await send({ title: 'Ebb', audience: 'STAFF' })
    await site.graphql(CHANGE, { input: { id: staff.id, title: 'Flood' } }, root)
    expect((await site.graphql(LIST, { keyword: '0% S' }, root)).data.systemNotices).toEqual({
      totalCount: 1,
      edges: [{ node: { title: '100% sure' } }],
    })
    const found = async (filter: object) =>
      (await site.graphql(LIST, filter, root)).data.systemNotices.totalCount
    expect(await found({ keyword: 'TIDE' })).toBe(1)
    expect(await found({ keyword: '_' })).toBe(0)
    expect(await found({ audience: 'STAFF' })).toBe(1)
    expect(await found({ audience: 'SINGLE' })).toBe(0)
    expect((await remove(id, staff.id, id)).data.removeSystemNotices).toEqual({
      done: [id, staff.id],
      refused: [],
    })
    const told = []
    for (let heard = 0; heard < 5; heard++) {
      const { change, rowId } = (await stream.next()).data.systemNoticesChanged
      told.push([change, rowId])
    }
    expect(told).toEqual([
      ['CREATED', id],
      ['CREATED', staff.id],
      ['CHANGED', staff.id],
      ['REMOVED', id],
      ['REMOVED', staff.id],
    ])
    stream.close()
  })

  it('is audited, and keeps the pictures of its notices', async () => {
    const file = {
      id: 'ab'.padEnd(32, '0'),
      use: 'MARKDOWN_PICTURE' as const,
      name: 'a.png',
      mediaType: 'image/png',
    }
    await site.prisma.file.create({ data: { ...file, size: 1, hash: 'a'.repeat(64), place: 'none/a' } })
    const { id } = await send({
      content: `![](/api/public/img/${file.id})`,
      audience: 'SINGLE',
      recipient: 'bob',
    })
    const kept = () => site.prisma.fileReference.count({ where: { subject: `SystemNotice:${numberOf(id)}` } })
    expect(await kept()).toBe(1)
    await site.graphql(CHANGE, { input: { id, title: 'New' } }, root)
    expect(await kept()).toBe(1)
    await remove(id)
    expect(await kept()).toBe(0)
    const audit = `{ auditEntries(subject: "SystemNotice:${numberOf(id)}") { edges { node { action changes { field after } } } } }`
    const { data } = await site.graphql(audit, {}, root)
    expect(data.auditEntries.edges.map(({ node }: { node: object }) => node)).toMatchObject([
      { action: 'SYSTEM_NOTICE_REMOVED' },
      { action: 'SYSTEM_NOTICE_CHANGED', changes: [{ field: 'title', after: 'New' }] },
      { action: 'SYSTEM_NOTICE_CREATED' },
    ])
  })

  it('answers the calls of the reference system', async () => {
    const call = (method: string, path: string, body?: object) =>
      site.rest(method, `/api/admin/msg/notice${path}`, { ...root, ...(body && { body }) })
    await call('POST', '', { title: 'All', content: 'A', type: 'All', adminId: ada.id })
    await call('POST', '', { title: 'Admin', content: 'B', type: 'Admin', adminId: root.id })
    expect(await call('POST', '', { title: 'One', content: 'C', type: 'Single' })).toMatchObject({
      status: 400,
    })
    await call('POST', '', { title: 'One', content: 'C', type: 'Single', recipientId: bob.id })
    expect(await titles(bob)).toEqual(['One', 'All'])
    const { data } = await call('GET', '?limit=2')
    expect(data).toMatchObject({ total: 3, size: 2, current: 1, pages: 2 })
    const [single] = data.records
    expect(single).toEqual({
      id: expect.any(Number),
      title: 'One',
      content: 'C',
      type: 'Single',
      state: true,
      adminUsername: 'root',
      gmtCreate: expect.stringMatching(/^\d{4}-.*\+0000$/),
      gmtModified: expect.stringMatching(/^\d{4}-.*\+0000$/),
    })
    const staff = (await call('GET', '?type=Admin')).data.records
    expect(staff.map((row: { title: string }) => row.title)).toEqual(['Admin'])
    const edit = { id: single.id, title: 'Uno', content: 'C', type: 'Single' }
    expect(await call('PUT', '', { ...edit, type: 'All' })).toMatchObject({ status: 400 })
    expect(await call('PUT', '', edit)).toMatchObject({ status: 200 })
    expect(await titles(bob)).toEqual(['Uno', 'All'])
    expect(await call('DELETE', `?id=${single.id}`)).toMatchObject({ status: 200 })
    expect(await call('DELETE', `?id=${single.id}`)).toMatchObject({ status: 404 })
    expect(await titles(bob)).toEqual(['All'])
  })
})
