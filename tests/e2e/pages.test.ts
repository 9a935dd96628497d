import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { type Launched, launchSite } from '../support/launched.ts'
import { axe, overflow, signIn, visit } from '../support/visitor.ts'

let site: Launched
let browser: Browser
let token: string

beforeAll(async () => {
  ;[site, browser] = await Promise.all([launchSite(), openBrowser()])
  token = await signIn(site.url, 'root', site.adminPassword)
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** Every page, and something that is there once it is complete. */
const PAGES = [
  { path: '/home', ready: 'main h2' },
  { path: '/problem', ready: 'main h1' },
  { path: '/problem/P1042', ready: 'main h1' },
  { path: '/problem/P1042/full-screen', ready: 'h1' },
  { path: '/status', ready: 'main h1' },
  { path: '/submission-detail/1', ready: '#verdict' },
  { path: '/judging', ready: 'main h1' },
  { path: '/introduction', ready: 'main h1' },
  { path: '/developer', ready: 'main h1' },
  { path: '/reset-password?username=root&code=abc', ready: 'main h1' },
  { path: '/no-such-page', ready: 'main h1' },
]

describe.each(PAGES)('$path', ({ path, ready }) => {
  it.each(['light', 'dark'] as const)(
    'has nothing that axe finds, and a quiet console, in %s',
    async (theme) => {
      const visitor = await visit(browser, site.url, token, { theme })
      await visitor.page.goto(`${site.url}${path}`)
      await visitor.page.waitForSelector(ready)
      await visitor.page.waitForLoadState('networkidle')
      expect(await visitor.page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
      expect(await axe(visitor.page)).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
  )

  it('fits a phone of 360 pixels, in Chinese', async () => {
    const visitor = await visit(browser, site.url, null, { width: 360, height: 740, locale: 'zh-CN' })
    await visitor.page.goto(`${site.url}${path}`)
    await visitor.page.waitForSelector(ready)
    await visitor.page.waitForLoadState('networkidle')
    expect(await overflow(visitor.page)).toBe(0)
    expect(await visitor.page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    expect(await axe(visitor.page)).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

it('sends guests of a page that needs a login home, and asks them to log in', async () => {
  const guest = await visit(browser, site.url)
  await guest.page.goto(`${site.url}/rejudging/1`)
  await guest.page.waitForURL(`${site.url}/home`)
  await guest.page.getByText('Please login first!').waitFor()
  await guest.page.getByRole('dialog').getByLabel('Username').waitFor()
  await guest.close()
})
