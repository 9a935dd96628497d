import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { addGroupRoles, type GroupRoles, type Name } from '../../support/groupRoles.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

/** Creating, listing, changing and disbanding groups. */

let site: Site
let root: Person
let staff: Person
let stage: GroupRoles

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  staff = await addPerson(site, 'staff', { role: 'ADMIN' })
  stage = await addGroupRoles(site)
})
afterAll(() => site?.close())
beforeEach(async () => void (await site.prisma.throttle.deleteMany()))

const solved = (who: Person, count: number) =>
  site.prisma.userRank.update({ where: { userId: who.id }, data: { solved: count } })

let made = 0
const settings = (fields: object = {}) => {
  const number = ++made
  return {
    name: `Harbour ${number}`,
    shortName: `HARB${number}`,
    brief: 'Tides and knots',
    description: 'For those who **row**.',
    ...fields,
  }
}

const create = (who: Person | null, fields: object) =>
  site.graphql(
    'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { number viewerStanding memberCount code } }',
    { input: { fields } },
    { token: who?.token },
  )

/** Words of the faults by field. */
const faultsOf = ({ errors }: { errors?: Loose[] }): Record<string, string> =>
  errors?.[0]?.extensions?.fields ?? {}
const codeOf = ({ errors }: { errors?: Loose[] }) => errors?.[0]?.extensions?.code

