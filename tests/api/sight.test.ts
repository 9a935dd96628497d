import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isInterfaceType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '#server/env.ts'
import { VISIBLE } from '#server/policy/visible.ts'
import { schema } from '#server/schema.ts'
import { addContest, timesOf } from '../support/contests.ts'
import { globalId } from '../support/judgeable.ts'
import { addPerson } from '../support/people.ts'
import {
  addSightFixture,
  EVERYBODY,
  type SightExample,
  type SightFile,
  type SightFixture,
  type Who,
} from '../support/sight.ts'
import { type Site, startSite } from '../support/site.ts'

/** Every node by its id, as everybody; a noun has its examples in tests/sight/. */

const FOLDER = join(ROOT, 'tests/sight')
const files: SightFile[] = await Promise.all(readdirSync(FOLDER).map((name) => import(join(FOLDER, name))))
const NOUNS = files.flatMap(({ sight = {} }) => Object.keys(sight))
const OPEN = files.flatMap(({ open = [] }) => open)
const EXAMPLES = files.flatMap(({ sight = {}, faces = [] }) => [...Object.values(sight), ...faces])

let site: Site
let stage: SightFixture
/** The key of the row of each example. */
const keys = new Map<SightExample, number | string>()

beforeAll(async () => {
  site = await startSite()
  stage = await addSightFixture(site)
  for (const example of EXAMPLES) keys.set(example, await example.make(stage))
})
afterAll(() => site.close())

const as = (who: Who) => (who === 'guest' ? {} : { token: stage.people[who].token })

it('every guarded noun has an example, and every other node type is a view of one or listed as open', () => {
  expect(NOUNS.sort()).toEqual(Object.keys(VISIBLE).sort())
  const node = schema.getType('Node')
  const nodes = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : []
  expect([...nodes].sort()).toEqual([...new Set([...EXAMPLES.map(({ type }) => type), ...OPEN])].sort())
})

const CASES = EXAMPLES.flatMap((example, at) =>
  EVERYBODY.map((who) => [example.type, at, who, example] as const),
)

describe('a node', () => {
  it.each(CASES)('%s (%i) as %s by its id', (type, _, who, example) =>
    asNode(type, keys.get(example) ?? '', who, example.seers.includes(who)),
  )

  it('cannot be loaded by another key, for a deleted account or for a problem removed from its contest', async () => {
    const ended = await addPerson(site, 'ended')
    await site.prisma.user.update({ where: { id: ended.id }, data: { endedAt: new Date() } })
    const contest = await addContest(site, {
      ...timesOf('running'),
      type: 'ACM',
      ownerId: stage.people.root.id,
    })
    const off = await site.prisma.contestProblem.create({
      data: {
        contestId: contest.id,
        problemId: stage.shown.id,
        displayId: 'Z',
        title: '',
        position: 0,
        removedAt: new Date(),
      },
    })
    for (const [type, key] of [
      ['Account', ended.id],
      ['Account', 'nobody'],
      ['ContestProblem', off.id],
      ['ContestProblem', 99_999],
      ['Site', 'other'],
      ['MailSettings', 'website'],
      ['Profile', stage.people.ada.id],
    ] as const)
      await asNode(type, key, 'root', false)
  })
})

async function asNode(type: string, key: number | string, who: Who, sees: boolean) {
  const id = globalId(type, key)
  const one = await site.graphql('query ($id: ID!) { node(id: $id) { id __typename } }', { id }, as(who))
  expect(one.data.node).toEqual(sees ? { id, __typename: type } : null)
  if (!sees) expect(one.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')

  const open = globalId('Submission', stage.open)
  const many = await site.graphql(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids: [id, open, id] },
    as(who),
  )
  // What may not be seen takes nothing else with it, and is like what is not there.
  expect(many.data.nodes).toEqual([sees ? { id } : null, { id: open }, sees ? { id } : null])
  expect(many.errors).toBeUndefined()
}
