import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import { count } from '#server/core/pacing/throttle.ts'
import { addMembers, MOST_ADDED } from '#server/modules/group/addingMembers.ts'
import { disbandGroup } from '#server/modules/group/disbanding.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { overlap } from '../../support/overlap.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Members who are added to a group by their names. */

let site: Site
let owner: Person
let made = 0

beforeAll(async () => {
  site = await startSite()
  owner = await addPerson(site, 'owner')
})
afterAll(() => site?.close())

const person = () => addPerson(site, `person${++made}`)
const group = (fields: object = {}) => addGroup(site, owner, `crew${++made}`, fields)

const rowOf = ({ id: groupId }: Group, { id: userId }: Person) =>
  site.prisma.groupMember.findUnique({ where: { groupId_userId: { groupId, userId } } })

const toldTo = async ({ id: userId }: Person) =>
  (await site.prisma.notification.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
    ({ messageKey, link }) => [messageKey, link],
  )

describe('a list of names', () => {
  const add = (who: Person, { id }: Group, usernames: readonly string[]) =>
    site.graphql(
      `mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) { added present unknown } }`,
      { input: { id: globalId('Group', id), usernames } },
      { token: who.token },
    )

  it('adds and welcomes nobody to a group that is disbanded at the same time (area-rules G6)', async () => {
    const [root, fresh] = [await addPerson(site, 'chief', { role: 'ROOT' }), await person()]
    const crew = await group()
    const under = overlap(
      site,
      contextOf(site, root),
      (ctx) => disbandGroup(ctx, crew.id),
      () => addMembers(contextOf(site, root), crew.id, [fresh.username]),
    )
    await expect(under).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await toldTo(fresh)).toEqual([])
  })

  it('makes members of outsiders, applicants and refused people, and welcomes each once (area-rules G4)', async () => {
    const crew = await group({ access: 'APPLICATION', code: 'secret' })
    const [admin, applicant, refused, member, fresh] = await Promise.all(Array.from({ length: 5 }, person))
    if (!admin || !applicant || !refused || !member || !fresh) throw new Error('nobody is there')
    await setStanding(site, crew, admin, 'ADMIN')
    await setStanding(site, crew, applicant, 'APPLIED')
    await setStanding(site, crew, refused, 'REFUSED')
    await setStanding(site, crew, member, 'MEMBER')
    const names = [applicant, refused, member, fresh, owner].map(({ username }) => username)
    const { data } = await add(admin, crew, [
      ...names,
      ` ${fresh.username.toUpperCase()} `,
      'nobody-is-called-so',
      '',
    ])
    expect(data.addGroupMembers).toEqual({
      added: [applicant, refused, fresh].map(({ username }) => username),
      present: [member, owner].map(({ username }) => username),
      unknown: ['nobody-is-called-so'],
    })
    for (const who of [applicant, refused, fresh]) {
      expect(await rowOf(crew, who)).toMatchObject({ standing: 'MEMBER' })
      expect(await toldTo(who)).toEqual([['groupWelcome', `/group/${crew.id}`]])
    }
    expect(await rowOf(crew, owner)).toBeNull()
    expect(await toldTo(member)).toEqual([])
    const audited = await site.prisma.auditEntry.count({
      where: { action: 'group.memberChanged', groupId: crew.id, actorId: admin.id },
    })
    expect(audited).toBe(3)
    // Who was added is in at once.
    const opened = await site.graphql(
      'query ($number: Int!) { group(number: $number) { members { totalCount } } }',
      { number: crew.id },
      { token: fresh.token },
    )
    expect(opened.data.group.members.totalCount).toBe(5)
  })

  it('has at most 500, and two at once add nobody twice', async () => {
    const crew = await group()
    const people = await Promise.all(Array.from({ length: 4 }, person))
    const names = people.map(({ username }) => username)
    const many = Array.from({ length: 501 }, (_, at) => `name${at}`)
    const { errors } = await add(owner, crew, many)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT' })
    const answers = await Promise.all([add(owner, crew, names), add(owner, crew, names.toReversed())])
    expect(answers.map(({ data }) => data.addGroupMembers.added.length).sort()).toEqual([0, 4])
    for (const who of people) expect(await toldTo(who)).toHaveLength(1)
  })

  it('is limited to 3,000 people a day of an administrator, because nobody is asked', async () => {
    const eve = await person()
    const crew = await addGroup(site, eve, `crew${++made}`, {})
    const [one, other] = await Promise.all([person(), person()])
    await count(site.prisma, `group additions:${eve.id}`, 3600, MOST_ADDED - 1)
    expect((await add(eve, crew, [one.username])).data.addGroupMembers.added).toEqual([one.username])
    const leave = `/api/group/member?gid=${crew.id}&uid=${one.id}`
    expect(await site.rest('DELETE', leave, { token: eve.token })).toMatchObject({ status: 200 })
    const { errors } = await add(eve, crew, [one.username, other.username])
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await rowOf(crew, other)).toBeNull()
  })
})
