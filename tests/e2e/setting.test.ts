import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { readMail } from '../support/mails.ts'
import { axe, overflow, signIn, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const open = async (look: Parameters<typeof visit>[3] = {}) => {
  const visitor = await visit(stage.browser, stage.site.url, stage.token, look)
  await visitor.page.goto(`${stage.site.url}/setting`)
  return visitor
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

  it.each([
    { theme: 'light', width: 1440 },
    { theme: 'dark', width: 390 },
    { theme: 'light', width: 320 },
  ] as const)('stand well in $theme at $width px', async (look) => {
    const visitor = await open(look)
    await part(visitor.page, 'Profile').getByLabel('School').waitFor()
    expect(await axe(visitor.page)).toEqual([])
    expect(await overflow(visitor.page)).toBe(0)
    await visitor.close()
  })
})
