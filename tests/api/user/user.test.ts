import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOfHouse } from '#server/context.ts'
import { website } from '#server/modules/site/site.ts'
import { sweepChallenges } from '#server/modules/user/challenge.ts'
import { createRootUser } from '#server/modules/user/user.ts'
import { solve, solvedCaptcha } from '../../support/captcha.ts'
import { globalId } from '../../support/judgeable.ts'
import { mailsTo, readMail } from '../../support/mails.ts'
import { addPerson, contextOf, PASSWORD } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const SEND_CODE =
  'mutation ($email: String!) { sendRegisterCode(input: { email: $email }) { expireSeconds waitSeconds } }'
const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { username role } }'
const LINK = 'query ($username: String!, $code: String!) { resetLinkWorks(username: $username, code: $code) }'
const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { username } }'
const REQUEST_RESET =
  'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { expireSeconds waitSeconds } }'
const LOGIN =
  'mutation ($input: LoginInput!) { login(input: $input) { token viewer { user { username } email permissions } } }'

const codeOf = (email: string) => readMail(site, email, /code is (\d{6})/)

/** Somebody who has asked for a code: what they fill in next. */
async function applicant(name: string) {
  const email = `${name}@example.org`
  const { errors } = await site.graphql(SEND_CODE, { email })
  expect(errors).toBeUndefined()
  return { username: name, password: 'six or more', email, code: await codeOf(email) }
}

const register = (input: object) => site.graphql(REGISTER, { input })

