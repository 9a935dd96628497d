import { afterAll, beforeAll, expect, it } from 'vitest'
import { changePassword } from '#server/modules/user/credentials.ts'
import { endSession, resolveSession } from '#server/modules/user/session.ts'
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