describe('creating a group', () => {
  it('takes solved problems, a free place and one of two a day, of all but staff (area-rules G1)', async () => {
    const ada = await addPerson(site, 'ada')
    await solved(ada, 19)
    expect(codeOf(await create(ada, settings()))).toBe('GROUP_SOLVED_TOO_FEW')
    await solved(ada, 20)
    const { data } = await create(ada, settings())
    expect(data?.createGroup).toMatchObject({ viewerStanding: 'ROOT', memberCount: 1 })
    expect(codeOf(await create(ada, settings()))).toBeUndefined()
    const third = await create(ada, settings())
    expect(codeOf(third)).toBe('GROUPS_TODAY')
    expect(third.errors?.[0]?.message).toMatch(/^At most 2 new groups in 24 hours/)
    await site.prisma.throttle.deleteMany()
    for (let at = 0; at < 3; at++) {
      await site.prisma.throttle.deleteMany()
      expect(codeOf(await create(ada, settings()))).toBeUndefined()
    }
    await site.prisma.throttle.deleteMany()
    expect(codeOf(await create(ada, settings()))).toBe('GROUPS_OWNED')
    for (let at = 0; at < 7; at++) expect(codeOf(await create(staff, settings()))).toBeUndefined()
  })

  it('follows the switches of the site (area-rules G1)', async () => {
    const eve = await addPerson(site, 'eve')
    await switches.set(contextOf(site, root), { groupSolved: 0, groupsOwned: 1, groupsPerDay: 9 })
    await expect.poll(async () => codeOf(await create(eve, settings()))).toBeUndefined()
    expect(codeOf(await create(eve, settings()))).toBe('GROUPS_OWNED')
    await switches.set(contextOf(site, root), { groupSolved: 20, groupsOwned: 5, groupsPerDay: 2 })
    await expect
      .poll(async () => codeOf(await create(eve, settings())), { timeout: 5000 })
      .toBe('GROUP_SOLVED_TOO_FEW')
  })

  it('counts no refused attempt, and two at once not as one (area-rules G1)', async () => {
    const ida = await addPerson(site, 'ida')
    await solved(ida, 20)
    const taken = settings()
    await create(staff, taken)
    for (let at = 0; at < 4; at++) expect(faultsOf(await create(ida, taken))).toHaveProperty('name')
    await site.prisma.throttle.deleteMany()
    for (let at = 0; at < 4; at++) {
      await create(ida, settings())
      await site.prisma.throttle.deleteMany()
    }
    const both = await Promise.all([create(ida, settings()), create(ida, settings())])
    expect(both.map(codeOf).sort()).toEqual(['GROUPS_OWNED', undefined])
  })

  it('checks lengths, and names that are taken in any case (area-rules G1)', async () => {
    const short = await create(staff, { name: 'four', shortName: 'four', brief: 'four', description: 'four' })
    const few = 'At least 5 characters'
    expect(faultsOf(short)).toEqual({ name: few, shortName: few, brief: few, description: few })
    const bounds = { name: 25, shortName: 10, brief: 50, description: 1000 }
    const texts = Object.entries(bounds).map(([name, most]) => [name, 'x'.repeat(most + 1)])
    expect(faultsOf(await create(staff, Object.fromEntries(texts)))).toEqual(
      Object.fromEntries(Object.entries(bounds).map(([name, max]) => [name, `At most ${max} characters`])),
    )
    const first = settings()
    await create(staff, first)
    const same = settings({ name: first.name.toUpperCase(), shortName: first.shortName.toLowerCase() })
    expect(faultsOf(await create(staff, same))).toEqual({
      name: 'A group with this name exists',
      shortName: 'A group with this short name exists',
    })
    const names = settings()
    const race = await Promise.all([create(staff, names), create(root, names)])
    expect(race.map((answer) => Object.keys(faultsOf(answer)).length).sort()).toEqual([0, 2])
  })

  it('needs a code of six for applications and keeps none of a public one (area-rules G1)', async () => {
    for (const access of ['APPLICATION', 'CODE']) {
      const faultOf = async (code?: string) => faultsOf(await create(staff, settings({ access, code }))).code
      expect(await faultOf()).toBe('This is required')
      expect(await faultOf('12345')).toBe('At least 6 characters')
      expect(await faultOf('1234567')).toBe('At most 6 characters')
      const { data } = await create(staff, settings({ access, code: 'abc123' }))
      expect(data?.createGroup.code).toBe('abc123')
    }
    const { data } = await create(staff, settings({ access: 'PUBLIC', code: 'abc123' }))
    expect(data?.createGroup.code).toBeNull()
  })

  it('is not for guests, nor for roles without the permission (area-rules G1)', async () => {
    expect(codeOf(await create(null, settings()))).toBe('UNAUTHENTICATED')
    const banned = await addPerson(site, 'banned', { role: 'NO_DISCUSS' })
    expect(codeOf(await create(banned, settings()))).toBe('FORBIDDEN')
    expect((await site.rest('POST', '/api/group', { token: banned.token, body: {} })).http).toBe(403)
  })

  it('answers over REST with the first wrong field, and with nothing when it is made (area-rules G1)', async () => {
    const body = { ...settings(), auth: 3, code: 'abc123', visible: false }
    const answer = await site.rest('POST', '/api/group', { token: staff.token, body })
    expect([answer.status, answer.data]).toEqual([200, null])
    const group = await site.prisma.group.findFirstOrThrow({ where: { name: body.name } })
    expect(group).toMatchObject({ access: 'CODE', code: 'abc123', visible: false, ownerId: staff.id })
    const wrong = await site.rest('POST', '/api/group', {
      token: staff.token,
      body: { ...body, name: 'four' },
    })
    expect([wrong.status, wrong.msg]).toEqual([400, 'Name needs at least 5 characters'])
    const again = await site.rest('POST', '/api/group', { token: staff.token, body })
    expect([again.status, again.msg]).toEqual([400, 'A group with this name exists'])
    for (const auth of [undefined, null, '', 0, 4]) {
      const open = { ...settings(), auth }
      const { status, msg } = await site.rest('POST', '/api/group', { token: staff.token, body: open })
      expect([auth, status, msg]).toEqual([auth, 400, 'Access is required'])
    }
    const kept = { id: group.id, name: 'Another harbour' }
    expect((await site.rest('PUT', '/api/group', { token: staff.token, body: kept })).status).toBe(200)
    expect(await site.prisma.group.findUnique({ where: { id: group.id } })).toMatchObject({ access: 'CODE' })
  })

  it('takes no name that looks like another one for invisible characters (area-rules G1)', async () => {
    const first = settings()
    await create(staff, first)
    for (const unseen of ['\u202e', '\u2066', '\u200b', '\ufeff']) {
      const { name } = first as { name: string }
      const same = settings({ name: `${name.slice(0, 3)}${unseen}${name.slice(3)}` })
      expect(faultsOf(await create(staff, same))).toHaveProperty('name')
    }
  })
})