describe('registration', () => {
  it('opens an account for anyone who reads the mail, who can sign in at once', async () => {
    const email = 'Ada@Example.org'
    const sent = await site.graphql(SEND_CODE, { email })
    expect(sent.data.sendRegisterCode).toEqual({ expireSeconds: 600, waitSeconds: 60 })
    const input = { username: 'Ada', password: 'analytical', email, code: await codeOf(email) }
    const answer = await register(input)
    expect(answer.data.register).toEqual({ username: 'Ada', role: 'USER' })

    const kept = await site.prisma.user.findUniqueOrThrow({ where: { usernameKey: 'ada' } })
    expect(kept.id).toMatch(/^[0-9a-f]{32}$/)
    expect(kept.passwordHash).toMatch(/^\$argon2id\$/)

    const login = await site.graphql(LOGIN, { input: { username: 'ada', password: 'analytical' } })
    expect(login.data.login.viewer).toMatchObject({ user: { username: 'Ada' }, email })
    expect(login.data.login.viewer.permissions).toContain('submission.create')
  })

  it('goes the same way through the REST door', async () => {
    const email = 'grace@example.org'
    const sent = await site.rest('GET', `/api/get-register-code?email=${email}`)
    expect(sent).toMatchObject({ http: 200, status: 200, data: { email, expire: 300 } })
    const body = { username: 'grace', password: 'compiler', email, code: await codeOf(email) }
    expect(await site.rest('POST', '/api/register', { body })).toMatchObject({
      http: 200,
      status: 200,
      msg: 'success',
      data: null,
    })
    const login = await site.rest('POST', '/api/login', { body: { username: 'grace', password: 'compiler' } })
    expect(login.data).toMatchObject({ username: 'grace', email, roleList: ['default_user'], avatar: null })
  })

  it('writes in the language of the reader', async () => {
    await site.graphql(SEND_CODE, { email: 'li@example.org' }, { locale: 'zh-CN' })
    expect(await readMail(site, 'li@example.org', /验证码是 (\d{6})/)).toHaveLength(6)
  })

  it('sends one mail an address and minute', async () => {
    const { email } = await applicant('hasty')
    const again = await site.graphql(SEND_CODE, { email })
    expect(again.errors?.[0]?.extensions).toMatchObject({ code: 'MAIL_TOO_SOON' })
    expect(again.errors?.[0]?.extensions?.seconds).toBeGreaterThan(50)
    const rest = await site.rest('GET', `/api/get-register-code?email=${email.toUpperCase()}`)
    expect(rest).toMatchObject({ http: 200, status: 403, data: null })
    expect(await mailsTo(site, email)).toHaveLength(1)
  })

  it('refuses a wrong code, and after five tries the right one', async () => {
    const input = await applicant('guesser')
    const wrong = input.code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) {
      const { errors } = await register({ ...input, code: wrong })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'MAIL_CODE_WRONG', field: 'code' })
    }
    const { errors } = await register(input)
    expect(errors?.[0]?.extensions?.code).toBe('MAIL_CODE_WRONG')
  })

  it('refuses a code after ten minutes', async () => {
    const input = await applicant('sleeper')
    const asked = await site.prisma.challenge.findFirstOrThrow({ where: { subject: input.email } })
    expect(asked.answerHash).not.toContain(input.code)
    const minutes = (asked.expiresAt.getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
    await site.prisma.challenge.updateMany({
      where: { subject: input.email },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    expect((await register(input)).errors?.[0]?.extensions?.code).toBe('MAIL_CODE_WRONG')
  })

  it('opens one account a code, however many ask at once', async () => {
    const input = await applicant('twins')
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((username) => register({ ...input, username })),
    )
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect(await site.prisma.user.count({ where: { email: input.email } })).toBe(1)
  })

  it('opens one account a name, however many ask at once', async () => {
    const inputs = [await applicant('racer1'), await applicant('racer2')]
    const answers = await Promise.all(inputs.map((input) => register({ ...input, username: 'racer' })))
    const refused = answers.flatMap(({ errors }) => errors ?? [])
    expect(refused.map(({ extensions }) => extensions?.code)).toEqual(['USERNAME_TAKEN'])
  })

  it('refuses what cannot be an account, naming the field', async () => {
    await addPerson(site, 'Taken', { email: 'taken@example.org' })
    const input = await applicant('picky')
    const refusals: [object, string, string][] = [
      [{ username: '' }, 'USERNAME_INVALID', 'username'],
      [{ username: 'a'.repeat(21) }, 'USERNAME_INVALID', 'username'],
      [{ username: 'two words' }, 'USERNAME_INVALID', 'username'],
      [{ username: 'ad\u200bmin' }, 'USERNAME_INVALID', 'username'],
      [{ username: 'TAKEN' }, 'USERNAME_TAKEN', 'username'],
      [{ username: 'ｔaken' }, 'USERNAME_TAKEN', 'username'],
      [{ email: 'nobody' }, 'EMAIL_INVALID', 'email'],
      [{ email: 'a@example.org,b@example.org' }, 'EMAIL_INVALID', 'email'],
      [{ email: 'Taken@example.org' }, 'EMAIL_TAKEN', 'email'],
      [{ password: '12345' }, 'PASSWORD_LENGTH', 'password'],
      [{ password: '1'.repeat(21) }, 'PASSWORD_LENGTH', 'password'],
      [{ email: 'other@example.org' }, 'MAIL_CODE_WRONG', 'code'],
    ]
    for (const [change, code, field] of refusals) {
      const { errors } = await register({ ...input, ...change })
      expect(errors?.[0]?.extensions, JSON.stringify(change)).toMatchObject({ code, field })
    }
    const rest = await site.rest('POST', '/api/register', { body: { ...input, username: 'Taken' } })
    expect(rest).toMatchObject({ http: 200, status: 400, msg: 'The username already exists.' })
    expect((await register(input)).errors).toBeUndefined()
  })

  it('can be closed', async () => {
    const input = await applicant('late')
    const root = await addPerson(site, 'closer', { role: 'ROOT' })
    const ctx = contextOf(site, root)
    await website.set(ctx, { registrationOpen: false })
    const sent = await site.graphql(SEND_CODE, { email: 'later@example.org' })
    expect(sent.errors?.[0]?.extensions?.code).toBe('REGISTRATION_CLOSED')
    expect(await site.rest('POST', '/api/register', { body: input })).toMatchObject({
      http: 200,
      status: 401,
    })
    await website.set(ctx, { registrationOpen: true })
    expect((await register(input)).errors).toBeUndefined()
  })
})

describe('accountTaken', () => {
  it('says which of the two exists, through both doors', async () => {
    await addPerson(site, 'Exists', { email: 'exists@example.org' })
    const { data } = await site.graphql(
      '{ a: accountTaken(username: "EXISTS", email: "free@example.org") { username email } b: accountTaken(email: "Exists@example.org") { username email } }',
    )
    expect(data).toEqual({ a: { username: true, email: false }, b: { username: false, email: true } })
    const body = { username: 'free', email: 'exists@example.org' }
    const rest = await site.rest('POST', '/api/check-username-or-email', { body })
    expect(rest.data).toEqual({ username: false, email: true })
  })
})

