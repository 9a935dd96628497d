import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import type { Context } from '#server/context.ts'
import { addMembers } from '#server/modules/group/addingMembers.ts'
import { joinGroup } from '#server/modules/group/members.ts'
import { createGroup } from '#server/modules/group/saving.ts'
import { endAccount, endOwnAccount } from '#server/modules/user/accounts.ts'
import { pose } from '#server/modules/user/challenge.ts'
import { changeEmail } from '#server/modules/user/credentials.ts'
import { changeProfile } from '#server/modules/user/profile.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { overlap, whileLocked } from '../../support/overlap.ts'
import { addPerson, contextOf, PASSWORD, type Person, signIn } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { type GraphqlAnswer, type Site, startSite } from '../../support/site.ts'

let site: Site
let made = 0
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const member = (role: 'USER' | 'ROOT' = 'USER') => {
  made += 1
  return addPerson(site, `member${made}`, { role, email: `member${made}@example.org` })
}

const END = 'mutation ($input: EndOwnAccountInput!) { endOwnAccount(input: $input) { username isEnded } }'
const end = (person: Person, input: object = {}) =>
  site.graphql(END, { input: { username: person.username, password: PASSWORD, ...input } }, person)
const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

describe('the deletion of the own account', () => {
  it('needs password and username, counts wrong passwords, and is not for guests', async () => {
    const ada = await member()
    expect(codeOf(await site.graphql(END, { input: { username: 'ada', password: PASSWORD } }))).toBe(
      'UNAUTHENTICATED',
    )
    const mistyped = await end(ada, { username: 'somebody' })
    expect(mistyped.errors?.[0]?.extensions).toMatchObject({ code: 'USERNAME_MISTYPED', field: 'username' })
    expect(mistyped.errors?.[0]?.message).toBe('This is not your username')
    const wrong = await end(ada, { password: 'guess' })
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'PASSWORD_WRONG', field: 'password' })
    for (let tries = 0; tries < 5; tries += 1) await end(ada, { password: 'guess' })
    expect(codeOf(await end(ada))).toBe('ACCOUNT_LOCKED')
    expect(await site.prisma.user.findUnique({ where: { id: ada.id } })).toMatchObject({ endedAt: null })
  })

  it('erases the profile, ends all logins and sockets, and keeps submissions and the name', async () => {
    const bob = await member()
    const phone = await signIn(site, bob)
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(png({ width: 20, height: 20 }))]), 'me.png')
    const headers = { authorization: bob.token }
    await fetch(`${site.url}/api/file/upload-avatar`, { method: 'POST', headers, body: form })
    await site.prisma.user.update({
      where: { id: bob.id },
      data: { realname: 'Bob B', number: '42', editor: { fontSize: 20 }, emailVerified: true },
    })
    await site.prisma.notification.create({ data: { userId: bob.id, kind: 'MINE', title: 'told' } })
    await setStanding(site, await addGroup(site, await member(), 'crew'), bob, 'APPLIED')
    const named = { before: { realname: 'Bob A' }, after: { realname: 'Bob B' } }
    const subject = `User:${bob.id}`
    await site.prisma.auditEntry.create({ data: { action: 'user.changed', subject, details: named } })
    const socket = await site.subscribe('subscription { profileChanged { id } }', {}, phone)

    const { data } = await end(bob, { username: bob.username.toUpperCase() })
    expect(data.endOwnAccount).toEqual({ username: 'deleted user', isEnded: true })
    await expect(socket.next()).rejects.toBeDefined()
    for (const { token } of [bob, phone])
      expect(codeOf(await site.graphql('{ viewer { email } }', {}, { token }))).toBe('UNAUTHENTICATED')

    const { prisma } = site
    const row = await prisma.user.findUniqueOrThrow({ where: { id: bob.id } })
    expect(row).toMatchObject({ passwordHash: '', disabled: true, email: null, realname: null, number: null })
    expect(row).toMatchObject({ avatar: null, editor: null, emailVerified: false, usernameKey: bob.username })
    const where = { userId: bob.id }
    expect(await prisma.session.count({ where })).toBe(0)
    expect(await prisma.notification.count({ where })).toBe(0)
    expect(await prisma.mailTurn.count({ where })).toBe(0)
    expect(await prisma.groupMember.count({ where })).toBe(0)
    expect(await prisma.fileReference.count({ where: { subject: `User:${bob.id}` } })).toBe(0)
    const entries = await prisma.auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } })
    expect(entries).toMatchObject([
      { action: 'user.changed', details: {} },
      { action: 'user.left', details: {} },
    ])
    expect(entries[0]?.details).toEqual({})
    const login = { username: bob.username, password: PASSWORD }
    expect(await site.rest('POST', '/api/login', { body: login })).toMatchObject({ status: 400 })
    const taken = await site.graphql(`{ accountTaken(username: "${bob.username}") { username } }`)
    expect(taken.data.accountTaken.username).toBe(true)
  })

  it('is refused to owners of groups, by name, until they are disbanded', async () => {
    const cleo = await member()
    const group = await addGroup(site, cleo, `own${made}`)
    const refused = await end(cleo)
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'ACCOUNT_OWNS_GROUPS', groups: group.name })
    await site.prisma.group.update({ where: { id: group.id }, data: { disbandedAt: new Date() } })
    expect((await end(cleo)).data.endOwnAccount.isEnded).toBe(true)
  })

  it('by administrators is refused for owners of groups as well, one by one or all (area-rules G4)', async () => {
    const [root, eve, finn] = [await member('ROOT'), await member(), await member()]
    const group = await addGroup(site, eve, `own${made}`)
    const uids = [eve.id, finn.id]
    const rest = await site.rest('DELETE', '/api/admin/user/delete-user', { ...root, body: { ids: uids } })
    expect(rest).toMatchObject({ status: 400, msg: expect.stringContaining(group.name) })
    const remaining = async () =>
      (await site.prisma.user.findMany({ where: { id: { in: uids }, endedAt: null } })).length
    expect(await remaining()).toBe(2)
    const MANY = `mutation ($input: EndAccountsInput!) {
      endAccounts(input: $input) { done refused { code message } } }`
    const input = { ids: uids.map((id) => globalId('Account', id)) }
    const { data } = await site.graphql(MANY, { input }, root)
    expect(data.endAccounts).toEqual({
      done: [input.ids[1]],
      refused: [{ code: 'ACCOUNT_OWNS_GROUPS', message: expect.stringContaining(group.name) }],
    })
    expect(await remaining()).toBe(1)
  })

  it('by an administrator ends memberships, also one that the account is leaving', async () => {
    const [root, gus] = [await member('ROOT'), await member()]
    const group = await addGroup(site, await member(), `left${made}`)
    await setStanding(site, group, gus, 'MEMBER')
    const ofGroup = globalId('Group', group.id)
    const leave = `mutation { leaveGroup(input: { id: "${ofGroup}" }) { __typename } }`
    const MANY = 'mutation ($ids: [ID!]!) { endAccounts(input: { ids: $ids }) { done } }'
    const ids = [globalId('Account', gus.id)]
    const [ended, left] = await whileLocked(
      site,
      ['User', 'id', gus.id],
      [() => site.graphql(MANY, { ids }, root), () => site.graphql(leave, {}, gus)],
    )
    expect(ended).toMatchObject({ data: { endAccounts: { done: ids } } })
    expect(codeOf(left as GraphqlAnswer<unknown>)).toBe('GROUP_NOT_IN')
    expect(await site.prisma.groupMember.count({ where: { userId: gus.id } })).toBe(0)
  })

  it('leaves no group to its former owner when both are asked for at once', async () => {
    const [dan] = [await member('ROOT'), await member('ROOT')]
    const words = { name: 'Crew of Dan', shortName: 'dancrew', brief: 'Sails with Dan' }
    const leaving = contextOf(site, dan)
    const created = overlap(
      site,
      leaving,
      (ctx) => endOwnAccount(ctx, { username: dan.username, password: PASSWORD }),
      () => createGroup(contextOf(site, dan), { ...words, description: 'Sails' }),
    )
    await expect(created).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  const ALONGSIDE: [string, (ctx: Context, group: Group) => Promise<unknown>][] = [
    ['its profile', (ctx) => changeProfile(ctx, { realname: 'Late' })],
    [
      'its address',
      async (ctx) => {
        const newEmail = `late${made}@example.org`
        const question = { kind: 'EMAIL_CODE', subject: `${ctx.viewer?.id} ${newEmail}` } as const
        await pose(ctx, question, '123456', { seconds: 60, tries: 1 })
        return changeEmail(ctx, { newEmail, code: '123456', password: PASSWORD })
      },
    ],
    ['its membership', (ctx, { id }) => joinGroup(ctx, id, {})],
  ]
  it.each(ALONGSIDE)('keeps %s empty when both are asked for at once', async (_, act) => {
    const [root, hal] = [await member('ROOT'), await member()]
    const group = await addGroup(site, await member(), `late${made}`)
    const under = overlap(
      site,
      contextOf(site, root),
      (ctx) => endAccount(ctx, hal.id),
      () => act(contextOf(site, hal), group),
    )
    await expect(under).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const where = { id: hal.id }
    const row = await site.prisma.user.findUniqueOrThrow({ where, include: { memberships: true } })
    expect(row).toMatchObject({ realname: null, email: null, memberships: [] })
  })

  it('keeps an account that is being added to a group out of it', async () => {
    const [root, ida] = [await member('ROOT'), await member()]
    const group = await addGroup(site, root, `late${made}`)
    const added = await overlap(
      site,
      contextOf(site, root),
      (ctx) => endAccount(ctx, ida.id),
      () => addMembers(contextOf(site, root), group.id, [ida.username]),
    )
    expect(added).toEqual({ added: [], present: [], unknown: [ida.username] })
    expect(await site.prisma.groupMember.count({ where: { userId: ida.id } })).toBe(0)
  })

  it('is refused to the last super administrator', async () => {
    await site.prisma.user.updateMany({ where: { role: 'ROOT' }, data: { role: 'USER' } })
    const [first, last] = [await member('ROOT'), await member('ROOT')]
    const both = await Promise.all([end(first), end(last)])
    expect(both.map((answer) => codeOf(answer) ?? 'ended').sort()).toEqual(['ACCOUNT_LAST_ROOT', 'ended'])
  })
})
