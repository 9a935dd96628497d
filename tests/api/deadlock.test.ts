import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '#server/context.ts'
import { transact } from '#server/events.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let [ada, bob]: Person[] = []

beforeAll(async () => {
  site = await startSite()
  ada = await addPerson(site, 'ada')
  bob = await addPerson(site, 'bob')
})
afterAll(() => site.close())

/** Resolves when it was called `count` times, and at once after that. */
function barrier(count: number): () => Promise<void> {
  let open = () => {}
  let missing = count
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    missing--
    if (missing <= 0) open()
    return opened
  }
}

type Write = (db: Context['db'], person: Person | undefined, school: string) => Promise<unknown>

const WRITES: Record<string, Write> = {
  'by the models': (db, person, school) =>
    db.user.update({ where: { id: person?.id ?? '' }, data: { school } }),
  'in SQL': (db, person, school) =>
    db.$executeRaw`update "User" set "school" = ${school} where "id" = ${person?.id ?? ''}`,
}

describe.each(Object.keys(WRITES))('two transactions that lock rows in opposite orders, %s', (way) => {
  const write = WRITES[way] as Write

  it('both succeed, one after the other', async () => {
    const both = barrier(2)
    let runs = 0
    const change = (school: string, first: Person | undefined, second: Person | undefined) =>
      transact(contextOf(site, null), async ({ db }) => {
        runs++
        await write(db, first, `${school} of the first`)
        await both()
        await write(db, second, `${school} of the second`)
        return school
      })
    expect(await Promise.all([change('North', ada, bob), change('South', bob, ada)])).toEqual([
      'North',
      'South',
    ])
    expect(runs).toBe(3)
    const rows = await site.prisma.user.findMany({ where: { id: { in: [ada?.id ?? '', bob?.id ?? ''] } } })
    const [one, other] = rows.map(({ school }) => school ?? '').sort()
    // The last transaction wrote both rows.
    expect(one?.slice(0, 5)).toBe(other?.slice(0, 5))
  })

  it('fail as they did when it happens again and again', async () => {
    const failing = transact(contextOf(site, null), async ({ db }) => {
      await write(db, ada, 'East')
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    })
    await expect(failing).rejects.toThrow('deadlock detected')
    const { school } = await site.prisma.user.findUniqueOrThrow({ where: { id: ada?.id ?? '' } })
    expect(school).not.toBe('East')
  })
})
