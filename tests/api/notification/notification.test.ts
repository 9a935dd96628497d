import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notify, notifyMany } from '#server/modules/notification/notification.ts'
import type { NewNotification } from '#server/queue.ts'
import { addPerson, contextOf } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const FIELDS = 'commentCount replyCount likeCount sys mine total'
const NOTHING = { commentCount: 0, replyCount: 0, likeCount: 0, sys: 0, mine: 0, total: 0 }

const tell = (userId: string, at = new Date().toISOString(), kind: NewNotification['kind'] = 'MINE') =>
  notify(contextOf(site, null), { userId, kind, message: 'passwordReset', at })

describe('what somebody has not read', () => {
  it('is counted by kind, through both doors', async () => {
    const person = await addPerson(site, 'reader')
    const { token } = person
    expect((await site.graphql(`{ unread { ${FIELDS} } }`, {}, { token })).data.unread).toEqual(NOTHING)
    await tell(person.id)
    await tell(person.id, '2026-01-01T00:00:00Z', 'SYS')
    await tell(person.id, '2026-01-02T00:00:00Z', 'SYS')
    await site.prisma.notification.updateMany({
      where: { createdAt: new Date('2026-01-02T00:00:00Z') },
      data: { readAt: new Date() },
    })
    const { data } = await site.graphql(`{ unread { ${FIELDS} } }`, {}, { token })
    expect(data.unread).toEqual({ ...NOTHING, mine: 1, sys: 1, total: 2 })
    const rest = await site.rest('GET', '/api/msg/unread', { token })
    expect(rest.data).toEqual({ comment: 0, reply: 0, like: 0, sys: 1, mine: 1 })
  })

  it('arrives live at the one it is for, and nobody else', async () => {
    const person = await addPerson(site, 'addressee')
    const neighbour = await addPerson(site, 'bystander')
    const subscription = `subscription { unreadChanged { ${FIELDS} } }`
    const mine = await site.subscribe(subscription, {}, { token: person.token })
    const theirs = await site.subscribe(subscription, {}, { token: neighbour.token })
    await tell(person.id)
    expect(await mine.next()).toEqual({ data: { unreadChanged: { ...NOTHING, mine: 1, total: 1 } } })
    await tell(neighbour.id)
    expect(await theirs.next()).toEqual({ data: { unreadChanged: { ...NOTHING, mine: 1, total: 1 } } })
    expect(theirs.received).toEqual([])
    expect(mine.received).toEqual([])
    mine.close()
    theirs.close()
  })

  it('is told once, however often the same thing is queued', async () => {
    const person = await addPerson(site, 'twiceTold')
    const at = new Date().toISOString()
    await tell(person.id, at)
    await tell(person.id, at)
    const { data } = await site.graphql('{ unread { total } }', {}, { token: person.token })
    expect(data.unread.total).toBe(1)
  })

  it('reaches many at once, each of them once, and says where it leads', async () => {
    const people = [await addPerson(site, 'many1'), await addPerson(site, 'many2')]
    const ids = people.map(({ id }) => id)
    const told = {
      kind: 'SYS',
      message: 'passwordReset',
      at: '2026-02-01T00:00:00Z',
      link: '/status',
    } as const
    await notifyMany(contextOf(site, null), [...ids, 'nobody'], { ...told, dedupeKey: 'the same' })
    await notifyMany(contextOf(site, null), ids, { ...told, dedupeKey: 'the same' })
    const query = '{ notifications { totalCount edges { node { kind title link isRead } } } }'
    for (const { token } of people) {
      const { data } = await site.graphql(query, {}, { token })
      expect(data.notifications.totalCount).toBe(1)
      expect(data.notifications.edges[0].node).toEqual({
        kind: 'SYS',
        title: 'Your password has been reset',
        link: '/status',
        isRead: false,
      })
    }
    expect((await site.graphql(query)).data.notifications).toEqual({ totalCount: 0, edges: [] })
  })

  it('is read when its owner says so, and nobody else can', async () => {
    const person = await addPerson(site, 'marker')
    const other = await addPerson(site, 'meddler')
    await tell(person.id, '2026-01-01T00:00:00Z', 'SYS')
    await tell(person.id, '2026-01-02T00:00:00Z', 'MINE')
    const mark =
      'mutation ($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) { total sys mine } }'
    const list = await site.graphql(
      '{ notifications { edges { node { id } } } }',
      {},
      { token: person.token },
    )
    const ids = list.data.notifications.edges.map(({ node }: { node: { id: string } }) => node.id)
    await site.graphql(mark, { input: { ids } }, { token: other.token })
    const stream = await site.subscribe(
      'subscription { unreadChanged { total } }',
      {},
      { token: person.token },
    )
    const marked = await site.graphql(mark, { input: { kind: 'SYS' } }, { token: person.token })
    expect(marked.data.markNotificationsRead).toEqual({ total: 1, sys: 0, mine: 1 })
    expect(await stream.next()).toEqual({ data: { unreadChanged: { total: 1 } } })
    const all = await site.graphql(mark, { input: {} }, { token: person.token })
    expect(all.data.markNotificationsRead.total).toBe(0)
    expect((await site.graphql(mark, { input: {} })).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
    stream.close()
  })

  it('is nothing for guests', async () => {
    expect((await site.graphql(`{ unread { ${FIELDS} } }`)).data.unread).toBeNull()
    expect(await site.rest('GET', '/api/msg/unread')).toMatchObject({ http: 401, status: 401 })
    const guest = await site.subscribe('subscription { unreadChanged { total } }')
    const { errors } = await guest.next()
    expect(errors).toMatchObject([
      { message: 'Please login first!', extensions: { code: 'UNAUTHENTICATED' } },
    ])
  })
})
