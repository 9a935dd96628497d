import { afterAll, beforeAll, expect, it } from 'vitest'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Searches of people whose names have full-width characters, as brackets of Chinese texts are. */

let site: Site
let root: Person
let wide: Person
const NAME = '张三（一班）'

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  wide = await addPerson(site, NAME)
  const other = await addPerson(site, 'lisi')
  await site.prisma.user.update({ where: { id: other.id }, data: { nickname: '李四（二班）' } })
})
afterAll(() => site.close())

const found = async (query: string, keyword: string): Promise<string[]> => {
  const { data, errors } = await site.graphql(`query ($keyword: String) { ${query} }`, { keyword }, root)
  expect(errors).toBeUndefined()
  return JSON.stringify(data).match(/(?<="username":")[^"]+/g) ?? []
}

it.each([
  ['lists', 'users(keyword: $keyword) { edges { node { username } } }'],
  ['ranks', 'ranks(type: ACM, keyword: $keyword) { edges { node { user { username } } } }'],
])('%s find user names and nicknames with them', async (_, query) => {
  expect(await found(query, '（一班）')).toEqual([NAME])
  expect(await found(query, '(一班)')).toEqual([NAME])
  expect(await found(query, '（二班）')).toEqual(['lisi'])
})

it('accounts are found by them, and a full-width sign is no pattern', async () => {
  const query = 'accounts(keyword: $keyword) { edges { node { user { username } } } }'
  expect(await found(query, '（一班）')).toEqual([NAME])
  expect(await found(query, '％')).toEqual([])
})

it('members of a group and the rank of a training are found by them', async () => {
  const group = await addGroup(site, root, 'crew')
  await setStanding(site, group, wide, 'MEMBER')
  const members = `group(number: ${group.id}) { members(filter: { keyword: $keyword }) { edges { node { user { username } } } } }`
  expect(await found(members, '（一班）')).toEqual([NAME])

  const category = { name: 'Knots', nameKey: 'knots', color: '#335577' }
  const { id } = await site.prisma.training.create({
    data: {
      title: 'Tides',
      description: 'Of tides',
      access: 'PRIVATE',
      password: 'sesame',
      category: { create: category },
      owner: { connect: { id: root.id } },
      registrations: { create: { userId: wide.id } },
    },
  })
  const rank = `training(number: ${id}) { rankRows(keyword: $keyword) { edges { node { user { username } } } } }`
  expect(await found(rank, '（一班）')).toEqual([NAME])
})

it('participants of a contest are found by them, also by nicknames', async () => {
  const contest = await addContest(site, { ...timesOf('running'), type: 'ACM', ownerId: root.id })
  const registeredAt = new Date()
  const users = await site.prisma.user.findMany({ where: { id: { not: root.id } } })
  await site.prisma.participation.createMany({
    data: users.map(({ id }) => ({ contestId: contest.id, userId: id, registeredAt })),
  })
  const query = `contest(number: ${contest.id}) { participants(keyword: $keyword) { edges { node { user { username } } } } }`
  expect(await found(query, '（一班）')).toEqual([NAME])
  expect(await found(query, '(一班)')).toEqual([NAME])
  expect(await found(query, '（二班）')).toEqual(['lisi'])
})

it('problems in the administration are found by the names of their authors', async () => {
  const setter = await addPerson(site, '王五（出题）', { role: 'PROBLEM_ADMIN' })
  const { id } = await addProblem(site, root, 'P1')
  await site.prisma.problem.update({ where: { id }, data: { authorId: setter.id } })
  const query = 'managedProblems(keyword: $keyword) { edges { node { author { username } } } }'
  expect(await found(query, '（出题）')).toEqual([setter.username])
  expect(await found(query, '(出题)')).toEqual([setter.username])
  expect(await found(query, '（一班）')).toEqual([])
})
