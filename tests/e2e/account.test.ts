import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { mailsTo, readMail } from '../support/mails.ts'
import { runSql } from '../support/postgres.ts'
import { axe, signIn, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const outbox = () => ({ settings: { dataDir: stage.site.dataDir } })

const ask = async (query: string, variables: object, token = '') => {
  const response = await fetch(`${stage.site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en-US', authorization: token },
    body: JSON.stringify({ query, variables }),
  })
  return { http: response.status, ...((await response.json()) as { data?: Record<string, unknown> }) }
}

/** An account with an address, made without a browser. */
async function openAccount(username: string, password: string): Promise<string> {
  const email = `${username}@example.org`
  await ask('mutation ($email: String!) { sendRegisterCode(input: { email: $email }) { waitSeconds } }', {
    email,
  })
  const code = await readMail(outbox(), email, /(\d{6})/)
  await ask('mutation ($input: RegisterInput!) { register(input: $input) { id } }', {
    input: { username, password, email, code },
  })
  return email
}

const enter = async (page: Page, label: string, value: string) => {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value)
}

const menu = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` })

async function fillLogin(page: Page, username: string, password: string) {
  await enter(page, 'Username', username)
  await enter(page, 'Password', password)
  await page.keyboard.press('Enter')
}

describe('registering', () => {
  it('checks as one types, takes the code of a real mail, and logs in at once', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.goto(`${stage.site.url}/problem`)
    await page.getByRole('button', { name: 'Register' }).click()
    const dialog = page.getByRole('dialog', { name: 'Register' })
    await dialog.waitFor()
    expect(await dialog.evaluate((element) => element.getBoundingClientRect().width)).toBe(370)

    await enter(page, 'Username', 'tidewater')
    await enter(page, 'E-mail', 'nobody')
    await dialog.getByText('The username already exists.').waitFor()
    await enter(page, 'Password', 'long enough')
    await dialog.getByText('This is not a valid e-mail address').waitFor()
    await enter(page, 'Confirm password', 'not the same')
    await dialog.getByRole('button', { name: 'Register' }).click()
    await dialog.getByText('Password does not match.').waitFor()
    expect(await axe(page)).toEqual([])

    await enter(page, 'Username', 'rivermouth')
    await enter(page, 'E-mail', 'rivermouth@example.org')
    await enter(page, 'Confirm password', 'long enough')
    await dialog.getByText('Available').first().waitFor()
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('A code was sent to rivermouth@example.org').waitFor()
    const resend = dialog.getByRole('button', { name: /^Resend in (60|5\d) s$/ })
    expect(await resend.isDisabled()).toBe(true)
    expect(await dialog.getByLabel('E-mail code').evaluate((field) => field === document.activeElement)).toBe(
      true,
    )

    await enter(page, 'E-mail code', 'abcdef')
    await page.keyboard.press('Enter')
    await dialog.getByText('The code from the e-mail is wrong or has expired').waitFor()
    expect(await dialog.getByLabel('E-mail code').inputValue()).toBe('')

    await enter(page, 'E-mail code', await readMail(outbox(), 'rivermouth@example.org', /(\d{6})/))
    await page.keyboard.press('Enter')
    await menu(page, 'rivermouth').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/problem')
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

describe('logging in', () => {
  it('says what was wrong, keeps what was typed, and reads the page again as the person who came', async () => {
    await openAccount('harbour', 'first harbour')
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.goto(`${stage.site.url}/problem`)
    await page.getByRole('button', { name: 'Log in' }).click()
    const dialog = page.getByRole('dialog')
    await fillLogin(page, 'harbour', 'wrong password')
    await dialog.getByRole('alert').getByText('Please check your username or password').waitFor()
    expect(await dialog.getByLabel('Username').inputValue()).toBe('harbour')

    await enter(page, 'Password', 'abc')
    await page.keyboard.press('Enter')
    await dialog.getByText('A password has 6 to 20 characters').waitFor()
    await fillLogin(page, 'harbour', 'first harbour')
    await menu(page, 'harbour').waitFor()
    await page.getByText('Welcome back, harbour').waitFor()
    expect(new URL(page.url()).pathname).toBe('/problem')
    // What only somebody who is logged in has: how many problems they have solved.
    await page.locator('#progress').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('stays open when one clicks beside it, and gives the focus back on Escape', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.goto(`${stage.site.url}/home`)
    const opener = page.locator('header').getByRole('button', { name: 'Log in' })
    await opener.click()
    await enter(page, 'Username', 'half a na')
    await page.mouse.click(8, 400)
    expect(await page.getByRole('dialog').getByLabel('Username').inputValue()).toBe('half a na')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await visitor.close()
  })

  it('and out happens in every tab', async () => {
    await openAccount('twotabs', 'two tabs open')
    const visitor = await visit(stage.browser, stage.site.url)
    const { page, context } = visitor
    await page.goto(`${stage.site.url}/problem`)
    const other = await context.newPage()
    await other.goto(`${stage.site.url}/status`)
    await other.getByRole('button', { name: 'Log in' }).waitFor()

    await page.getByRole('button', { name: 'Log in' }).click()
    await fillLogin(page, 'twotabs', 'two tabs open')
    await menu(page, 'twotabs').waitFor()
    await menu(other, 'twotabs').waitFor()
    expect(new URL(other.url()).pathname).toBe('/status')

    await menu(page, 'twotabs').click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('**/home')
    await other.waitForURL('**/home')
    await other.locator('header').getByRole('button', { name: 'Log in' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

describe('devices', () => {
  it('are listed, and can be logged out one by one', async () => {
    await openAccount('manyhands', 'many devices')
    const elsewhere = await signIn(stage.site.url, 'manyhands', 'many devices')
    const here = await signIn(stage.site.url, 'manyhands', 'many devices')
    const visitor = await visit(stage.browser, stage.site.url, here)
    const { page } = visitor
    await page.goto(`${stage.site.url}/home`)
    await menu(page, 'manyhands').click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    const dialog = page.getByRole('region', { name: 'Active sessions' })
    await dialog.getByText('This device').waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(2)
    expect(await axe(page)).toEqual([])

    await dialog.getByRole('button', { name: /^Log out / }).click()
    await page.getByText(/ is logged out$/).waitFor()
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
    expect((await ask('{ viewer { user { username } } }', {}, elsewhere)).http).toBe(401)
    expect((await ask('{ viewer { user { username } } }', {}, here)).data).toEqual({
      viewer: { user: { username: 'manyhands' } },
    })
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

/** Nobody but people can read the picture, so its answer is made 42. */
const knowCaptcha = () =>
  runSql(
    stage.site.databaseUrl,
    `update "Challenge" set "answerHash" = encode(sha256(convert_to('CAPTCHA:' || "subject" || ':42', 'UTF8')), 'hex')
     where "kind" = 'CAPTCHA'`,
  )

describe('a forgotten password', () => {
  it('is replaced through a mail, once, and every device is logged out', async () => {
    const email = await openAccount('forgetful', 'what was it')
    const token = await signIn(stage.site.url, 'forgetful', 'what was it')
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.goto(`${stage.site.url}/status`)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Forgot password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset password' })

    await enter(page, 'E-mail', 'nobody@example.org')
    await enter(page, 'Captcha', '1')
    await dialog.getByText('There is no account with this e-mail address').waitFor()
    await enter(page, 'E-mail', email)
    const picture = dialog.getByRole('img', { name: 'A sum, drawn by hand' })
    const first = await picture.getAttribute('src')
    await enter(page, 'Captcha', 'no idea')
    await page.keyboard.press('Enter')
    await dialog.getByText('The captcha is wrong or has expired. Please solve the new one').waitFor()
    expect(await dialog.getByLabel('Captcha', { exact: true }).inputValue()).toBe('')
    await expect.poll(() => picture.getAttribute('src')).not.toBe(first)

    await knowCaptcha()
    await enter(page, 'Captcha', '42')
    await page.keyboard.press('Enter')
    await page.getByText(`A link was sent to ${email}`).waitFor()
    const resend = dialog.getByRole('button', { name: /^Resend in (90|8\d) s$/ })
    expect(await resend.isDisabled()).toBe(true)

    expect(await mailsTo(outbox(), email)).toHaveLength(2)
    const link = await readMail(outbox(), email, /(http\S+\/reset-password\?\S+)/)
    await page.goto(link)
    const form = page.locator('main form')
    expect(await form.getByLabel('Username').inputValue()).toBe('forgetful')
    await form.getByLabel('New password', { exact: true }).fill('something new')
    await form.getByLabel('Confirm password').fill('something else')
    await page.keyboard.press('Enter')
    await form.getByText('Password does not match.').waitFor()
    await form.getByLabel('Confirm password').fill('something new')
    await page.keyboard.press('Enter')
    await page.getByText('Your password has been reset').waitFor()
    await page.waitForURL('**/home')
    await page.getByRole('dialog').waitFor()
    expect((await ask('{ viewer { user { username } } }', {}, token)).http).toBe(401)

    await fillLogin(page, 'forgetful', 'what was it')
    await page.getByRole('dialog').getByText('Please check your username or password').waitFor()
    await fillLogin(page, 'forgetful', 'something new')
    await menu(page, 'forgetful').waitFor()

    await page.goto(link)
    await page.getByText('This link is wrong or has expired').first().waitFor()
    await page.getByRole('button', { name: 'Request a new link' }).click()
    await page.getByRole('dialog', { name: 'Reset password' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
