import { expect, it } from 'vitest'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { tellContest } from '../../support/contests.ts'
import { globalId } from '../../support/judgeable.ts'
import type { Person } from '../../support/people.ts'

/** Lists of contests hear what happens to contests, and of none that they do not show. */

const arena = openContestSite()
const { people, call, makeContest } = arena

const WATCH = 'subscription { contestsChanged { change rowId contest { number title status } } }'
type OnMessage = { data: { contestsChanged: { change: string; rowId: string; contest: object | null } } }
const follow = (who: Person | null) => arena.site.subscribe<OnMessage>(WATCH, {}, who ?? {})

it('the live list tells guests and users when a contest is created, changed, begun and removed', async () => {
  const line = await follow(null)
  const next = async () => (await line.next()).data.contestsChanged
  const number = await makeContest({ title: 'OnMessage', startTime: minutes(10).toJSON() })
  const rowId = globalId('Contest', number)
  expect(await next()).toMatchObject({ change: 'CREATED', rowId, contest: { number, status: 'SCHEDULED' } })

  const { site } = arena
  const startsAt = new Date(Date.now() + 1500)
  await tellContest(site, await site.prisma.contest.update({ where: { id: number }, data: { startsAt } }))
  let heard = await next()
  while ((heard.contest as { status: string }).status === 'SCHEDULED') heard = await next()
  expect(heard).toMatchObject({ change: 'CHANGED', rowId, contest: { status: 'RUNNING' } })
  const late = Date.now() - startsAt.getTime()
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(5000)

  const hide = `mutation ($input: UpdateContestInput!) { updateContest(input: $input) { number } }`
  await site.graphql(hide, { input: { id: rowId, fields: { isVisible: false } } }, people.owner)
  heard = await next()
  while (heard.change !== 'REMOVED') heard = await next()
  expect(heard).toEqual({ change: 'REMOVED', rowId, contest: null })

  // What is done with one that nobody sees is nobody's to hear: the next word is of another contest.
  await site.graphql(hide, { input: { id: rowId, fields: { title: 'Nobody hears' } } }, people.owner)
  await makeContest({ title: 'Hidden', visible: false })
  const seen = await makeContest({ title: 'Seen' })
  expect(await next()).toMatchObject({ change: 'CREATED', contest: { number: seen } })
  await call(people.root, 'DELETE', `/api/admin/contest?cid=${seen}`)
  heard = await next()
  while (heard.change !== 'REMOVED') heard = await next()
  expect(heard.rowId).toBe(globalId('Contest', seen))
  line.close()
})
