import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { ADMINS, change, node, type Stage, testRoles, testStreams } from '../../support/roleTable.ts'
import { type Loose, startSite } from '../../support/site.ts'

/** Invitation links to a group: creation, sight, joining, and their end. */

const stage = {} as Stage
let made = 0

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  await setStanding(site, stage.group, stage.people.owner, 'ROOT')
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

const HOUR = 3_600_000
const person = () => addPerson(stage.site, `guest${++made}`)
const crew = (fields: object = {}) => addGroup(stage.site, stage.people.owner, `crew${++made}`, fields)

/** An open link as its row, past every rule. */
const link = ({ id: groupId }: Pick<Group, 'id'>, fields: object = {}) =>
  stage.site.prisma.groupInvitation.create({
    data: {
      groupId,
      token: `token-${++made}`,
      expiresAt: new Date(Date.now() + HOUR),
      maxUses: 5,
      ...fields,
    },
  })

const SHOWN = 'name brief memberCount viewerIsMember owner { username } group { number }'
const look = (token: string, who: Person | null) =>
  stage.site.graphql(
    `query ($token: String!) { invitedGroup(token: $token) { ${SHOWN} } }`,
    { token },
    { token: who?.token ?? null },
  )
const join = (token: string, who: Person | null) =>
  stage.site.graphql(...change('joinGroupByInvitation', { token }, 'number viewerStanding memberCount'), {
    token: who?.token ?? null,
  })
const create = (who: Person, { id }: Group, lifetime: object = { days: 7 }, maxUses = 30) =>
  stage.site.graphql(
    ...change(
      'createGroupInvitation',
      { groupId: globalId('Group', id), lifetime, maxUses },
      'id token expiresAt maxUses useCount isOpen createdBy { username }',
    ),
    { token: who.token },
  )
const codeOf = ({ errors }: Loose) => errors?.[0]?.extensions?.code
const usesOf = async (id: number) =>
  (await stage.site.prisma.groupInvitation.findUniqueOrThrow({ where: { id } })).uses
const standingOf = async ({ id: groupId }: Group, { id: userId }: Person) =>
  (await stage.site.prisma.groupMember.findUnique({ where: { groupId_userId: { groupId, userId } } }))
    ?.standing

describe('roles', () => {
  const aim = async () => {
    await stage.site.prisma.groupInvitation.deleteMany({ where: { groupId: stage.group.id } })
    return { gid: stage.group.id, linkId: (await link(stage.group)).id }
  }
  const creation = (gid: number) =>
    change('createGroupInvitation', {
      groupId: globalId('Group', gid),
      lifetime: { days: 1 },
      maxUses: 1,
    })

  testRoles(stage, aim, {
    'creates a link': { who: ADMINS, graph: ({ gid }) => creation(gid) },
    'lists links': { who: ADMINS, graph: ({ gid }) => node('Group', gid, 'invitations { totalCount }') },
    'reads a link': { who: ADMINS, graph: ({ linkId }) => node('GroupInvitation', linkId, 'token') },
    'revokes a link': {
      who: ADMINS,
      graph: ({ linkId }) => change('revokeGroupInvitation', { id: globalId('GroupInvitation', linkId) }),
    },
  })

  testStreams(stage, aim, {
    groupInvitationsChanged: {
      who: ADMINS,
      text: ({ gid }) => [
        'subscription ($id: ID!) { groupInvitationsChanged(groupId: $id) { change invitation { token } } }',
        { id: globalId('Group', gid) },
      ],
      tell: ({ gid }) => stage.site.graphql(...creation(gid), { token: stage.people.owner.token }),
    },
  })

  it('end the stream of links with them (area-rules G5)', async () => {
    const [group, helper] = [await crew(), await person()]
    await setStanding(stage.site, group, helper, 'ADMIN')
    const { token } = await link(group)
    const line = await stage.site.subscribe<Loose>(
      'subscription ($id: ID!) { groupInvitationsChanged(groupId: $id) { invitation { useCount } } }',
      { id: globalId('Group', group.id) },
      { token: helper.token },
    )
    await join(token, await person())
    expect((await line.next()).data.groupInvitationsChanged.invitation.useCount).toBe(1)
    await setStanding(stage.site, group, helper, 'MEMBER')
    await join(token, await person())
    const next = (await line.next().catch((errors: unknown) => ({ errors }))) as Loose
    expect(next.data?.groupInvitationsChanged?.invitation ?? null).toBeNull()
    line.close()
    const { data } = await stage.site.graphql(...node('Group', group.id, 'invitations { totalCount }'), {
      token: helper.token,
    })
    expect(data.node.invitations).toBeNull()
  })
})

