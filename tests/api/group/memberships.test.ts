import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerOfSession } from '#server/modules/user/session.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let owner: Person
let bob: Person

beforeAll(async () => {
  site = await startSite()
  owner = await addPerson(site, 'owner')
  bob = await addPerson(site, 'bob')
})

afterAll(() => site?.close())

/** What somebody is in groups, as their next request is answered. */
const groupsNow = async ({ sessionId }: Person) =>
  Object.fromEntries((await ownerOfSession(site.house, sessionId ?? 0))?.viewer.groups ?? [])

it('knows the roles of a user in groups as soon as a row changes, by any writer', async () => {
  const group = await addGroup(site, owner, 'now')
  expect(await groupsNow(owner)).toEqual({ [group.id]: 'ROOT' })
  expect(await groupsNow(bob)).toEqual({})
  for (const [standing, role] of [
    ['APPLIED', {}],
    ['MEMBER', { [group.id]: 'MEMBER' }],
    ['ADMIN', { [group.id]: 'ADMIN' }],
    ['REFUSED', {}],
    ['ROOT', { [group.id]: 'ROOT' }],
    [null, {}],
  ] as const) {
    await setStanding(site, group, bob, standing)
    expect(await groupsNow(bob)).toEqual(role)
  }
})

it('counts the owner as a root whatever row they have, and others no more once it is theirs', async () => {
  const group = await addGroup(site, owner, 'own')
  await setStanding(site, group, owner, 'MEMBER')
  expect(await groupsNow(owner)).toMatchObject({ [group.id]: 'ROOT' })
  await site.prisma.group.update({ where: { id: group.id }, data: { ownerId: bob.id } })
  expect(await groupsNow(owner)).toMatchObject({ [group.id]: 'MEMBER' })
  expect(await groupsNow(bob)).toEqual({ [group.id]: 'ROOT' })
})

it('leaves disabled and disbanded groups out (area-rules G2, G6)', async () => {
  const people = { owner, bob: await addPerson(site, 'member') }
  const group = await addGroup(site, owner, 'off')
  await setStanding(site, group, people.bob, 'ADMIN')
  const roles = async () => ({
    owner: (await groupsNow(owner))[group.id],
    bob: (await groupsNow(people.bob))[group.id],
  })
  const change = (data: object) => site.prisma.group.update({ where: { id: group.id }, data })
  expect(await roles()).toEqual({ owner: 'ROOT', bob: 'ADMIN' })
  await change({ disabled: true })
  expect(await roles()).toEqual({})
  await change({ disabled: false })
  expect(await roles()).toEqual({ owner: 'ROOT', bob: 'ADMIN' })
  await change({ disbandedAt: new Date() })
  expect(await roles()).toEqual({})
})

it('lets many come and go at once in any order', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, at) => addPerson(site, `many${at}`)))
  const groups = await Promise.all(['m1', 'm2', 'm3'].map((name) => addGroup(site, owner, name)))
  const rows = groups.map(({ id: groupId }, turn) =>
    [...people.slice(turn * 4), ...people.slice(0, turn * 4)].map(({ id: userId }) => ({ groupId, userId })),
  )
  await Promise.all(
    rows.map((data) =>
      site.prisma.groupMember.createMany({
        data: data.map((row) => ({ ...row, standing: 'MEMBER' as const })),
      }),
    ),
  )
  await Promise.all(
    groups.map(({ id: groupId }) =>
      site.prisma.groupMember.updateMany({ where: { groupId }, data: { standing: 'ADMIN' } }),
    ),
  )
  const roles = Object.fromEntries(groups.map(({ id }) => [id, 'ADMIN']))
  for (const person of people) expect(await groupsNow(person)).toEqual(roles)
})
