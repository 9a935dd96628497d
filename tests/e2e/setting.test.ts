import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openSecrets } from '#server/launch/secrets.ts'
import { unsubscribeToken } from '#server/modules/notification/unsubscribing.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { readMail } from '../support/mails.ts'
import { addMember } from '../support/member.ts'
import { runSql } from '../support/postgres.ts'
import { axe, signIn, type Visitor, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const open = async (look: Parameters<typeof visit>[3] = {}) => {
  const visitor = await visit(stage.browser, stage.site.url, stage.token, look)
  await visitor.page.goto(`${stage.site.url}/setting`)
  return visitor
}

/** Token of an unsubscribe link for replies, as a mail has it. */
async function unsubscribing(username: string): Promise<string> {
  const asked = await stage.ask<{ user: { id: string } }>(`{ user(username: "${username}") { id } }`)
  const [, id = ''] = atob(asked.user.id).split(':')
  return unsubscribeToken({ house: openSecrets(stage.site.dataDir) }, id, ['REPLY'])
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A picture that a browser can draw, wider than high. */
const drawn = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 400
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = 'teal'
      context.fillRect(0, 0, 640, 400)
    }
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

describe('the settings', () => {
  it('ask a guest to log in over the page they came from', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    await visitor.page.goto(`${stage.site.url}/setting`)
    await visitor.page.getByRole('dialog').getByLabel('Username').waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe('/home')
    await visitor.close()
  })

  it('keep what one says of oneself, name what is wrong, and bring two devices together', async () => {
    const [here, there] = [await open(), await open()]
    const { page } = here
    const profile = part(page, 'Profile')
    const other = part(there.page, 'Profile')
    await other.getByLabel('Nickname').fill('Pilot')
    await profile.getByLabel('Blog').fill('javascript:alert(1)')
    await profile.getByLabel('School').fill('Harbour School')
    await page.keyboard.press('Control+s')
    await profile.getByText('Start with http').waitFor()
    await other.getByText('Draft saved in this browser').waitFor()
    there.page.on('dialog', (dialog) => void dialog.accept())
    await there.page.reload()
    await other.getByText('Your draft of').waitFor()
    await profile.getByLabel('Blog').fill('https://example.org/tides')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()

    await expect.poll(() => other.getByLabel('School').inputValue()).toBe('Harbour School')
    expect(await other.getByLabel('Nickname').inputValue()).toBe('Pilot')
    await there.page.keyboard.press('Control+s')
    await there.page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => profile.getByLabel('Nickname').inputValue()).toBe('Pilot')
    expect(await profile.getByLabel('School').inputValue()).toBe('Harbour School')
    expect([...here.complaints, ...there.complaints]).toEqual([])
    await here.close()
    await there.close()
  })

  it('say once that the session has ended, and keep what was typed for after the login', async () => {
    const username = 'timedout'
    const token = await addMember(stage, username)
    const { page, close } = await visit(stage.browser, stage.site.url, token)
    await page.goto(`${stage.site.url}/setting`)
    const school = part(page, 'Profile').getByLabel('School')
    await school.fill('Harbour school')
    await runSql(
      stage.site.databaseUrl,
      `delete from "Session" where "userId" = (select "id" from "User" where "username" = '${username}')`,
    )
    // Another request of the page may notice first; then the button is gone.
    const save = part(page, 'Profile').getByRole('button', { name: 'Save' })
    await Promise.race([save.click(), page.waitForURL('**/home')])
    await page.getByText('Your session has ended').waitFor()
    const dialog = page.getByRole('dialog')
    await page.waitForURL('**/home')
    expect(await page.getByText('Please login first').count()).toBe(0)
    await dialog.getByLabel('Username').fill(username)
    await dialog.getByLabel('Password', { exact: true }).fill(stage.site.adminPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/setting')
    await expect.poll(() => school.inputValue()).toBe('Harbour school')
    await close()
  })

  it('leave with a logout in another tab without a question, and keep what was typed', async () => {
    const username = 'twotabs'
    const token = await addMember(stage, username)
    const { page, context, close } = await visit(stage.browser, stage.site.url, token)
    const other = await context.newPage()
    await page.goto(`${stage.site.url}/setting`)
    await other.goto(`${stage.site.url}/problem`)
    const school = part(page, 'Profile').getByLabel('School')
    await school.fill('Harbour school')
    await other.getByRole('button', { name: `Account of ${username}` }).click()
    await other.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('**/home')
    await page.locator('header').getByRole('button', { name: 'Log in' }).waitFor()
    await school.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByText('Please login first').count()).toBe(0)

    const again = await signIn(stage.site.url, username, stage.site.adminPassword)
    await other.evaluate((kept) => localStorage.setItem('token', kept), again)
    await page.getByRole('button', { name: `Account of ${username}` }).waitFor()
    await page.goto(`${stage.site.url}/setting`)
    await expect.poll(() => school.inputValue()).toBe('Harbour school')
    await close()
  })

  it('keep their buttons free of messages on a phone', async () => {
    const token = await addMember(stage, 'onphone')
    const { page, context, close } = await visit(stage.browser, stage.site.url, token, { width: 390 })
    await page.goto(`${stage.site.url}/setting`)
    const profile = part(page, 'Profile')
    await profile.getByLabel('School').fill('Harbour school')
    await context.setOffline(true)
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByText('You are offline').waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByText('Network error').waitFor()
    await profile.getByRole('button', { name: 'Save' }).click({ trial: true })
    await close()
  })

  it('cut a picture to a square and show it everywhere, until it is taken away', async () => {
    const visitor = await open()
    const { page } = visitor
    const input = page.locator('input[type=file]')
    await input.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await page.getByText('Unsupported picture').waitFor()
    await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await drawn(page) })
    const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
    await dialog.getByRole('button', { name: 'Use picture' }).click()
    await page.getByText('Your picture was changed').waitFor()
    const inBar = page.locator('header img[src^="/api/public/img/"]')
    await inBar.waitFor()
    // It is in the page before it has come.
    const size = () =>
      inBar.evaluate((image) => [
        (image as HTMLImageElement).naturalWidth,
        (image as HTMLImageElement).naturalHeight,
      ])
    await expect.poll(size).toEqual([200, 200])
    await part(page, 'Profile').getByRole('button', { name: 'Remove' }).click()
    await inBar.waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('let language and look follow to other devices', async () => {
    const [here, there] = [await open({ theme: 'light' }), await open({ theme: 'light' })]
    const background = () => there.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await here.page.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect.poll(background).not.toBe(light)
    await here.page.getByRole('button', { name: '简体中文' }).first().click()
    await there.page.getByRole('heading', { name: '设置', level: 1 }).waitFor()
    await stage.ask('mutation { changePreferences(input: { locale: null, theme: null }) { id } }')
    await here.close()
    await there.close()
  })

  it('let the choices of the editor follow to open problems of other devices', async () => {
    const [here, there] = [await open(), await open()]
    await there.page.goto(`${stage.site.url}/problem/P1001`)
    const lines = there.page.locator('.monaco-editor .view-lines')
    await lines.waitFor()
    const fontSize = () => lines.evaluate((part) => getComputedStyle(part).fontSize)
    await part(here.page, 'Editor').getByLabel('Font size').selectOption('20')
    await expect.poll(fontSize).toBe('20px')
    await there.page.getByRole('button', { name: 'Editor settings' }).click()
    await there.page.getByRole('dialog').getByLabel('Font size').selectOption('12')
    await expect.poll(() => part(here.page, 'Editor').getByLabel('Font size').inputValue()).toBe('12')
    expect([...here.complaints, ...there.complaints]).toEqual([])
    await here.close()
    await there.close()
  })

  it('change the password for who knows the old one, and tell of it', async () => {
    const visitor = await open()
    const { page } = visitor
    const form = part(page, 'Password')
    await form.getByLabel('Current password').fill('wrong one')
    await form.getByLabel('New password').fill('harbour light')
    await form.getByLabel('Confirm password').fill('harbour light')
    await form.getByRole('button', { name: 'Change password' }).click()
    await form.getByText(/current password is wrong/).waitFor()
    await form.getByLabel('Current password').fill(stage.site.adminPassword)
    await form.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password was changed').waitFor()
    await signIn(stage.site.url, 'root', 'harbour light')

    await page.getByRole('button', { name: /^Notifications: \d+ unread$/ }).click()
    const bell = page.getByRole('dialog', { name: 'Notifications' })
    await bell.getByText('Your password has been changed').waitFor()
    await bell.getByRole('button', { name: 'Mark all as read' }).click()
    // A key that is pressed in the moment in which the pressed button was disabled and nothing has the focus.
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('choose what is mailed, on all devices, and one link turns it off after a question', async () => {
    const token = await addMember(stage, 'mailed')
    const visits = [1, 2].map(() => visit(stage.browser, stage.site.url, token))
    const [here, there] = (await Promise.all(visits)) as [Visitor, Visitor]
    for (const { page } of [here, there]) await page.goto(`${stage.site.url}/setting`)
    const mails = (page: Page) => part(page, 'Notifications by e-mail')
    await mails(here.page)
      .getByText('This site has no mail server yet')
      .or(mails(here.page).getByText('Add an e-mail address'))
      .first()
      .waitFor()
    const replies = (page: Page) => mails(page).getByLabel('Replies and mentions')
    expect(await replies(here.page).isChecked()).toBe(false)
    await replies(here.page).click()
    await expect.poll(() => replies(here.page).isChecked()).toBe(true)
    await mails(here.page).getByText('Daily', { exact: true }).click()
    await expect.poll(() => replies(there.page).isChecked()).toBe(true)
    await there.page.reload()
    await expect.poll(() => replies(there.page).isChecked()).toBe(true)
    expect(await mails(there.page).getByLabel('My account', { exact: false }).isChecked()).toBe(true)

    const guest = await visit(stage.browser, stage.site.url)
    await guest.page.goto(`${stage.site.url}/unsubscribe/${await unsubscribing('mailed')}`)
    await guest.page.getByText('Stop getting e-mails about:').waitFor()
    expect(await axe(guest.page)).toEqual([])
    // Opening the link has changed nothing.
    expect(await replies(there.page).isChecked()).toBe(true)
    await guest.page.getByRole('button', { name: 'Unsubscribe' }).click()
    await guest.page.getByText('You no longer get e-mails about:').waitFor()
    await expect.poll(() => replies(there.page).isChecked()).toBe(false)
    await guest.page.goto(`${stage.site.url}/unsubscribe/forged`)
    await guest.page.getByText('This link is invalid.').waitFor()
    for (const visitor of [here, there, guest]) {
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    }
  })

  it('export what the account has as a file, for its owner alone', async () => {
    const token = await addMember(stage, 'exporter')
    const visitor = await visit(stage.browser, stage.site.url, token)
    const { page } = visitor
    await page.goto(`${stage.site.url}/setting`)
    const data = part(page, 'Your data')
    await data.getByRole('button', { name: 'Export my data' }).click()
    const button = data.getByRole('button', { name: 'Download' })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    const files = await unpackZip(readFileSync(await download.path()))
    expect([...files.keys()]).toEqual(expect.arrayContaining(['profile.json', 'submissions.csv']))
    await data.getByRole('button', { name: 'Export my data' }).click()
    await page
      .getByText(/once an hour/)
      .nth(1)
      .waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('delete the account for who knows its name and password, everywhere at once', async () => {
    // Another one at a second try.
    const name = `leaver${Date.now() % 100_000}`
    const token = await addMember(stage, name)
    const visits = [1, 2].map(() => visit(stage.browser, stage.site.url, token))
    const [here, there] = (await Promise.all(visits)) as [Visitor, Visitor]
    await there.page.goto(`${stage.site.url}/status`)
    await here.page.goto(`${stage.site.url}/setting`)
    const form = part(here.page, 'Delete account')
    await form.getByRole('button', { name: 'Delete my account' }).click()
    await form.getByLabel('Your username').fill('somebody')
    await form.getByLabel('Current password').fill(stage.site.adminPassword)
    const submit = form.getByRole('button', { name: 'Delete account permanently' })
    await submit.click()
    await form.locator('[aria-invalid=true]').waitFor()
    await form.getByLabel('Your username').fill(name)
    // Both notes are on screen for seconds.
    await Promise.all([
      submit.click(),
      here.page.getByText('Your account was deleted').waitFor(),
      there.page
        .getByText(/session/i)
        .first()
        .waitFor(),
    ])
    await here.page.waitForURL('**/home')
    await expect(signIn(stage.site.url, name, stage.site.adminPassword)).rejects.toThrow()
    for (const visitor of [here, there]) await visitor.close()
  })

  it('change the address with the code of a real mail', async () => {
    const visitor = await open()
    const { page } = visitor
    const form = part(page, 'E-mail')
    await form.getByLabel('New address').fill('keeper@example.org')
    await form.getByRole('button', { name: 'Send code' }).click()
    await form.getByRole('button', { name: /^Resend in/ }).waitFor()
    const outbox = { settings: { dataDir: stage.site.dataDir } }
    await form.getByLabel('E-mail code').fill(await readMail(outbox, 'keeper@example.org', /(\d{6})/))
    await form.getByLabel('Current password').fill('harbour light')
    await form.getByRole('button', { name: 'Change address' }).click()
    await form.getByText('E-mails go to keeper@example.org').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
    const visitor = await open()
    await part(visitor.page, 'Profile').getByLabel('School').waitFor()
    await expectFineLooks(visitor, 'setting')
    await visitor.close()
  })
})
