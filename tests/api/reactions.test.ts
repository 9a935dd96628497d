import { afterAll, beforeAll, expect, it } from 'vitest'
import { emit, transact } from '#server/events.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let ada: Person
beforeAll(async () => {
  site = await startSite()
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const told = async () =>
  (await site.prisma.notification.findMany({ where: { userId: ada.id }, orderBy: { createdAt: 'asc' } })).map(
    ({ messageKey, link }) => [messageKey, link],
  )

it('queues the jobs of an event in its transaction, and none when that is undone', async () => {
  const ctx = contextOf(site, ada)
  const at = (second: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, second)).toISOString()
  const undone = transact(ctx, async (ctx) => {
    await emit(ctx, 'password.changed', { userId: ada.id, way: 'CHANGED', at: at(1) })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await emit(ctx, 'password.changed', { userId: ada.id, way: 'CHANGED', at: at(2) })
  await expect.poll(told).toHaveLength(1)
  await emit(ctx, 'password.changed', { userId: ada.id, way: 'RESET', at: at(3) })
  await expect.poll(told).toEqual([
    ['passwordChanged', '/setting'],
    ['passwordReset', null],
  ])
})
