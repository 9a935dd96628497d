import { afterAll, beforeAll, expect, it } from 'vitest'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addPerson, type Person } from '../../support/people.ts'
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
