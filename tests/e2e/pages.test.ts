import { describe, expect, it } from 'vitest'
import { openStage } from '../support/stage.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

const stage = openStage()

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
      const visitor = await visit(stage.browser, stage.site.url, stage.token, { theme })
      await visitor.page.goto(`${stage.site.url}${path}`)
      await visitor.page.waitForSelector(ready)
      await visitor.page.waitForLoadState('networkidle')
      expect(await visitor.page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
      expect(await axe(visitor.page)).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
  )

  it('fits a phone of 360 pixels, in Chinese', async () => {
    const visitor = await visit(stage.browser, stage.site.url, null, {
      width: 360,
      height: 740,
      locale: 'zh-CN',
    })
    await visitor.page.goto(`${stage.site.url}${path}`)
    await visitor.page.waitForSelector(ready)
    await visitor.page.waitForLoadState('networkidle')
    expect(await overflow(visitor.page)).toBe(0)
    expect(await visitor.page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    expect(await axe(visitor.page)).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

it('has what programs ask every site for', async () => {
  const icon = await fetch(`${stage.site.url}/favicon.ico`)
  expect(icon.status).toBe(200)
  const bytes = new Uint8Array(await icon.arrayBuffer())
  expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
  const robots = await fetch(`${stage.site.url}/robots.txt`)
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/)
  expect((await fetch(`${stage.site.url}/apple-touch-icon.png`)).status).toBe(404)
})

it('sends guests of a page that needs a login home, and asks them to log in', async () => {
  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/rejudging/1`)
  await guest.page.waitForURL(`${stage.site.url}/home`)
  await guest.page.getByText('Please login first!').waitFor()
  await guest.page.getByRole('dialog').getByLabel('Username').waitFor()
  await guest.close()
})
