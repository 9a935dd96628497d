import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  const names = ['Cara', 'ada', 'Bob_1', 'gone']
  for (const [day, name] of names.entries()) {
    const { id } = await addPerson(site, name)
    await site.prisma.user.update({
      where: { id },
      data: { createdAt: new Date(Date.UTC(2026, 0, day + 1)), disabled: name === 'gone' },
    })
  }
  await site.prisma.user.update({
    where: { usernameKey: 'cara' },
    data: { nickname: 'Bobcat', realname: 'Adalbert' },
  })
})
afterAll(() => site.close())

const LIST = `query ($keyword: String, $orderBy: UserOrder, $first: Int, $after: String, $offset: Int) {
  users(keyword: $keyword, orderBy: $orderBy, first: $first, after: $after, offset: $offset) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { username } } } }`

const list = async (variables: object = {}) => {
  const { data, errors } = await site.graphql(LIST, variables)
  expect(errors).toBeUndefined()
  const names = data.users.edges.map(({ node }: { node: { username: string } }) => node.username)
  return { names, total: data.users.totalCount, end: data.users.pageInfo.endCursor }
}

describe('people', () => {
  it('are found by name in either case, those without an account are nobody', async () => {
    const find = async (username: string) =>
      (await site.graphql('query ($u: String!) { user(username: $u) { username } }', { u: username })).data
        .user
    expect(await find(' CARA ')).toEqual({ username: 'Cara' })
    // What they sent still names them.
    expect(await find('gone')).toEqual({ username: 'gone' })
    expect(await find('nobody')).toBeNull()
  })

  it('are listed by name or age, page by page, but for accounts that are closed', async () => {
    expect(await list()).toMatchObject({ names: ['ada', 'Bob_1', 'Cara'], total: 3 })
    expect((await list({ orderBy: 'NEWEST' })).names).toEqual(['Bob_1', 'ada', 'Cara'])
    const first = await list({ orderBy: 'OLDEST', first: 2 })
    expect(first).toMatchObject({ names: ['Cara', 'ada'], total: 3 })
    expect((await list({ orderBy: 'OLDEST', first: 2, after: first.end })).names).toEqual(['Bob_1'])
    expect((await list({ offset: 2 })).names).toEqual(['Cara'])
  })

  it('are searched by the names that everybody sees, which mean nothing but themselves', async () => {
    expect(await list({ keyword: 'BOB' })).toMatchObject({ names: ['Bob_1', 'Cara'], total: 2 })
    expect((await list({ keyword: 'b_1' })).names).toEqual(['Bob_1'])
    expect((await list({ keyword: '%' })).names).toEqual([])
    expect((await list({ keyword: 'adalbert' })).names).toEqual([])
    expect((await list({ keyword: 'gone' })).names).toEqual([])
  })

  it('cost more to search than to page through', async () => {
    const twice = (args: string) =>
      `{ ${'abcdefghijklm'
        .split('')
        .map((name) => `${name}: users(first: 1, ${args}) { totalCount }`)
        .join(' ')} }`
    expect((await site.graphql(twice('offset: 0'))).errors).toBeUndefined()
    expect((await site.graphql(twice('keyword: "a"'))).errors?.[0]?.extensions?.code).toBe('QUERY_TOO_COSTLY')
  })
})

describe('of 30,000', () => {
  type Plan = { 'Node Type': string; 'Index Name'?: string; Plans?: Plan[] }
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

  beforeAll(async () => {
    await site.prisma.$executeRaw`
      insert into "User" ("id", "username", "usernameKey", "looks", "passwordHash", "createdAt", "updatedAt")
      select md5(n::text), 'p' || n, 'p' || n, array['p' || n], '', now() - n * interval '1 minute', now()
      from generate_series(1, 30000) as n`
    await site.prisma.$executeRaw`
      insert into "Problem" ("displayId", "sortKey", "keywords", "visibility", "updatedAt")
      select 'Q' || n, 'q' || lpad(n::text, 8, '0'), 'q' || n, 'PUBLIC', now() - n * interval '1 minute'
      from generate_series(1, 30000) as n`
    await site.prisma.$executeRawUnsafe('analyze "User", "Problem"')
  })

  it.each([
    ['User', '"usernameKey"', 'not "disabled"', 'User_usernameKey_key'],
    ['User', '"createdAt" desc, "id" desc', 'not "disabled"', 'User_createdAt_id_idx'],
    ['User', '"createdAt", "id"', 'not "disabled"', 'User_createdAt_id_idx'],
    ['Problem', '"sortKey", "id"', `"visibility" = 'PUBLIC'`, 'Problem_visibility_sortKey_id_idx'],
    [
      'Problem',
      '"updatedAt" desc, "id" desc',
      `"visibility" = 'PUBLIC'`,
      'Problem_visibility_updatedAt_id_idx',
    ],
  ])('%s by %s comes out of an index, and nothing is sorted', async (table, order, where, index) => {
    const rows = await site.prisma.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
      `explain (format json) select * from "${table}" where ${where} order by ${order} limit 15 offset 1000`,
    )
    const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    expect(nodes.map((node) => node['Index Name']).filter(Boolean)).toEqual([index])
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
  })

  it.each([
    [
      'User',
      `"endedAt" is null and ("usernameKey" like '%p777%' or "emailKey" like '%p777%' or "realname" ilike '%p777%')`,
      'User_names_idx',
    ],
    [
      'User',
      `not "disabled" and ("usernameKey" like '%p777%' or "nickname" ilike '%p777%')`,
      'User_names_idx',
    ],
    ['User', `"endedAt" is null and "disabled"`, 'User_disabled_endedAt_idx'],
    ['User', `"endedAt" is null and "role" in ('ROOT', 'ADMIN')`, 'User_role_endedAt_idx'],
    ['Problem', `"visibility" = 'PUBLIC' and "keywords" like '%q777%'`, 'Problem_words_idx'],
    ['Problem', `"displayId" like '%Q777%'`, 'Problem_words_idx'],
  ])('%s where %s is counted without a scan', async (table, where, index) => {
    const rows = await site.prisma.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
      `explain (format json) select count(*) from "${table}" where ${where}`,
    )
    const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    expect([...new Set(nodes.map((node) => node['Index Name']).filter(Boolean))]).toEqual([index])
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  })
})
