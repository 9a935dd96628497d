import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { type ClockKind, lastMomentIn } from '#server/clock.ts'
import { clocks } from '#server/clocks.ts'
import type { AnyEvent } from '#server/events.ts'
import type { ClocksNow } from '#server/policy/reader.ts'
import { createTimetable, keepTimetable, type Timetable } from '#server/timetable.ts'
import { minutes } from '../../support/contestSite.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** The timetable with a third kind of clock: seasons that open and are due, in a table of this file alone. */

type Season = { id: number; opensAt: Date; dueAt: Date }
type SeasonNow = { moment: Date; closed: ReadonlySet<number>; open: ReadonlySet<number> }
type Now = ClocksNow & { season: SeasonNow }

const seasonEvent = (name: 'season.changed' | 'season.turned', id: number) =>
  ({ name, payload: { seasonId: id } }) as unknown as AnyEvent

const seasonIn = ({ name, payload }: AnyEvent, wanted: string): number | null =>
  (name as string) === wanted ? (payload as unknown as { seasonId: number }).seasonId : null

const idsOf = (rows: readonly Season[], keeps: (row: Season) => boolean) =>
  new Set(rows.filter(keeps).map(({ id }) => id))

const SEASON: ClockKind<Season, SeasonNow> = {
  open: (db, now) => db.$queryRaw`select * from "Season" where "dueAt" > ${now}::timestamptz order by "id"`,
  byIds: (db, ids) => db.$queryRaw`select * from "Season" where "id" = any(${ids}::int[])`,
  lastMoment: (db, now) => lastMomentIn(db, 'Season', ['opensAt', 'dueAt'], now),
  isOpen: ({ dueAt }, now) => dueAt > now,
  momentsOf: ({ opensAt, dueAt }) => [opensAt, dueAt],
  at: (rows, now, moment) => ({
    moment,
    closed: idsOf(rows, ({ opensAt }) => now < opensAt),
    open: idsOf(rows, ({ opensAt, dueAt }) => opensAt <= now && now < dueAt),
  }),
  closing: (rows, { closed, open }) =>
    new Map(
      rows
        .filter(({ id }) => closed.has(id) || open.has(id))
        .map(({ id }) => [id, closed.has(id) ? 'closed' : 'open']),
    ),
  changedBy: (event) => seasonIn(event, 'season.changed'),
  turned: (id) => seasonEvent('season.turned', id),
}

let site: Site
let owner: Person
let timetable: Timetable<Now>
let leave: () => void
const turned: number[] = []

const now = () => timetable.at(new Date())
const tell = (id: number) => site.house.events.deliver(seasonEvent('season.changed', id))

async function add(opensAt: Date, dueAt: Date): Promise<number> {
  const [row] = await site.prisma.$queryRaw<{ id: number }[]>`
    insert into "Season" ("opensAt", "dueAt") values (${opensAt}::timestamptz, ${dueAt}::timestamptz) returning "id"`
  return row?.id ?? 0
}

/** Sets when a season is due past the rules, and tells nobody. */
const dueSilently = (id: number, dueAt: Date) =>
  site.prisma.$executeRaw`update "Season" set "dueAt" = ${dueAt}::timestamptz where "id" = ${id}::int`

/** What is open by the times of the rows, as a filter over all of them says it. */
async function openInSql(): Promise<Set<number>> {
  const { moment } = now().season
  const rows = await site.prisma.$queryRaw<{ id: number }[]>`
    select "id" from "Season" where "opensAt" <= ${moment}::timestamptz and "dueAt" > ${moment}::timestamptz`
  return new Set(rows.map(({ id }) => id))
}

beforeAll(async () => {
  site = await startSite()
  owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  await site.prisma.$executeRaw`create table "Season" (
    "id" serial primary key, "opensAt" timestamptz(3) not null, "dueAt" timestamptz(3) not null)`
  const { events, log } = site.house
  timetable = createTimetable<Now>(site.prisma, { ...clocks, season: SEASON })
  leave = await keepTimetable({ timetable, events, log, recheckMs: 3_600_000 })
  events.listen((event) => {
    const id = seasonIn(event, 'season.turned')
    if (id !== null) turned.push(id)
  })
})
afterAll(async () => {
  leave?.()
  await site?.close()
})

it('a change of one kind renews nothing of the other kind', async () => {
  const contest = await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf('running') })
  const [one, other] = [await add(minutes(-9), minutes(9)), await add(minutes(-8), minutes(9))]
  tell(one)
  tell(other)
  await vi.waitFor(() => expect(now().season.open).toEqual(new Set([one, other])))
  await vi.waitFor(() => expect(now().contests.running.has(contest.id)).toBe(true))
  expect(now().contests).toEqual(site.house.timetable.at(new Date()).contests)
  const { season } = now()
  await dueSilently(one, minutes(-2))
  await dueSilently(other, minutes(-2))
  const another = await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf('before') })
  await vi.waitFor(() => expect(now().contests.closed.has(another.id)).toBe(true))
  expect(now().season).toBe(season)
  const { contests } = now()
  tell(one)
  await vi.waitFor(() => expect(now().season.open).toEqual(new Set([other])))
  expect(now().contests).toBe(contests)
  await timetable.renew()
  expect(now().season.open).toEqual(new Set())
  expect(now().contests).toBe(contests)
})

it('returns the same object until something changes, so that shared answers stay valid', async () => {
  const id = await add(minutes(-1), minutes(9))
  tell(id)
  await vi.waitFor(() => expect(now().season.open.has(id)).toBe(true))
  const before = now()
  await timetable.renew()
  expect(now()).toBe(before)
})

it('reports the rows that open or close, at that moment', async () => {
  const { contests } = now()
  const id = await add(new Date(Date.now() + 400), new Date(Date.now() + 800))
  turned.length = 0
  tell(id)
  await vi.waitFor(() => expect(turned).toEqual([id]))
  expect(now().season.closed.has(id)).toBe(true)
  await vi.waitFor(() => expect(turned).toEqual([id, id]))
  expect(now().season.open.has(id)).toBe(true)
  await vi.waitFor(() => expect(turned).toEqual([id, id, id]))
  expect(now().season.open.has(id)).toBe(false)
  expect(now().contests).toBe(contests)
})

it('filters of a kind use the latest moment of all its rows, also of closed ones', async () => {
  await add(minutes(-30), minutes(-20))
  await add(minutes(30), minutes(40))
  const dueAt = new Date()
  await add(minutes(-30), dueAt)
  await timetable.renew()
  expect(now().season.moment).toEqual(dueAt)
  expect(now().season.open.size).toBeGreaterThan(0)
  expect(await openInSql()).toEqual(now().season.open)
  expect(now().contests.moment).not.toEqual(dueAt)
})

it('has no moment for a kind without rows, and renews nothing after unrelated events', async () => {
  const { prisma } = site
  await prisma.$executeRaw(Prisma.sql`create table "Nothing" (like "Season" including all)`)
  expect(await lastMomentIn(prisma, 'Nothing', ['opensAt', 'dueAt'], new Date())).toBe(0)
  expect(timetable.renewAfter({ name: 'queue.changed', payload: {} })).toBeNull()
})
