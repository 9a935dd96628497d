import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { faultsOf } from '#server/launch/graph/graphLint.ts'
import { schema } from '#server/schema.ts'

describe('the graph', () => {
  it('is as a stranger wants it', () => {
    expect(faultsOf(schema)).toEqual([])
  })
})

describe('the lint finds', () => {
  const found = (sdl: string) =>
    faultsOf(buildSchema(`${sdl}\n enum RefusalCode { FORBIDDEN }`)).filter(
      (fault) => !/says nothing|how it refuses|lacks the codes/.test(fault),
    )

  const CONNECTION =
    'type RowConnection { edges: [E] pageInfo: Int totalCount: Int } type E { node: Int cursor: Int }'

  it.each([
    ['an id at the root', 'type Query { row(id: ID!): String }', 'takes an id at the root: Query.row'],
    [
      'an id that is none',
      'type Query { a(by: Where): String } input Where { rowId: Int }',
      'is an id of another type: Where.rowId',
    ],
    [
      'several arguments of a mutation',
      'type Query { a: String } type Mutation { act(a: Int, b: Int): Row! } type Row { a: String }',
      'is no mutation with one input: act',
    ],
    [
      'an input of another name',
      'type Query { a: String } type Mutation { act(input: In!): Row! } type Row { a: String } input In { a: Int }',
      'is no mutation with one input: act',
    ],
    [
      'an answer that is no type',
      'type Query { a: String } type Mutation { act: Boolean! }',
      'does not answer what it changed: act',
    ],
    [
      'an answer of ids alone',
      'type Query { a: Int } type Mutation { act: Gone! } type Gone { rowId: ID! ok: Boolean refused: [No!]! } type No { code: RefusalCode }',
      'does not answer what it changed: act',
    ],
    [
      'a measure without a unit',
      'type Query { timeLimit: Int! }',
      'has no unit in its name: Query.timeLimit',
    ],
    [
      'a text instead of a type',
      'type Query { row: Row } enum Verdict { A } type Row { verdict: String }',
      'is a text named like a type: Row.verdict',
    ],
    [
      'alternatives side by side',
      'type Query { a(by: By): Int } "Either of both." input By { a: Int b: Int }',
      'offers a choice that is none of @oneOf: By',
    ],
    [
      'a private field elsewhere',
      'type Query { u: User } type User { "Only for the viewer." mail: String }',
      'is private and not on Viewer: User.mail',
    ],
    [
      'a list that says no order',
      `type Query { "All of them." rows(first: Int): RowConnection } ${CONNECTION}`,
      'is a list without an order: Query.rows',
    ],
    [
      'an emptiness that means no',
      'type Query { "Empty for guests." rows: String }',
      'is empty instead of forbidden: Query.rows',
    ],
    [
      'an id that leads nowhere',
      'type Query { a: Row } type Row { id: ID! }',
      'has an id and is no node: Row',
    ],
    [
      'a page that is a plain list',
      'type Query { "Newest first." rows(offset: Int): [String!]! }',
      'is a page and no connection: Query.rows',
    ],
    [
      'a connection that does not count its rows',
      'type Query { "Newest first." rows(first: Int): RowConnection } type RowConnection { edges: [E] pageInfo: Int } type E { node: Int cursor: Int }',
      'is a page and no connection: Query.rows',
    ],
  ])('%s', (_, sdl, fault) => {
    expect(found(sdl)).toEqual([fault])
  })

  it('what lacks words, and mutations that do not say how they refuse', () => {
    const faults = faultsOf(
      buildSchema(
        'type Query { a: Int } type Mutation { act: Row! } type Row { a: Int } enum RefusalCode { A }',
      ),
    )
    expect(faults).toContain('does not say how it refuses: act')
    expect(faults).toContain('lacks the codes of refusals: FORBIDDEN')
    for (const place of ['Row', 'Row.a', 'Query.a'])
      expect(faults).toContain(`says nothing of itself: ${place}`)
  })
})
