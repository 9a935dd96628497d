import { afterAll, beforeAll, expect, it } from 'vitest'
import { changePassword } from '#server/modules/user/credentials.ts'
import { endSession, MOST_SESSIONS, resolveSession } from '#server/modules/user/session.ts'
import { overlap } from '../../support/overlap.ts'
import { addPerson, contextOf, PASSWORD } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const login = (username: string) =>
  site.rest('POST', '/api/login', { body: { username, password: PASSWORD } })

it('is not opened by the old password once that was changed, also by a login under way', async () => {
  const ada = await addPerson(site, 'ada')
  const change = { oldPassword: PASSWORD, newPassword: 'another horse' }
  const late = await overlap(
    site,
    contextOf(site, ada),
    (ctx) => changePassword(ctx, change),
    () => login('ada'),
  )
  expect(late).toMatchObject({ status: 400 })
  expect(late.headers.get('authorization')).toBeNull()
  expect(await site.prisma.session.count({ where: { userId: ada.id } })).toBe(1)
})

it('is not opened for an account that is disabled meanwhile', async () => {
  const bob = await addPerson(site, 'bob')
  const late = await overlap(
    site,
    contextOf(site, bob),
    ({ db }) => db.user.update({ where: { id: bob.id }, data: { disabled: true } }),
    () => login('bob'),
  )
  expect(late).toMatchObject({ status: 403 })
  expect(await site.prisma.session.count({ where: { userId: bob.id } })).toBe(1)
})

it('stays ended when a request that found it alive renews its token', async () => {
  const eve = await addPerson(site, 'eve')
  const HALF_A_DAY = 12 * 3600_000
  await site.prisma.session.update({
    where: { id: eve.sessionId },
    data: { issuedAt: new Date(Date.now() - HALF_A_DAY - 1000) },
  })
  const resolved = await overlap(
    site,
    contextOf(site, eve),
    (ctx) => endSession(ctx, eve.sessionId),
    () => resolveSession(site.house, eve.token, new Date()),
  )
  expect(resolved?.renewedToken).toBeNull()
  expect(await resolveSession(site.house, eve.token, new Date())).toBeNull()
})

it('is the oldest one when an account has too many', async () => {
  const bot = await addPerson(site, 'bot')
  await site.prisma.$executeRaw`
    insert into "Session" ("userId", "tokenHash", "expiresAt", "ip", "userAgent")
    select ${bot.id}, 'hash ' || n, now() + interval '1 day', '10.0.0.1', 'bot ' || n
    from generate_series(1, ${MOST_SESSIONS}::int) n`
  const live = await site.subscribe('subscription { unreadChanged { total } }', {}, { token: bot.token })
  expect(await login('bot')).toMatchObject({ status: 200 })
  await expect(live.next()).rejects.toBeDefined()
  expect(await resolveSession(site.house, bot.token, new Date())).toBeNull()
  const left = await site.prisma.session.findMany({ where: { userId: bot.id }, orderBy: { id: 'asc' } })
  expect(left).toHaveLength(MOST_SESSIONS)
  expect(left[0]?.userAgent).toBe('bot 2')
})