describe('the list of groups', () => {
  const namesFor = async (who: Person | null, filter: object = {}) => {
    const { data } = await site.graphql(
      'query ($filter: GroupFilter) { groups(filter: $filter, first: 100) { totalCount edges { node { shortName } } } }',
      { filter },
      { token: who?.token },
    )
    return data?.groups?.edges.map(({ node }: Loose) => node.shortName)
  }
  const restNames = async (who: Person | null, query = '') => {
    const { data } = await site.rest('GET', `/api/get-group-list?limit=100${query}`, {
      token: who?.token ?? null,
    })
    return data?.records?.map(({ shortName }: Loose) => shortName)
  }

  it('has pages of up to 120 rows', async () => {
    const { prisma } = site
    const ownerId = stage.people.owner.id
    const many = Array.from({ length: 125 }, (_, at) => {
      const words = {
        name: `Sea ${at}`,
        nameKey: `sea ${at}`,
        shortName: `sea${at}`,
        shortNameKey: `sea${at}`,
      }
      return { ...words, brief: 'Tides and knots', description: 'Of tides', ownerId }
    })
    await prisma.group.createMany({ data: many })
    const { data } = await site.graphql('{ groups(first: 500) { edges { node { id } } } }')
    expect(data.groups.edges).toHaveLength(120)
    await prisma.group.deleteMany({ where: { shortName: { startsWith: 'sea' } } })
  })

  it('shows invisible groups to members and super administrators, disabled ones to these alone (area-rules G2)', async () => {
    const { people } = stage
    const hidden = await addGroup(site, people.owner, 'hidden', { visible: false })
    const closed = await addGroup(site, people.owner, 'closed', { disabled: true })
    await addGroup(site, people.owner, 'gone', { disbandedAt: new Date() })
    await setStanding(site, hidden, people.member, 'MEMBER')
    await setStanding(site, hidden, people.applicant, 'APPLIED')
    await setStanding(site, closed, people.member, 'ADMIN')
    const SEEN: Partial<Record<Name, string[]>> = {
      member: ['hidden'],
      owner: ['hidden'],
      siteRoot: ['hidden', 'closed'],
    }
    for (const who of ['stranger', 'applicant', 'member', 'owner', 'siteAdmin', 'siteRoot'] as const) {
      const special = ['hidden', 'closed', 'gone']
      const isSpecial = (name: string) => special.includes(name)
      const expected = SEEN[who] ?? []
      expect((await namesFor(people[who])).filter(isSpecial).sort(), who).toEqual(expected.toSorted())
      expect((await restNames(people[who])).filter(isSpecial).sort(), who).toEqual(expected.toSorted())
    }
    expect(await namesFor(null)).not.toContain('hidden')
    expect(await namesFor(people.applicant, { isMine: true })).toEqual([])
    expect(await namesFor(people.member, { isMine: true })).toEqual(['hidden', 'alpha'])
    expect(await restNames(people.member, '&onlyMine=true')).toEqual(['hidden', 'alpha'])
    const { status } = await site.rest('GET', '/api/get-group-list?onlyMine=true', {})
    expect(status).toBe(401)
  })

  it('opens to users who are logged in, and answers an invisible one like none (area-rules G2)', async () => {
    const { people, group } = stage
    const hidden = await site.prisma.group.findFirstOrThrow({ where: { shortName: 'hidden' } })
    const open = (who: Person | null, number: number) =>
      site.graphql(
        'query ($number: Int!) { group(number: $number) { name viewerIsIn viewerStanding } }',
        { number },
        { token: who?.token },
      )
    expect(codeOf(await open(null, group.id))).toBe('UNAUTHENTICATED')
    const { data } = await open(people.stranger, group.id)
    expect(data?.group).toEqual({ name: 'Group alpha', viewerIsIn: false, viewerStanding: null })
    const secret = await open(people.stranger, hidden.id)
    const none = await open(people.stranger, 2_000_000)
    expect(secret.errors).toEqual(none.errors)
    for (const path of ['detail', 'access', 'auth']) {
      const at = (gid: number) =>
        site.rest('GET', `/api/get-group-${path}?gid=${gid}`, { token: people.stranger.token })
      expect((await at(hidden.id)).status).toBe(404)
      expect((await at(hidden.id)).msg).toBe((await at(2_000_000)).msg)
      expect((await at(group.id)).status).toBe(200)
    }
  })

  it('finds groups by name, short name and access, without wildcards', async () => {
    await create(staff, settings({ name: '100% rowing', shortName: 'ROWER' }))
    expect(await namesFor(null, { keyword: '0% R' })).toEqual(['ROWER'])
    expect(await namesFor(null, { keyword: 'rower' })).toEqual(['ROWER'])
    expect(await namesFor(null, { keyword: '%_%' })).toEqual([])
    expect(await restNames(null, '&keyword=rower&auth=2')).toEqual([])
    expect(await restNames(null, '&keyword=rower&auth=1')).toEqual(['ROWER'])
  })

  it('tells of groups as they come, change and go, and of no invisible one', async () => {
    const rows = await site.subscribe('subscription { groupsChanged { change rowId group { name } } }')
    const next = async () => (await rows.next()).data?.groupsChanged
    const { data } = await create(staff, settings({ name: 'Regatta club' }))
    const number = data?.createGroup.number
    const rowId = globalId('Group', number)
    expect(await next()).toEqual({ change: 'CREATED', rowId, group: { name: 'Regatta club' } })
    await create(staff, settings({ visible: false }))
    await site.prisma.group.update({ where: { id: number }, data: { brief: 'Other words' } })
    expect(await next()).toMatchObject({ change: 'CHANGED', rowId })
    await site.prisma.group.update({ where: { id: number }, data: { visible: false } })
    expect(await next()).toEqual({ change: 'REMOVED', rowId, group: null })
    rows.close()
  })
})

