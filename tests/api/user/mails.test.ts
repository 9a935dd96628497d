import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationKind } from '#prisma/generated/enums.ts'
import { contextOfHouse } from '#server/context.ts'
import { transact } from '#server/events.ts'
import { sweepMails } from '#server/modules/notification/digest.ts'
import { notify } from '#server/modules/notification/notification.ts'
import { unsubscribeToken } from '#server/modules/notification/unsubscribing.ts'
import { mailsTo } from '../../support/mails.ts'
import { addPerson, PASSWORD, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let made = 0
beforeAll(async () => {
  site = await startSite({ PUBLIC_URL: 'https://judge.test' })
})
afterAll(() => site.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const addressOf = ({ username }: Person) => `${username}@example.org`

/** Somebody with a verified address, who wants these kinds. */
async function reader(kinds: NotificationKind[], more: object = {}): Promise<Person> {
  const username = `reader${++made}`
  const person = await addPerson(site, username, { email: `${username}@example.org` })
  await site.prisma.user.update({
    where: { id: person.id },
    data: { emailVerified: true, mailKinds: kinds, locale: 'en-US', ...more },
  })
  return person
}

/** How long turns are held back, so that the server's own sweep, once a minute, never takes one. */
const HELD = 3 * MINUTE

const holdBack = (person: Person) => site.prisma.$executeRaw`
  update "MailTurn" set "dueAt" = greatest("dueAt", now() + interval '3 minutes')
  where "userId" = ${person.id} and "dueAt" is not null`

/** An administrator's own words, so that any kind can be told. */
const tell = (person: Person, kind: NotificationKind, title: string, more: object = {}) =>
  site.prisma.$transaction([
    site.prisma.notification.create({
      data: { userId: person.id, kind, title, content: `about ${title}`, link: '/discussion', ...more },
    }),
    holdBack(person),
  ])

/** A sweep so many milliseconds after the turns were held back. */
const sweep = (later = 0) =>
  sweepMails({ ...contextOfHouse(site.house), now: new Date(Date.now() + HELD + later) })

const mailsOf = (person: Person) => mailsTo(site, addressOf(person))

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { method: 'POST', body, headers })

const KINDS = '{ profile { mail { kinds pace hasServer } } }'
const kindsOf = async (person: Person) => (await site.graphql(KINDS, {}, person)).data.profile.mail.kinds

describe('mail of notifications', () => {
  it('tells of the own account at once, in the language of the reader, with absolute links', async () => {
    const ada = await reader(['MINE'], { locale: 'zh-CN' })
    const at = new Date().toISOString()
    const told = { userId: ada.id, kind: 'MINE', message: 'passwordChanged', link: '/setting', at } as const
    await transact(contextOfHouse(site.house), async (ctx) => {
      await notify(ctx, told)
      await ctx.db.mailTurn.update({
        where: { userId: ada.id },
        data: { dueAt: new Date(Date.now() + HELD) },
      })
    })
    await sweep(1000)
    const [mail = ''] = await mailsOf(ada)
    expect(mail).toMatch(/^Subject: .*密码/m)
    expect(mail).toContain('https://judge.test/setting\n')
    expect(mail).toMatch(/^List-Unsubscribe: <https:\/\/judge\.test\/unsubscribe\/[\w.-]+>$/m)
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(mail).toMatch(/^Message-ID: <digest-\d+\.\d+@judge\.test>$/m)
    // Told twice, mailed once; and ten minutes until the next.
    await notify(contextOfHouse(site.house), told)
    await tell(ada, 'MINE', 'again')
    await sweep(9 * MINUTE)
    expect(await mailsOf(ada)).toHaveLength(1)
    await sweep(11 * MINUTE)
    expect(await mailsOf(ada)).toHaveLength(2)
    expect((await mailsOf(ada)).at(-1)).toContain('about again')
  })

  it('gathers the others in one digest an hour or a day, without what was read', async () => {
    const [ben, cleo] = [await reader(['COMMENT', 'REPLY']), await reader(['COMMENT'], { mailPace: 'DAILY' })]
    for (const person of [ben, cleo]) {
      await tell(person, 'COMMENT', 'first')
      await tell(person, 'COMMENT', 'read', { readAt: new Date() })
      await tell(person, 'LIKE', 'liked')
    }
    await tell(ben, 'REPLY', 'line\nfeed \u202eturned <b>')
    await sweep(5 * MINUTE)
    expect(await mailsOf(ben)).toEqual([])
    await sweep(11 * MINUTE)
    const [mail = ''] = await mailsOf(ben)
    expect(mail).toContain('Subject: 2 new notifications - ')
    expect(mail).toContain('about first')
    expect(mail).toContain('line feed turned <b>')
    expect(mail).not.toMatch(/about read|about liked|\u202e/)
    for (const person of [ben, cleo]) await tell(person, 'COMMENT', 'second')
    await sweep(HOUR)
    expect(await mailsOf(ben)).toHaveLength(1)
    await sweep(HOUR + 12 * MINUTE)
    expect((await mailsOf(ben)).at(-1)).toContain('about second')
    expect((await mailsOf(ben)).at(-1)).not.toContain('about first')
    expect(await mailsOf(cleo)).toHaveLength(1)
    await sweep(25 * HOUR)
    expect(await mailsOf(cleo)).toHaveLength(2)
    await sweep(60 * HOUR)
    expect([(await mailsOf(ben)).length, (await mailsOf(cleo)).length]).toEqual([2, 2])
  })

  it('is never sent to unverified, disabled or ended accounts, nor what was read or turned off meanwhile', async () => {
    const people = {
      unverified: await reader(['MINE'], { emailVerified: false }),
      disabled: await reader(['MINE'], { disabled: true }),
      late: await reader(['MINE']),
      off: await reader(['MINE']),
      read: await reader(['MINE']),
      ended: await reader(['MINE']),
    }
    for (const person of Object.values(people)) await tell(person, 'MINE', 'told')
    const root = await addPerson(site, `ender${++made}`, { role: 'ROOT' })
    await site.prisma.user.update({ where: { id: people.late.id }, data: { emailVerified: false } })
    const end = 'mutation ($id: ID!) { endAccounts(input: { ids: [$id] }) { done } }'
    const id = Buffer.from(`Account:${people.ended.id}`).toString('base64')
    await site.graphql(end, { id }, root)
    await site.graphql('mutation { changeMailChoices(input: { kinds: [] }) { id } }', {}, people.off)
    await site.graphql('mutation { markNotificationsRead(input: {}) { total } }', {}, people.read)
    await sweep(1000)
    for (const person of Object.values(people)) expect(await mailsOf(person)).toEqual([])
    expect(await site.prisma.digest.count()).toBe(0)
  })

  it('is tried again under the same Message-ID, and given up after three days, or when it is refused for good', async () => {
    const dan = await reader(['MINE'])
    await tell(dan, 'MINE', 'stubborn')
    const { send } = site.house.mailer
    const ids: (string | undefined)[] = []
    site.house.mailer.send = async ({ messageId }) => {
      ids.push(messageId)
      throw new Error('no mail server here')
    }
    await sweep(1000)
    expect(ids).toHaveLength(1)
    // A process that died while it sent leaves the same row.
    site.house.mailer.send = send
    await sweep(6 * MINUTE)
    const [mail = ''] = await mailsOf(dan)
    expect(mail).toContain(`Message-ID: ${ids[0]}`)
    await sweep(HOUR)
    expect(await mailsOf(dan)).toHaveLength(1)

    await tell(dan, 'MINE', 'hopeless')
    site.house.mailer.send = () => Promise.reject(new Error('no mail server here'))
    for (const hour of [1, 2, 3, 5, 9, 20, 40]) await sweep(hour * HOUR)
    expect(await site.prisma.digest.count()).toBe(1)
    await sweep(73 * HOUR)
    expect(await site.prisma.digest.count()).toBe(0)

    await tell(dan, 'MINE', 'refused')
    site.house.mailer.send = () =>
      Promise.reject(Object.assign(new Error('no such user'), { responseCode: 550 }))
    await sweep(1000)
    site.house.mailer.send = send
    await sweep(HOUR)
    expect(await mailsOf(dan)).toHaveLength(1)
    expect(await site.prisma.digest.count()).toBe(0)
  })

  it('is sent once by two sweeps at the same time', async () => {
    const eve = await reader(['MINE'])
    await tell(eve, 'MINE', 'once')
    await Promise.all([sweep(1000), sweep(1000), sweep(1000)])
    expect(await mailsOf(eve)).toHaveLength(1)
  })
})

describe('the choice of mails', () => {
  it('is the own account until somebody chooses, and reaches other devices', async () => {
    const fay = await addPerson(site, `fay${++made}`)
    expect((await site.graphql(KINDS, {}, fay)).data.profile.mail).toEqual({
      kinds: ['MINE'],
      pace: 'HOURLY',
      hasServer: false,
    })
    const device = await site.subscribe('subscription { profileChanged { mail { kinds } } }', {}, fay)
    const change =
      'mutation ($input: ChangeMailChoicesInput!) { changeMailChoices(input: $input) { mail { kinds pace } } }'
    const set = (input: object) => site.graphql(change, { input }, fay)
    expect((await set({ kinds: ['REPLY', 'REPLY'] })).data.changeMailChoices.mail.kinds).toEqual(['REPLY'])
    expect(await device.next()).toEqual({ data: { profileChanged: { mail: { kinds: ['REPLY'] } } } })
    device.close()
    expect((await set({ pace: 'DAILY' })).data.changeMailChoices.mail).toEqual({
      kinds: ['REPLY'],
      pace: 'DAILY',
    })
    expect((await site.graphql(change, { input: {} })).errors).toHaveLength(1)
  })

  it('verifies an address that an administrator gave, by a mailed code', async () => {
    const username = `gus${++made}`
    const email = `${username}@example.org`
    const gus = await addPerson(site, username, { email })
    const isVerified = async () =>
      (await site.graphql('{ profile { isEmailVerified } }', {}, gus)).data.profile.isEmailVerified
    expect(await isVerified()).toBe(false)
    const send = `mutation { sendEmailCode(input: { email: "${email}" }) { waitSeconds } }`
    expect((await site.graphql(send, {}, gus)).errors).toBeUndefined()
    const code = /(\d{6})/.exec((await mailsTo(site, email)).at(-1) ?? '')?.[1] ?? ''
    const input = { newEmail: email, password: PASSWORD, code }
    const change = 'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { isEmailVerified } }'
    expect((await site.graphql(change, { input }, gus)).data.changeEmail.isEmailVerified).toBe(true)
    expect((await site.graphql(send, {}, gus)).errors?.[0]?.extensions?.code).toBe('EMAIL_SAME')
  })
})

describe('an unsubscribe link', () => {
  const ASK = 'query ($token: String!) { unsubscribing(token: $token) { kinds left } }'
  const tokenOf = (person: Person, kinds: NotificationKind[]) => unsubscribeToken(site, person.id, kinds)

  it('turns its kinds off by one POST without a login, and nothing by GET', async () => {
    const hal = await reader(['COMMENT', 'REPLY', 'MINE'])
    const token = tokenOf(hal, ['COMMENT', 'REPLY'])
    await fetch(`${site.url}/unsubscribe/${token}`)
    const asked = await site.graphql(ASK, { token })
    expect(asked.data.unsubscribing).toEqual({ kinds: ['COMMENT', 'REPLY'], left: ['COMMENT', 'REPLY'] })
    expect(await kindsOf(hal)).toEqual(['COMMENT', 'REPLY', 'MINE'])

    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form]) {
      await site.prisma.user.update({ where: { id: hal.id }, data: { mailKinds: ['REPLY', 'MINE'] } })
      const answer = await post(`/unsubscribe/${token}`, body)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('authorization')).toBeNull()
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await answer.json()).toMatchObject({ status: 200, data: null })
      expect(await kindsOf(hal)).toEqual(['MINE'])
    }
    expect((await site.graphql(ASK, { token })).data.unsubscribing.left).toEqual([])
  })

  it('works for its account and kinds alone, and does not log in', async () => {
    const [ida, jon] = [await reader(['COMMENT', 'MINE']), await reader(['COMMENT', 'MINE'])]
    const [bits = '', id = '', mac = ''] = tokenOf(ida, ['COMMENT']).split('.')
    const others = tokenOf(jon, ['COMMENT']).split('.')
    const forged = [
      ['31', id, mac],
      [bits, others[1], mac],
      [bits, id, others[2]],
      [bits, id, mac.replace(/^./, (first) => (first === 'x' ? 'y' : 'x'))],
      [bits, id, ''],
      ['', '', ''],
      ['x'.repeat(250)],
    ]
    for (const parts of forged) {
      const token = parts.join('.')
      expect((await site.graphql(ASK, { token })).data.unsubscribing).toBeNull()
      await post(`/unsubscribe/${token}`, '', { 'content-type': 'application/x-www-form-urlencoded' })
    }
    const token = [bits, id, mac].join('.')
    expect([await kindsOf(ida), await kindsOf(jon)]).toEqual([
      ['COMMENT', 'MINE'],
      ['COMMENT', 'MINE'],
    ])
    const unsubscribe = 'mutation ($token: String!) { unsubscribe(input: { token: $token }) { left } }'
    await site.graphql(unsubscribe, { token })
    expect([await kindsOf(ida), await kindsOf(jon)]).toEqual([['MINE'], ['COMMENT', 'MINE']])
    expect((await site.graphql('{ viewer { email } }', {}, { token })).data?.viewer ?? null).toBeNull()
  })
})
