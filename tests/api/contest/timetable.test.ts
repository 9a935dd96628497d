import { expect, it, vi } from 'vitest'
import { emit } from '#server/events.ts'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import { contextOf } from '../../support/people.ts'

/** What a process knows of the times of contests, and when it reads them again. */

const arena = openContestSite()
const { people, call, makeContest } = arena

const isRunning = (id: number) => arena.site.house.timetable.at(new Date()).contests.running.has(id)
const tell = (contestId: number) => emit(contextOf(arena.site, null), 'contest.changed', { contestId })
const LOCKED = { auth: 1, pwd: 'sesame' }

/** Ends a contest past the rules, and tells nobody. */
const endSilently = (id: number) =>
  arena.site.prisma.contest.update({ where: { id }, data: { endsAt: minutes(-1) } })

it('reloads only the contest that changed, and none when a user registers', async () => {
  const [one, other, third] = [await makeContest(), await makeContest(LOCKED), await makeContest()]
  await vi.waitFor(() => expect([one, other, third].map(isRunning)).toEqual([true, true, true]))
  await endSilently(one)
  await endSilently(third)
  const line = await arena.site.subscribe(
    'subscription ($id: ID!) { contestChanged(id: $id) { participantCount } }',
    { id: globalId('Contest', other) },
    people.bob,
  )
  const registered = await call(people.ada, 'POST', '/api/register-contest', {
    cid: other,
    password: 'sesame',
  })
  expect(registered).toMatchObject({ status: 200 })
  expect((await line.next()).data.contestChanged).toEqual({ participantCount: 1 })
  line.close()
  await arena.site.prisma.contest.update({ where: { id: other }, data: { endsAt: minutes(-2) } })
  expect([one, other, third].map(isRunning)).toEqual([true, true, true])
  await tell(one)
  await vi.waitFor(() => expect([one, other, third].map(isRunning)).toEqual([false, true, true]))
  await arena.site.house.timetable.renew()
  expect([one, other, third].map(isRunning)).toEqual([false, false, false])
})

it('has the latest moment of all contests, also of one that has ended by then', async () => {
  const { timetable } = arena.site.house
  const id = await makeContest()
  await vi.waitFor(() => expect(isRunning(id)).toBe(true))
  const endsAt = minutes(-0.001)
  await arena.site.prisma.contest.update({ where: { id }, data: { endsAt } })
  await tell(id)
  await vi.waitFor(() => expect(isRunning(id)).toBe(false))
  expect(timetable.at(new Date()).contests.moment).toEqual(endsAt)
  // Until the next moment nothing that is made of it changes.
  const now = timetable.at(new Date()).contests
  await arena.site.prisma.contest.update({ where: { id }, data: { title: 'Another title' } })
  await tell(id)
  await timetable.renew()
  expect(timetable.at(new Date()).contests).toBe(now)
})

it('tells the list of contests that somebody registered', async () => {
  const cid = await makeContest(LOCKED)
  const line = await arena.site.subscribe(
    'subscription { contestsChanged { change contest { number participantCount } } }',
  )
  await call(people.ada, 'POST', '/api/register-contest', { cid, password: 'sesame' })
  let heard = (await line.next()).data.contestsChanged
  while (heard.contest?.participantCount !== 1) heard = (await line.next()).data.contestsChanged
  expect(heard).toEqual({ change: 'CHANGED', contest: { number: cid, participantCount: 1 } })
  line.close()
})

it('reports users whose new name does not match the account rule any more (contest-rules.md 15)', async () => {
  const rule = '<prefix>team</prefix><suffix></suffix><start>7</start><end>7</end><extra></extra>'
  const cid = await makeContest({ ...LOCKED, openAccountLimit: true, accountLimitRule: rule })
  const { team7 } = people
  const told: object[] = []
  const off = arena.site.house.events.listen(({ name, payload }) => {
    if (name === 'participation.changed') told.push(payload)
  })
  const one = { contestId: cid, userId: team7.id }
  const registered = await call(team7, 'POST', '/api/register-contest', { cid, password: 'sesame' })
  expect(registered).toMatchObject({ status: 200 })
  await vi.waitFor(() => expect(told).toEqual([one]))
  const name = (username: string) =>
    arena.site.prisma.user.update({ where: { id: team7.id }, data: { username, usernameKey: username } })
  await name('somebody')
  await vi.waitFor(() => expect(told).toEqual([one, one]))
  await name('team7')
  off()
})