describe('the code of a group', () => {
  it('leaves the server for its roots and super administrators alone (area-rules G2)', async () => {
    const { people, group } = stage
    await site.prisma.group.update({ where: { id: group.id }, data: { access: 'CODE', code: 'sesame' } })
    for (const [who, person] of Object.entries(people)) {
      const isRoot = ['root', 'owner', 'siteRoot'].includes(who)
      const { data } = await site.graphql(
        'query ($id: ID!) { node(id: $id) { ... on Group { code } } }',
        { id: globalId('Group', group.id) },
        { token: person.token },
      )
      expect(data?.node.code, who).toBe(isRoot ? 'sesame' : null)
      const answer = await site.rest('GET', `/api/get-group-detail?gid=${group.id}`, { token: person.token })
      expect(answer.data.code, who).toBe(isRoot ? 'sesame' : null)
    }
  })
})

describe('the settings of a group', () => {
  const update = (who: Person, fields: object, version?: number) =>
    site.graphql(
      'mutation ($input: UpdateGroupInput!) { updateGroup(input: $input) { name version isDisabled } }',
      { input: { id: globalId('Group', stage.group.id), fields, ...(version && { version }) } },
      { token: who.token },
    )

  it('refuses an edit of an older version, and keeps omitted fields', async () => {
    const { people, group } = stage
    const before = await site.prisma.group.findUniqueOrThrow({ where: { id: group.id } })
    await update(people.root, { brief: 'A new line of it', description: 'New words' }, before.version)
    expect(codeOf(await update(people.owner, { brief: 'Another line' }, before.version))).toBe('CONFLICT')
    const { name, description } = await site.prisma.group.findUniqueOrThrow({ where: { id: group.id } })
    expect([name, description]).toEqual([before.name, 'New words'])
  })

  it('lets super administrators close it, and nobody else', async () => {
    const { people, group } = stage
    expect(codeOf(await update(people.owner, { isDisabled: true }))).toBe('FORBIDDEN')
    await update(people.siteRoot, { isDisabled: true })
    const own = await site.rest('GET', `/api/get-group-detail?gid=${group.id}`, { token: people.owner.token })
    expect(own.status).toBe(404)
    const admins = await site.rest('GET', `/api/get-group-detail?gid=${group.id}`, {
      token: people.siteRoot.token,
    })
    expect(admins.data.status).toBe(1)
    await update(people.siteRoot, { isDisabled: false })
  })

  it('changes no id of a problem when it is renamed (area-rules G9)', async () => {
    const { people } = stage
    await update(people.owner, { shortName: 'omega' })
    expect(await site.prisma.group.findUniqueOrThrow({ where: { id: stage.group.id } })).toMatchObject({
      shortName: 'omega',
      shortNameKey: 'omega',
    })
    await update(people.owner, { shortName: 'alpha' })
  })
})

