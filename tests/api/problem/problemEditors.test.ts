import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepEditors } from '#server/modules/problem/authoring/editors.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let chief: Person
let teacher: Person
let other: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  chief = await addPerson(site, 'chief', { role: 'PROBLEM_ADMIN' })
  teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
})
afterAll(() => site.close())

const LIVE = `subscription ($id: ID!) { problemEditing(problemId: $id) {
  version changedBy { username } others { since user { username } } } }`
const open = (id: number, asker: Person | undefined) =>
  site.subscribe(LIVE, { id: globalId('Problem', id) }, asker)

type Following = Awaited<ReturnType<typeof open>>
type Editing = {
  version: number
  changedBy: { username: string } | null
  others: { since: string; user: { username: string } }[]
}

const names = ({ others }: Editing) => others.map(({ user }) => user.username)

/** The first of what somebody is told that is so. */
async function told(following: Following, wanted: (editing: Editing) => boolean): Promise<Editing> {
  for (;;) {
    const { data, errors } = await following.next()
    if (errors) throw new Error(JSON.stringify(errors))
    if (wanted(data.problemEditing)) return data.problemEditing
  }
}

const rename = (id: number, title: string, asker: Person) =>
  site.graphql(
    `mutation ($id: ID!, $title: String!) { updateProblem(input: { id: $id, changes: {
      words: [{ locale: EN_US, title: $title }] } }) { setting { version } } }`,
    { id: globalId('Problem', id), title },
    asker,
  )

it('tells those who have a form open of each other, of their saves, and of their leaving', async () => {
  const { id } = await addProblem(site, chief, 'EDITED')
  const before = Date.now()
  const first = await open(id, chief)
  expect(names(await told(first, () => true))).toEqual([])

  const second = await open(id, root)
  expect(names(await told(second, ({ others }) => others.length > 0))).toEqual(['chief'])
  const met = await told(first, ({ others }) => others.length > 0)
  expect(names(met)).toEqual(['root'])
  expect(Date.parse(met.others[0]?.since ?? '')).toBeGreaterThanOrEqual(before)
  // Another window of the same person is nobody else.
  const third = await open(id, root)
  await told(third, ({ others }) => others.length === 1)

  const { data } = await rename(id, 'Another title', root)
  const { version } = data.updateProblem.setting
  const saved = await told(first, (editing) => editing.version === version)
  expect(saved.changedBy?.username).toBe('root')
  expect(names(saved)).toEqual(['root'])

  second.close()
  third.close()
  await told(first, ({ others }) => others.length === 0)
  first.close()
  await expect.poll(() => site.prisma.problemEditor.count()).toBe(0)
})

it('is told nobody but those who may manage the problem, and ends when they no longer may', async () => {
  const { id } = await addProblem(site, chief, 'CLOSED', { visibility: 'HIDDEN' })
  for (const asker of [other, undefined]) {
    const { errors } = await (await open(id, asker)).next()
    expect(errors?.[0]?.extensions?.code).toBe(asker ? 'NOT_FOUND' : 'UNAUTHENTICATED')
  }
  await site.prisma.problem.update({ where: { id }, data: { authorId: teacher.id } })
  const author = await open(id, teacher)
  await told(author, () => true)
  const chiefs = await open(id, chief)
  await told(chiefs, ({ others }) => others.length === 1)
  await site.prisma.problem.update({ where: { id }, data: { authorId: other.id } })
  await rename(id, 'Not yours', chief)
  await told(chiefs, ({ others }) => others.length === 0)
  chiefs.close()
})

it('forgets the forms of a server that fell', async () => {
  const { id } = await addProblem(site, chief, 'FALLEN')
  const seenAt = new Date()
  await site.prisma.problemEditor.create({
    data: { id: randomUUID(), problemId: id, userId: root.id, openedAt: seenAt, seenAt },
  })
  const live = await open(id, chief)
  await told(live, ({ others }) => others.length === 1)
  await sweepEditors(contextOf(site, null, new Date(seenAt.getTime() + 60_000)))
  expect(await site.prisma.problemEditor.count({ where: { userId: root.id } })).toBe(1)
  await sweepEditors(contextOf(site, null, new Date(seenAt.getTime() + 91_000)))
  expect(names(await told(live, ({ others }) => others.length === 0))).toEqual([])
  live.close()
})
