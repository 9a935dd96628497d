import { expect, it } from 'vitest'
import { PREPARED, statementNames } from './db.ts'

const byId = (table: string) =>
  `SELECT "t0"."id" FROM "${table}" AS "t0" WHERE ("t0"."id" = $1 AND "t0"."visible" = $2) LIMIT $3`
const often = (name: (query: { sql: string }) => string, sql: string) =>
  Array.from({ length: 100 }, () => name({ sql })).at(-1)

it('prepares statements that say so, from the first time on, each under a name of its own', () => {
  const name = statementNames()
  const [one, two] = ['select 1', 'select 2'].map((text) => name({ sql: `${PREPARED.sql} ${text}` }))
  expect(one).not.toBe('')
  expect(two).not.toBe('')
  expect(one).not.toBe(two)
  expect(name({ sql: `${PREPARED.sql} select 1` })).toBe(one)
})

it('prepares look-ups by id when they are frequent, and nothing else that is', () => {
  const name = statementNames()
  expect(name({ sql: byId('Problem') })).toBe('')
  expect(often(name, byId('Problem'))).not.toBe('')
  expect(often(name, 'SELECT "t0"."id" FROM "Problem" AS "t0" WHERE "t0"."visible" = $1')).toBe('')
})

it('prepares few of them, because each costs every connection memory', () => {
  const name = statementNames()
  const named = Array.from({ length: 1000 }, (_, i) => often(name, byId(`Table ${i}`)))
  expect(named.filter((one) => one !== '')).toHaveLength(30)
  expect(name({ sql: `${PREPARED.sql} select 1` })).not.toBe('')
})
