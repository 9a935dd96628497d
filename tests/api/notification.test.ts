import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NewNotification, notify } from '#server/modules/notification/notification.ts'
import { addPerson, contextOf } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const FIELDS = 'comment reply like sys mine total'
const NOTHING = { comment: 0, reply: 0, like: 0, sys: 0, mine: 0, total: 0 }

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