describe('the captcha', () => {
  it('is a picture, through both doors', async () => {
    const { data } = await site.graphql('mutation { createCaptcha { key image } }')
    const rest = await site.rest('GET', '/api/captcha')
    expect(rest.data.captchaKey).not.toBe(data.createCaptcha.key)
    for (const image of [data.createCaptcha.image, rest.data.img]) {
      expect(image).toMatch(/^data:image\/png;base64,/)
      const bytes = Buffer.from(image.split(',')[1], 'base64')
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect(bytes.length).toBeGreaterThan(1000)
    }
  })

  it('is used up by one answer, right or wrong', async () => {
    const captcha = await solvedCaptcha(site)
    const input = { ...captcha, email: 'nobody@example.org' }
    const wrong = await site.graphql(REQUEST_RESET, { input: { ...input, captcha: '-1' } })
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'CAPTCHA_WRONG', field: 'captcha' })
    const right = await site.graphql(REQUEST_RESET, { input })
    expect(right.errors?.[0]?.extensions?.code).toBe('CAPTCHA_WRONG')
  })

  it('is over after half an hour', async () => {
    const captcha = await solvedCaptcha(site)
    await site.prisma.challenge.updateMany({
      where: { subject: captcha.captchaKey },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    const { errors } = await site.graphql(REQUEST_RESET, {
      input: { ...captcha, email: 'nobody@example.org' },
    })
    expect(errors?.[0]?.extensions?.code).toBe('CAPTCHA_WRONG')
  })
})

describe('a forgotten password', () => {
  const linkOf = async (email: string) => new URL(await readMail(site, email, /(http\S+)/))

  it('is replaced through the link in a mail, which logs every device out and leaves a note', async () => {
    const email = 'forgetful@example.org'
    const person = await addPerson(site, 'forgetful', { email })
    const sent = await site.graphql(REQUEST_RESET, { input: { ...(await solvedCaptcha(site)), email } })
    expect(sent.data.requestPasswordReset).toEqual({ expireSeconds: 600, waitSeconds: 90 })

    const link = await linkOf(email)
    expect(link.origin + link.pathname).toBe('http://judge.test/reset-password')
    const username = link.searchParams.get('username')
    const code = link.searchParams.get('code')
    expect(username).toBe('forgetful')
    expect(code?.length).toBeGreaterThan(20)

    const guess = await site.graphql(RESET, {
      input: { username, code: 'x'.repeat(22), password: 'remembered' },
    })
    expect(guess.errors?.[0]?.extensions?.code).toBe('RESET_LINK_WRONG')
    const linkWorks = async (code: unknown) =>
      (await site.graphql(LINK, { username, code })).data.resetLinkWorks
    expect(await linkWorks('x'.repeat(22))).toBe(false)
    expect(await linkWorks(code)).toBe(true)
    const short = await site.graphql(RESET, { input: { username, code, password: 'short' } })
    expect(short.errors?.[0]?.extensions?.code).toBe('PASSWORD_LENGTH')
    const done = await site.graphql(RESET, { input: { username, code, password: 'remembered' } })
    expect(done.data.resetPassword).toEqual({ username })

    expect((await site.graphql('{ viewer { user { id } } }', {}, { token: person.token })).http).toBe(401)
    expect(await linkWorks(code)).toBe(false)
    const again = await site.graphql(RESET, { input: { username, code, password: 'another one' } })
    expect(again.errors?.[0]?.extensions?.code).toBe('RESET_LINK_WRONG')

    const old = await site.graphql(LOGIN, { input: { username, password: PASSWORD } })
    expect(old.errors?.[0]?.extensions?.code).toBe('WRONG_CREDENTIALS')
    const login = await site.graphql(LOGIN, { input: { username, password: 'remembered' } })
    const { token } = login.data.login
    const unread = await site.subscribe('subscription { unreadChanged { mine } }', {}, { token })
    const before = await site.graphql('{ unread { mine total } }', {}, { token })
    // The note is written right after the change; anyone who asks too early hears of it.
    if (before.data.unread.mine === 0) await unread.next()
    const after = await site.graphql('{ unread { mine total } }', {}, { token })
    expect(after.data.unread).toEqual({ mine: 1, total: 1 })
    unread.close()
  })

  it('goes the same way through the REST door', async () => {
    const email = 'elephant@example.org'
    await addPerson(site, 'elephant', { email })
    const { data } = await site.rest('GET', '/api/captcha')
    const body = { email, captchaKey: data.captchaKey, captcha: await solve(site, data.captchaKey) }
    expect(await site.rest('POST', '/api/apply-reset-password', { body })).toMatchObject({
      status: 200,
      data: null,
    })
    const link = await linkOf(email)
    const reset = { ...Object.fromEntries(link.searchParams), password: 'never again' }
    expect(await site.rest('POST', '/api/reset-password', { body: reset })).toMatchObject({ status: 200 })
    const login = { username: 'elephant', password: 'never again' }
    expect((await site.rest('POST', '/api/login', { body: login })).status).toBe(200)
  })

  it('sends one link an address and 90 seconds, and none to strangers', async () => {
    const email = 'twice@example.org'
    await addPerson(site, 'twice', { email })
    const request = async (email: string) =>
      site.graphql(REQUEST_RESET, { input: { ...(await solvedCaptcha(site)), email } })
    expect((await request(email)).errors).toBeUndefined()
    const soon = (await request(email)).errors?.[0]?.extensions
    expect(soon).toMatchObject({ code: 'MAIL_TOO_SOON' })
    expect(soon?.seconds).toBeGreaterThan(80)
    expect((await request('stranger@example.org')).errors?.[0]?.extensions).toMatchObject({
      code: 'EMAIL_UNKNOWN',
      field: 'email',
    })
    expect((await request('no address')).errors?.[0]?.extensions?.code).toBe('EMAIL_INVALID')
  })
})