describe('a new link', () => {
  it('has a token of 96 bits, an end and a number of uses, and is audited without its token', async () => {
    const group = await crew()
    const { data } = await create(stage.people.owner, group)
    const { token, expiresAt, id: _id, ...rest } = data.createGroupInvitation
    expect(token).toMatch(/^[\w-]{16}$/)
    expect(rest).toEqual({
      maxUses: 30,
      useCount: 0,
      isOpen: true,
      createdBy: { username: stage.people.owner.username },
    })
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * 24 * HOUR)).toBeLessThan(HOUR)
    const [entry, ...others] = await stage.site.prisma.auditEntry.findMany({
      where: { groupId: group.id, action: 'group.invitationChanged' },
    })
    expect(others).toEqual([])
    expect(entry).toMatchObject({ actorId: stage.people.owner.id, details: { after: { maxUses: 30 } } })
    expect(JSON.stringify(entry)).not.toContain(token)
  })

  it.each([
    [{ days: 0 }, 1, 'lifetime.days'],
    [{ days: 366 }, 1, 'lifetime.days'],
    [{ expiresAt: new Date(Date.now() - 1000).toISOString() }, 1, 'lifetime.expiresAt'],
    [{ expiresAt: new Date(Date.now() + 366 * 24 * HOUR).toISOString() }, 1, 'lifetime.expiresAt'],
    [{ days: 1 }, 0, 'maxUses'],
    [{ days: 1 }, 501, 'maxUses'],
  ])('of %o for %i uses is refused at %s', async (lifetime, maxUses, field) => {
    const { errors } = await create(stage.people.owner, await crew(), lifetime, maxUses)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field })
  })

  it('is the twentieth open one at most, also of two at once; ended ones do not count', async () => {
    const group = await crew()
    for (let at = 0; at < 19; at++) await link(group)
    await link(group, { revokedAt: new Date() })
    await link(group, { expiresAt: new Date(Date.now() - HOUR) })
    await link(group, { maxUses: 2, uses: 2 })
    const answers = await Promise.all([1, 2].map(() => create(stage.people.owner, group)))
    expect(answers.map(codeOf).filter(Boolean)).toEqual(['GROUP_INVITATIONS_FULL'])
    const counts = await stage.site.graphql(
      ...node(
        'Group',
        group.id,
        'open: invitations(isOpen: true) { totalCount } ended: invitations(isOpen: false) { totalCount }',
      ),
      { token: stage.people.owner.token },
    )
    expect(counts.data.node).toEqual({ open: { totalCount: 20 }, ended: { totalCount: 3 } })
  })

  it('deletes ended ones beyond the newest hundred', async () => {
    const group = await crew()
    await stage.site.prisma.groupInvitation.createMany({
      data: Array.from({ length: 102 }, (_, at) => ({
        groupId: group.id,
        token: `old-${group.id}-${at}`,
        expiresAt: new Date(Date.now() - HOUR),
        maxUses: 1,
      })),
    })
    const kept = await link(group)
    await create(stage.people.owner, group)
    const left = await stage.site.prisma.groupInvitation.findMany({ where: { groupId: group.id } })
    expect(left).toHaveLength(102)
    expect(left.map(({ id }) => id)).toContain(kept.id)
  })
})

describe('a user with a link', () => {
  it('sees the invisible group and joins it at once, without its code (area-rules G2, G3)', async () => {
    const group = await crew({ visible: false, access: 'CODE', code: 'sesame' })
    const [who, { id, token }] = [await person(), await link(group)]
    expect(codeOf(await look(token, null))).toBe('UNAUTHENTICATED')
    expect(codeOf(await join(token, null))).toBe('UNAUTHENTICATED')
    expect((await look(token, who)).data.invitedGroup).toEqual({
      name: group.name,
      brief: group.brief,
      memberCount: 0,
      viewerIsMember: false,
      owner: { username: stage.people.owner.username },
      group: null,
    })
    expect((await join(token, who)).data.joinGroupByInvitation).toEqual({
      number: group.id,
      viewerStanding: 'MEMBER',
      memberCount: 1,
    })
    expect(await usesOf(id)).toBe(1)
    const told = await stage.site.prisma.notification.findMany({ where: { userId: who.id } })
    expect(told.map(({ messageKey, link }) => [messageKey, link])).toEqual([
      ['groupWelcome', `/group/${group.id}`],
    ])
    const entry = await stage.site.prisma.auditEntry.findFirstOrThrow({
      where: { groupId: group.id, action: 'group.memberChanged' },
    })
    expect(entry).toMatchObject({
      actorId: who.id,
      details: { after: { user: who.id, standing: 'MEMBER', invitation: id } },
    })
  })

  it.each(['APPLIED', 'REFUSED'] as const)('becomes a member from %s', async (standing) => {
    const [group, who] = [await crew({ access: 'APPLICATION' }), await person()]
    await setStanding(stage.site, group, who, standing)
    const { id, token } = await link(group)
    expect((await join(token, who)).data.joinGroupByInvitation.viewerStanding).toBe('MEMBER')
    expect(await standingOf(group, who)).toBe('MEMBER')
    expect(await usesOf(id)).toBe(1)
  })

  it('is told of their membership, also by an ended link, which then counts no use', async () => {
    const group = await crew()
    const { id, token } = await link(group, { maxUses: 1 })
    const admin = await person()
    await setStanding(stage.site, group, admin, 'ADMIN')
    const first = await person()
    await join(token, first)
    for (const who of [first, admin, stage.people.owner]) {
      const { data } = await look(token, who)
      expect(data.invitedGroup).toMatchObject({ viewerIsMember: true, group: { number: group.id } })
      expect(codeOf(await join(token, who))).toBe('GROUP_MEMBER')
    }
    expect(await standingOf(group, admin)).toBe('ADMIN')
    expect(await usesOf(id)).toBe(1)
  })
})

