import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOfHouse } from '#server/context.ts'
import { requestPasswordReset } from '#server/modules/user/passwordReset.ts'
import { sendLetter } from '#server/modules/user/secretMail.ts'
import { solvedCaptcha } from '../../support/captcha.ts'
import { mailsTo, readMail } from '../../support/mails.ts'
import { addPerson, PASSWORD, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'
import { startSmtp } from '../../support/smtp.ts'

/** Reset links and codes after a change of name, password or address, and after a mail server that says nothing. */

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

const REQUEST =
  'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { expireSeconds } }'
const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { username } }'
const CHANGE = 'mutation ($input: ChangeAccountInput!) { changeAccount(input: $input) { id } }'

/** Somebody with a verified address, and the code of a reset link that waits there. */
async function withLink(username: string) {
  const email = `${username}@old.test`
  const person = await addPerson(site, username, { email })
  await site.prisma.user.update({ where: { id: person.id }, data: { emailVerified: true, locale: 'en-US' } })
  await site.graphql(REQUEST, { input: { ...(await solvedCaptcha(site)), email } })
  const link = new URL(await readMail(site, email, /(http\S+)/))
  return { person, email, code: link.searchParams.get('code') ?? '' }
}

const reset = async (username: string, code: string) =>
  (await site.graphql(RESET, { input: { username, code, password: 'stolen it' } })).errors?.[0]?.extensions
    ?.code ?? 'done'

const change = (person: Person, fields: object) =>
  site.graphql(CHANGE, { input: { id: globalIdOf(person), ...fields } }, root)
const globalIdOf = ({ id }: Person) => Buffer.from(`Account:${id}`).toString('base64')

async function moveTo(person: Person, newEmail: string) {
  const send = 'mutation ($input: SendEmailCodeInput!) { sendEmailCode(input: $input) { waitSeconds } }'
  await site.graphql(send, { input: { email: newEmail } }, person)
  const code = await readMail(site, newEmail, /(\d{6})/)
  const mutation = 'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { email } }'
  return site.graphql(mutation, { input: { password: PASSWORD, newEmail, code } }, person)
}

describe('a reset link', () => {
  it('is for the account that asked, not for the next one of its name', async () => {
    const { person, code } = await withLink('heron')
    expect((await change(person, { username: 'heron2' })).errors).toBeUndefined()
    await addPerson(site, 'heron')
    expect(await reset('heron', code)).toBe('RESET_LINK_WRONG')
    expect(await reset('heron2', code)).toBe('done')
  })

  it('is of no use after another password or another address', async () => {
    const moved = await withLink('moved')
    expect((await moveTo(moved.person, 'moved@new.test')).errors).toBeUndefined()
    const changed = await withLink('changed')
    const passwords = { oldPassword: PASSWORD, newPassword: 'a new one' }
    const mutation = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { id } }'
    expect((await site.graphql(mutation, { input: passwords }, changed.person)).errors).toBeUndefined()
    const helped = await withLink('helped')
    expect((await change(helped.person, { email: 'helped@new.test' })).errors).toBeUndefined()
    const banned = await withLink('banned')
    expect((await change(banned.person, { isBanned: true })).errors).toBeUndefined()
    expect((await change(banned.person, { isBanned: false })).errors).toBeUndefined()
    for (const { person, code } of [moved, changed, helped, banned])
      expect(await reset(person.username, code), person.username).toBe('RESET_LINK_WRONG')
  })

  it('still works after any number of wrong codes of strangers', async () => {
    const { code, person } = await withLink('besieged')
    const left = () =>
      site.prisma.challenge.findUniqueOrThrow({
        where: { kind_subject: { kind: 'RESET_LINK', subject: person.id } },
        select: { triesLeft: true },
      })
    const before = await left()
    expect(await reset('besieged', 'a guess')).toBe('RESET_LINK_WRONG')
    expect(await left()).toEqual(before)
    expect(await reset('besieged', code)).toBe('done')
  })

  it('is of no use when the address changes while it is mailed', async () => {
    const email = 'late@old.test'
    const person = await addPerson(site, 'late', { email })
    let text = ''
    const mailer = {
      hasServer: true,
      async send(mail: { text: string }) {
        text = mail.text
        expect((await change(person, { email: 'late@new.test' })).errors).toBeUndefined()
      },
    }
    const ctx = { ...contextOfHouse(site.house), house: { ...site.house, mailer } }
    await requestPasswordReset(ctx, { ...(await solvedCaptcha(site)), email })
    const code = new URL(/(http\S+)/.exec(text)?.[1] ?? '').searchParams.get('code') ?? ''
    expect(await reset('late', code)).toBe('RESET_LINK_WRONG')
  })
})

describe('a changed address', () => {
  it('is told to the owner, and by mail to the former one, once it was verified', async () => {
    const { person, email } = await withLink('mover')
    await moveTo(person, 'mover@new.test')
    await expect
      .poll(async () => (await mailsTo(site, email)).at(-1))
      .toContain('has another e-mail address now')
    const told = () => site.prisma.notification.findMany({ where: { userId: person.id } })
    await expect.poll(told).toMatchObject([{ messageKey: 'emailChanged', kind: 'MINE' }])
    await site.prisma.throttle.deleteMany()
    expect((await moveTo(person, 'mover@third.test')).errors).toBeUndefined()
    await expect.poll(async () => (await mailsTo(site, 'mover@new.test')).length).toBe(2)
    expect(await mailsTo(site, email)).toHaveLength(2)
  })
})

describe('a mail with a code', () => {
  it('counts when the server does not say whether it took it, and leaves the earlier code when it did not', async () => {
    let answer = ''
    const post = await startSmtp({ taken: () => answer })
    const slow = await startSite({
      SMTP_URL: `smtp://127.0.0.1:${post.port}?socketTimeout=1000`,
      LOG_LEVEL: 'silent',
    })
    const question = { kind: 'REGISTER_CODE' as const, subject: 'ann@example.org' }
    const send = (code: string) =>
      sendLetter(contextOfHouse(slow.house), {
        ...{ name: 'registerCode', to: question.subject, turn: 'register mail: ann', wait: 0, tries: 5 },
        ...{ question, answer: code, parameters: { code } },
      })
    const isRight = async (code: string) => {
      const input = { username: `ann${code}`, password: 'secret1', email: question.subject, code }
      const { errors } = await slow.graphql(
        'mutation ($input: RegisterInput!) { register(input: $input) { id } }',
        { input },
      )
      return errors?.[0]?.extensions?.code !== 'MAIL_CODE_WRONG'
    }
    try {
      await expect(send('111111')).rejects.toMatchObject({ code: 'MAIL_UNSURE' })
      answer = '451 not now'
      await expect(send('222222')).rejects.toMatchObject({ code: 'MAIL_FAILED' })
      expect(await isRight('222222')).toBe(false)
      expect(await isRight('111111')).toBe(true)
    } finally {
      await slow.close()
      post.close()
    }
  })
})
