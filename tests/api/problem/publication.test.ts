import { afterAll, beforeAll, expect, it } from 'vitest'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let chief: Person
let root: Person
let teacher: Person
let other: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  chief = await addPerson(site, 'chief', { role: 'PROBLEM_ADMIN' })
  root = await addPerson(site, 'root', { role: 'ROOT' })
  teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

type Act = 'askForPublication' | 'declinePublication'
async function act(name: Act, id: number, as: Person | null) {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
  const { data, errors } = await site.graphql(
    `mutation ($input: ${input}!) { ${name}(input: $input) { visibility publicationAskedAt } }`,
    { input: { id: globalId('Problem', id) } },
    as ?? {},
  )
  return { ...data?.[name], code: errors?.[0]?.extensions?.code }
}

const told = async (as: Person) =>
  (
    await site.graphql('{ notifications(first: 10) { edges { node { title content link } } } }', {}, as)
  ).data.notifications.edges.map(({ node }: { node: object }) => node)

const listed = async (as: Person, displayId: string) =>
  (
    await site.graphql(
      'query ($keyword: String) { managedProblems(keyword: $keyword, first: 5) { edges { node { publicationAskedAt } } } }',
      { keyword: displayId },
      as,
    )
  ).data.managedProblems.edges[0]?.node

const hidden = (displayId: string, change = {}) =>
  addProblem(site, teacher, displayId, { visibility: 'HIDDEN', ...change })

it('is asked for with one click, told to who may publish, and shown in their list', async () => {
  const { id, displayId } = await hidden('ASK1')
  expect(await act('askForPublication', id, teacher)).toMatchObject({
    visibility: 'HIDDEN',
    publicationAskedAt: expect.any(String),
  })
  for (const who of [chief, root]) {
    const [note] = await told(who)
    expect(note).toMatchObject({
      title: 'teacher asks to publish a problem',
      link: `/admin/problem/edit/${id}`,
    })
    expect(note.content).toContain('ASK1')
    expect((await listed(who, displayId)).publicationAskedAt).not.toBeNull()
  }
  expect(await told(other)).toEqual([])
  // Asking again tells nobody again.
  await act('askForPublication', id, teacher)
  expect(await told(chief)).toHaveLength(1)
})

it('is granted or declined, which the author hears of', async () => {
  const [granted, declined] = [await hidden('ASK2'), await hidden('ASK3')]
  for (const { id } of [granted, declined]) await act('askForPublication', id, teacher)
  const update =
    'mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { visibility publicationAskedAt } }'
  const changes = { visibility: 'PUBLIC' }
  const { data } = await site.graphql(
    update,
    { input: { id: globalId('Problem', granted.id), changes } },
    chief,
  )
  expect(data.updateProblem).toEqual({ visibility: 'PUBLIC', publicationAskedAt: null })
  expect(await act('declinePublication', declined.id, chief)).toMatchObject({
    visibility: 'HIDDEN',
    publicationAskedAt: null,
  })
  const [last, first] = await told(teacher)
  expect([first.title, last.title]).toEqual(['Your problem is public', 'Your problem was not published'])
  expect(first.content).toContain('ASK2')
  const acts = await site.prisma.auditEntry.findMany({
    where: { action: { startsWith: 'problem.publication' } },
  })
  expect(new Set(acts.map(({ action }) => action))).toEqual(
    new Set(['problem.publicationAsked', 'problem.publicationDeclined']),
  )
})

it('is asked for by who manages the problem, and declined by who may publish', async () => {
  const { id } = await hidden('ASK4')
  const bare = await hidden('ASK5', { testcases: null })
  expect((await act('askForPublication', bare.id, teacher)).code).toBe('NO_TESTS')
  for (const [who, code] of [
    [other, 'NOT_FOUND'],
    [ada, 'NOT_FOUND'],
    [null, 'UNAUTHENTICATED'],
  ] as const)
    expect((await act('askForPublication', id, who)).code).toBe(code)
  await act('askForPublication', id, teacher)
  expect((await act('declinePublication', id, teacher)).code).toBe('FORBIDDEN')
  const seen = 'query ($id: ID!) { node(id: $id) { ... on Problem { publicationAskedAt } } }'
  await site.prisma.problem.update({ where: { id }, data: { visibility: 'PUBLIC' } })
  const { data } = await site.graphql(seen, { id: globalId('Problem', id) }, ada)
  expect(data.node.publicationAskedAt).toBeNull()
})
