import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { website } from '#server/modules/site/site.ts'
import { readMail } from '../../support/mails.ts'
import { addPerson, contextOf, PASSWORD, type Person } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let ada: Person
beforeAll(async () => {
  site = await startSite()
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

const PROFILE =
  '{ profile { id version email nickname school signature blog locale theme user { nickname avatar } } }'
const CHANGE =
  'mutation ($input: ChangeProfileInput!) { changeProfile(input: $input) { version nickname school blog user { nickname } } }'
const PASSWORDS = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { id } }'
const SEND =
  'mutation ($input: SendEmailCodeInput!) { sendEmailCode(input: $input) { expireSeconds waitSeconds } }'
const EMAIL = 'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { email } }'

describe('the profile', () => {
  it("is the viewer's own, and nothing for guests", async () => {
    const { data } = await site.graphql(PROFILE, {}, ada)
    expect(data.profile).toMatchObject({ nickname: '', locale: null, theme: null, user: { nickname: null } })
    expect((await site.graphql(PROFILE)).data.profile).toBeNull()
    expect(codeOf(await site.graphql(CHANGE, { input: { school: 'x' } }))).toBe('UNAUTHENTICATED')
  })

  it('changes field by field, shows others what is theirs to see, and reaches other devices', async () => {
    const device = await site.subscribe('subscription { profileChanged { nickname school } }', {}, ada)
    await site.graphql(CHANGE, { input: { nickname: ' Countess ', school: 'Home' } }, ada)
    expect(await device.next()).toEqual({
      data: { profileChanged: { nickname: 'Countess', school: 'Home' } },
    })
    const { data } = await site.graphql(CHANGE, { input: { school: '', blog: 'https://ada.test/blog' } }, ada)
    expect(data.changeProfile).toMatchObject({
      ...{ nickname: 'Countess', school: '', blog: 'https://ada.test/blog' },
      user: { nickname: 'Countess' },
    })
    device.close()
  })

  it('keeps names on one line, without characters that nobody sees', async () => {
    const input = { nickname: 'Ada\n\u202eL.', school: 'Home\r\n\u200bTown', realname: 'Ada\n\u2066L.' }
    await site.graphql(CHANGE, { input }, ada)
    expect(await site.prisma.user.findUnique({ where: { id: ada.id } })).toMatchObject({
      nickname: 'Ada L.',
      school: 'Home Town',
      realname: 'Ada L.',
    })
  })

  it('refuses what is too long or runs something, all at once', async () => {
    const input = { nickname: 'x'.repeat(21), blog: 'javascript:alert(1)', github: 'data:text/html,x' }
    const answer = await site.graphql(CHANGE, { input }, ada)
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: {
        nickname: expect.stringContaining('20'),
        blog: expect.any(String),
        github: expect.any(String),
      },
    })
  })

  it('refuses a save that began from an older version', async () => {
    const { version } = (await site.graphql(PROFILE, {}, ada)).data.profile
    await site.graphql(CHANGE, { input: { version, school: 'First' } }, ada)
    expect(codeOf(await site.graphql(CHANGE, { input: { version, school: 'Second' } }, ada))).toBe('CONFLICT')
  })

  it('keeps language and look with the account', async () => {
    const change =
      'mutation ($input: ChangePreferencesInput!) { changePreferences(input: $input) { locale theme } }'
    const set = async (input: object) => (await site.graphql(change, { input }, ada)).data?.changePreferences
    expect(await set({ locale: 'EN_US', theme: 'DARK' })).toEqual({ locale: 'EN_US', theme: 'DARK' })
    expect(await set({ theme: null })).toEqual({ locale: 'EN_US', theme: null })
    expect((await site.graphql(change, { input: { locale: 'TLH' } }, ada)).errors).toHaveLength(1)
  })

  it('keeps the choices of the editor with the account, for other devices, beside the version', async () => {
    const fields = 'version editor { themeName fontPixels tabWidth languageKey recent dialog }'
    const change = `mutation ($input: ChangeEditorInput!) { changeEditor(input: $input) { ${fields} } }`
    const set = (input: object, as = ada) => site.graphql(change, { input }, as)
    const before = (await site.graphql(`{ profile { ${fields} } }`, {}, ada)).data.profile
    expect(before.editor).toBeNull()
    const device = await site.subscribe('subscription { profileChanged { editor { fontPixels } } }', {}, ada)
    await set({ themeName: 'monokai', fontPixels: 16, languageKey: 'cpp17', recent: ['cpp17', 'python3'] })
    expect(await device.next()).toEqual({ data: { profileChanged: { editor: { fontPixels: 16 } } } })
    device.close()
    const { data } = await set({ tabWidth: 2, dialog: false })
    expect(data.changeEditor).toEqual({
      version: before.version,
      editor: {
        ...{ themeName: 'monokai', fontPixels: 16, tabWidth: 2 },
        ...{ languageKey: 'cpp17', recent: ['cpp17', 'python3'], dialog: false },
      },
    })
    const wrong = [
      { themeName: 'no such' },
      { fontPixels: 400 },
      { tabWidth: 3 },
      { languageKey: '\u202ecpp' },
      { languageKey: 'x'.repeat(51) },
      { recent: ['a', 'b', 'c', 'd'] },
    ]
    for (const input of wrong) expect(codeOf(await set(input))).toBe('INVALID_INPUT')
    expect((await site.graphql(`{ profile { ${fields} } }`, {}, ada)).data.profile).toEqual(data.changeEditor)
    expect(codeOf(await site.graphql(change, { input: { tabWidth: 2 } }))).toBe('UNAUTHENTICATED')
  })

  it('has an avatar that everybody sees, and takes it away', async () => {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(png({ width: 200, height: 200 }))]), 'me.png')
    const response = await fetch(`${site.url}/api/file/upload-avatar`, {
      method: 'POST',
      headers: { authorization: ada.token },
      body: form,
    })
    const { data } = (await response.json()) as { data: { avatar: string; roleList: string[] } }
    expect(data.roleList).toEqual(['default_user'])
    expect((await fetch(site.url + data.avatar)).headers.get('content-type')).toBe('image/png')
    expect((await site.graphql(PROFILE, {}, ada)).data.profile.user.avatar).toBe(data.avatar)
    const removed = await site.graphql('mutation { removeAvatar { user { avatar } } }', {}, ada)
    expect(removed.data.removeAvatar.user.avatar).toBeNull()
  })

  it('changes through REST, in the shape of the reference system', async () => {
    const { data } = await site.rest('POST', '/api/change-userInfo', {
      ...ada,
      body: { nickname: 'A', gender: 'female', course: null },
    })
    expect(data).toMatchObject({
      username: 'ada',
      nickname: 'A',
      gender: 'female',
      roleList: ['default_user'],
    })
    expect(await site.rest('POST', '/api/change-userInfo', { body: {} })).toMatchObject({ http: 401 })
  })
})