describe('disbanding a group', () => {
  it('shows what goes along to owner and super administrators alone (area-rules G6)', async () => {
    const { people, group } = stage
    const own = { groupId: group.id, visibility: 'HIDDEN' as const }
    await addJudgeable(site, 'ALPHA1', own)
    await addJudgeable(site, '/0', { ...own, removedAt: new Date() })
    for (const [who, person] of Object.entries(people)) {
      const { data } = await site.graphql(
        'query ($id: ID!) { node(id: $id) { ... on Group { viewerCanDisband belongings { memberCount problemCount submissionCount } } } }',
        { id: globalId('Group', group.id) },
        { token: person.token },
      )
      const may = ['owner', 'siteRoot'].includes(who)
      expect(data?.node.viewerCanDisband, who).toBe(may)
      expect(data?.node.belongings, who).toEqual(
        may ? { memberCount: 4, problemCount: 1, submissionCount: 0 } : null,
      )
    }
  })

  it('takes it out of sight at once, tells its members and frees its names (area-rules G6)', async () => {
    const captain = await addPerson(site, 'captain', { role: 'ADMIN' })
    const mate = await addPerson(site, 'mate')
    const names = settings({ name: 'Last voyage' })
    const { data } = await create(captain, names)
    const group = { id: data?.createGroup.number as number }
    await setStanding(site, group, mate, 'MEMBER')
    const line = await site.subscribe(
      'subscription ($id: ID!) { groupChanged(id: $id) { name } }',
      { id: globalId('Group', group.id) },
      { token: mate.token },
    )
    expect((await line.next()).data?.groupChanged).toEqual({ name: 'Last voyage' })
    const disband = (who: Person) => site.rest('DELETE', `/api/group?gid=${group.id}`, { token: who.token })
    expect((await disband(mate)).status).toBe(403)
    expect((await disband(captain)).status).toBe(200)
    await expect(line.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
    for (const who of [captain, mate, root]) expect((await disband(who)).status).toBe(404)
    const told = await site.prisma.notification.findMany({ where: { userId: mate.id } })
    expect(told.map(({ messageKey }) => messageKey)).toEqual(['groupDisbanded'])
    expect(codeOf(await create(captain, names))).toBeUndefined()
  })

  it('needs no name that another group may have (area-rules G6)', async () => {
    const names = settings()
    const { data } = await create(staff, names)
    const gid = data?.createGroup.number as number
    const alike = { name: `${names.name}/${gid}`, shortName: `${names.shortName}/${gid}` }
    expect(codeOf(await create(staff, settings(alike)))).toBeUndefined()
    const disbanded = await site.rest('DELETE', `/api/group?gid=${gid}`, { token: staff.token })
    expect(disbanded.status).toBe(200)
  })
})
