import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'
import { type Site, startSite } from '../support/site.ts'

/** Which rows are locked how: an insert that refers to a row waits for FOR UPDATE, and not for FOR NO KEY UPDATE. */

let site: Site
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
})
afterAll(() => site.close())

const sources = ['server', 'judge'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(ROOT, folder, name), 'utf8') })),
)

/** The statements in the sources that lock rows FOR UPDATE and wait for them. */
const locking = sources
  .flatMap(({ text }) => text.split('`'))
  .filter((text) => /\bselect\b[^;]*\bfor update\b(?! skip locked)/i.test(text))

it('locks rows that others refer to FOR UPDATE where it deletes them, and nowhere else', async () => {
  const rows = await site.prisma.$queryRaw<{ table: string }[]>`
    select distinct confrelid::regclass::text as "table" from pg_constraint where contype = 'f'`
  const referredTo = new Set(rows.map(({ table }) => table.replaceAll('"', '')))
  expect(referredTo).toContain('Contest')
  expect(locking.length).toBeGreaterThan(2)
  for (const statement of locking) {
    if (/^\s*delete\b/i.test(statement)) continue
    const tables = [...statement.matchAll(/\bfrom "(\w+)"/gi)].map(([, table]) => table ?? '')
    expect(tables.filter((table) => referredTo.has(table))).toEqual([])
  }
})

it('takes advisory locks of transactions by one function', () => {
  const taking = sources.filter(({ text }) => text.includes('pg_advisory_xact_lock'))
  expect(taking.map(({ name }) => name)).toEqual(['server/core/db.ts'])
})