describe('the password', () => {
  it('changes for who knows the old one, and logs other devices out', async () => {
    const bob = await addPerson(site, 'bob')
    const other = await site.rest('POST', '/api/login', { body: { username: 'bob', password: PASSWORD } })
    const otherToken = other.headers.get('authorization') ?? ''
    const wrong = await site.graphql(PASSWORDS, { input: { oldPassword: 'no', newPassword: 'secret7' } }, bob)
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      code: 'PASSWORD_WRONG',
      field: 'oldPassword',
      left: 4,
    })
    for (const [newPassword, code] of [
      ['short', 'PASSWORD_LENGTH'],
      [PASSWORD, 'PASSWORD_SAME'],
    ] as const) {
      const answer = await site.graphql(PASSWORDS, { input: { oldPassword: PASSWORD, newPassword } }, bob)
      expect(answer.errors?.[0]?.extensions).toMatchObject({ code, field: 'newPassword' })
    }
    await site.graphql(PASSWORDS, { input: { oldPassword: PASSWORD, newPassword: 'secret7' } }, bob)
    expect(codeOf(await site.graphql(PROFILE, {}, { token: otherToken }))).toBe('UNAUTHENTICATED')
    expect((await site.graphql(PROFILE, {}, bob)).data.profile).not.toBeNull()
    const login = (password: string) =>
      site.rest('POST', '/api/login', { body: { username: 'bob', password } })
    expect(await login('secret7')).toMatchObject({ status: 200 })
    expect(await login(PASSWORD)).toMatchObject({ status: 400 })
  })

  it('is locked for a while after five wrong ones, through both doors', async () => {
    const eve = await addPerson(site, 'eve')
    const attempt = () =>
      site.rest('POST', '/api/change-password', {
        ...eve,
        body: { oldPassword: 'guess1', newPassword: 'secret7' },
      })
    const lefts: string[] = []
    for (let tries = 0; tries < 5; tries += 1) lefts.push((await attempt()).data.msg)
    expect(lefts.map((msg) => /\d$/.exec(msg)?.[0])).toEqual(['4', '3', '2', '1', '0'])
    expect(await attempt()).toMatchObject({ http: 200, status: 200, data: { code: 403, userInfo: null } })
    const input = { oldPassword: PASSWORD, newPassword: 'secret7' }
    expect(codeOf(await site.graphql(PASSWORDS, { input }, eve))).toBe('ACCOUNT_LOCKED')
  })
})

describe('the address', () => {
  it('changes for who reads its mails and knows the password', async () => {
    const carl = await addPerson(site, 'carl')
    const sent = await site.graphql(SEND, { input: { email: 'New@carl.test' } }, carl)
    expect(sent.data.sendEmailCode).toEqual({ expireSeconds: 600, waitSeconds: 30 })
    expect(codeOf(await site.graphql(SEND, { input: { email: 'new@carl.test' } }, carl))).toBe(
      'MAIL_TOO_SOON',
    )
    const code = await readMail(site, 'New@carl.test', /(\d{6})/)
    const change = (input: object) =>
      site.graphql(EMAIL, { input: { password: PASSWORD, newEmail: 'New@carl.test', code, ...input } }, carl)
    expect(codeOf(await change({ password: 'wrong' }))).toBe('PASSWORD_WRONG')
    expect(codeOf(await change({ code: '000000' }))).toBe('MAIL_CODE_WRONG')
    expect(codeOf(await change({ newEmail: 'other@carl.test' }))).toBe('MAIL_CODE_WRONG')
    expect((await change({})).data.changeEmail.email).toBe('New@carl.test')
    expect(codeOf(await change({}))).toBe('EMAIL_SAME')
  })

  it('is nobody else’s, and of no provider that is refused here', async () => {
    const dora = await addPerson(site, 'dora')
    const root = await addPerson(site, 'root', { role: 'ROOT' })
    await website.set(contextOf(site, root), { refusedEmailSuffixes: ['Throwaway.test'] })
    const send = (email: string) => site.graphql(SEND, { input: { email } }, dora)
    expect(codeOf(await send('NEW@carl.test'))).toBe('EMAIL_TAKEN')
    expect(codeOf(await send('no address'))).toBe('EMAIL_INVALID')
    expect(codeOf(await send('x@mail.throwaway.TEST'))).toBe('EMAIL_REFUSED')
    const register = await site.rest('GET', '/api/get-register-code?email=y@throwaway.test')
    expect(register).toMatchObject({ status: 403, msg: expect.stringContaining('throwaway.test') })
    expect((await send('x@notthrowaway.test')).errors).toBeUndefined()
  })
})