describe('a link that leads nowhere', () => {
  const past = () => new Date(Date.now() - 1000)
  const dead: Record<string, () => Promise<string>> = {
    unknown: async () => 'never-was-a-token',
    empty: async () => '',
    expired: async () => (await link(await crew(), { expiresAt: past() })).token,
    'used up': async () => (await link(await crew(), { maxUses: 2, uses: 2 })).token,
    revoked: async () => (await link(await crew(), { revokedAt: past() })).token,
    'of a disabled group': async () => (await link(await crew({ disabled: true }))).token,
    'of a disbanded group': async () => (await link(await crew({ disbandedAt: past() }))).token,
    'of an invisible group, expired': async () =>
      (await link(await crew({ visible: false }), { expiresAt: past() })).token,
  }

  it.each(Object.keys(dead))('because it is %s is answered like every other', async (kind) => {
    const [who, token] = [await person(), (await dead[kind]?.()) ?? '']
    expect(await look(token, who)).toMatchObject({ http: 200, data: { invitedGroup: null } })
    const { data, errors } = await join(token, who)
    expect(data).toBeNull()
    const { message, extensions } = errors?.[0] ?? {}
    const unknown = (await join('another-unknown', await person())).errors?.[0]
    expect({ message, extensions }).toEqual({ message: unknown?.message, extensions: unknown?.extensions })
    expect(extensions?.code).toBe('GROUP_INVITATION_OVER')
    expect(await stage.site.prisma.groupMember.count({ where: { userId: who.id } })).toBe(0)
  })

  it('ends at its moment by the clock of the server', async () => {
    const group = await crew()
    const { id, token } = await link(group)
    const who = await person()
    expect((await look(token, who)).data.invitedGroup).not.toBeNull()
    await stage.site.prisma.groupInvitation.update({ where: { id }, data: { expiresAt: past() } })
    expect((await look(token, who)).data.invitedGroup).toBeNull()
    const { data } = await stage.site.graphql(...node('GroupInvitation', id, 'isOpen'), {
      token: stage.people.owner.token,
    })
    expect(data.node.isOpen).toBe(false)
  })

  it('may be tried thirty times in ten minutes; then good links are refused, too', async () => {
    const [who, group] = [await person(), await crew()]
    const { token } = await link(group)
    for (let at = 0; at < 15; at++) {
      await look(`unknown-${at}`, who)
      await join(`unknown-${at}`, who)
    }
    expect(codeOf(await look(token, who))).toBe('TOO_MANY_REQUESTS')
    expect(codeOf(await join(token, who))).toBe('TOO_MANY_REQUESTS')
    expect((await join(token, await person())).data.joinGroupByInvitation.number).toBe(group.id)
  })

  it('is one that was revoked, and revoking twice changes nothing', async () => {
    const group = await crew()
    const { id, token } = await link(group)
    const revoke = () =>
      stage.site.graphql(
        ...change('revokeGroupInvitation', { id: globalId('GroupInvitation', id) }, 'isOpen revokedAt'),
        { token: stage.people.owner.token },
      )
    const first = (await revoke()).data.revokeGroupInvitation
    expect(first).toEqual({ isOpen: false, revokedAt: expect.any(String) })
    expect((await revoke()).data.revokeGroupInvitation).toEqual(first)
    expect(codeOf(await join(token, await person()))).toBe('GROUP_INVITATION_OVER')
    const audited = { groupId: group.id, action: 'group.invitationChanged' }
    expect(await stage.site.prisma.auditEntry.count({ where: audited })).toBe(1)
  })
})

describe('many at once', () => {
  it('never use a link more often than it allows: 200 people, 30 uses', async () => {
    const group = await crew()
    const { id, token } = await link(group, { maxUses: 30 })
    const people: Person[] = []
    while (people.length < 200) people.push(...(await Promise.all(Array.from({ length: 10 }, person))))
    const answers = await Promise.all(people.map((who) => join(token, who)))
    const codes = answers.map((answer) => codeOf(answer) ?? 'joined')
    expect(codes.filter((code) => code === 'joined')).toHaveLength(30)
    expect([...new Set(codes)].sort()).toEqual(['GROUP_INVITATION_OVER', 'joined'])
    expect(await usesOf(id)).toBe(30)
    expect(await stage.site.prisma.groupMember.count({ where: { groupId: group.id } })).toBe(30)
  }, 120_000)

  it('of one person count once', async () => {
    const [group, who] = [await crew(), await person()]
    const { id, token } = await link(group)
    const answers = await Promise.all(Array.from({ length: 5 }, () => join(token, who)))
    expect(answers.map((answer) => codeOf(answer) ?? 'joined').sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'GROUP_MEMBER'),
      'joined',
    ])
    expect(await usesOf(id)).toBe(1)
    expect(await stage.site.prisma.notification.count({ where: { userId: who.id } })).toBe(1)
  })
})