describe('a person', () => {
  it('shows others no address, no permissions and no devices', async () => {
    const mine = await addPerson(site, 'shown', { email: 'shown@example.org' })
    const other = await addPerson(site, 'looker')
    const administrator = await addPerson(site, 'keeper', { role: 'ROOT' })
    const ME = '{ viewer { user { id } email permissions canEnterAdmin sessions { id } } }'
    const me = (await site.graphql(ME, {}, { token: mine.token })).data.viewer
    expect(me).toMatchObject({ email: 'shown@example.org', canEnterAdmin: false, sessions: [{}] })

    const node = (fields: string, id: string, token: string | null) =>
      site.graphql(`query ($id: ID!) { node(id: $id) { __typename ${fields} } }`, { id }, { token })
    for (const token of [null, other.token, administrator.token]) {
      const { data } = await node('... on User { username }', me.user.id, token)
      expect(data.node).toEqual({ __typename: 'User', username: 'shown' })
      for (const field of ['email', 'permissions', 'adminPages', 'canEnterAdmin', 'sessions { id }']) {
        const { errors } = await node(`... on User { ${field} }`, me.user.id, token)
        expect(errors?.[0]?.message).toBe(`Type User has no field ${field.split(' ')[0]}`)
      }
      // What only the viewer reads has no id, and the fragment fits no node.
      const asViewer = globalId('Viewer', mine.id)
      expect((await node('', asViewer, token)).data?.node ?? null).toBeNull()
      expect((await node('... on Viewer { email }', me.user.id, token)).errors).toBeDefined()
    }
    const keeper = await site.graphql('{ viewer { canEnterAdmin } }', {}, { token: administrator.token })
    expect(keeper.data.viewer.canEnterAdmin).toBe(true)
    expect((await site.graphql('{ viewer { user { id } } }')).data.viewer).toBeNull()
  })
})

describe('the first administrator', () => {
  it('is made once', async () => {
    const { house } = contextOfHouse(site.house)
    expect(await createRootUser(house, 'very secret')).toBe(true)
    expect(await createRootUser(house, 'another one')).toBe(false)
    const body = { username: 'root', password: 'very secret' }
    const login = await site.rest('POST', '/api/admin/login', { body })
    expect(login.data).toMatchObject({ uid: '1', username: 'root', roleList: ['root'] })
  })
})

describe('what is over', () => {
  it('is swept, and what is not stays', async () => {
    const over = await solvedCaptcha(site)
    const open = await solvedCaptcha(site)
    await site.prisma.challenge.updateMany({
      where: { subject: over.captchaKey },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    await sweepChallenges(contextOf(site, null))
    const left = await site.prisma.challenge.findMany({
      where: { subject: { in: [over.captchaKey, open.captchaKey] } },
    })
    expect(left.map(({ subject }) => subject)).toEqual([open.captchaKey])
  })
})

describe('a mail server that is away', () => {
  it('is told as such, and does not start the wait', async () => {
    const cut = await startSite({ SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'silent' })
    for (let tries = 0; tries < 2; tries++) {
      const { errors } = await cut.graphql(SEND_CODE, { email: 'waiting@example.org' })
      expect(errors?.[0]?.extensions?.code).toBe('MAIL_FAILED')
    }
    await cut.close()
  })
})
