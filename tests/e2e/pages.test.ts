import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { setLook } from '../support/looks.ts'
import { PAGES } from '../support/pages.ts'
import { runSql } from '../support/postgres.ts'
import { axe, overflow, signIn, type Visitor, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

describe('every page', () => {
  // A browser that has read the programs once opens the next page in a third of the time.
  let staff: Visitor
  beforeAll(async () => {
    staff = await visit(stage.browser, stage.site.url, stage.token, { locale: 'zh-CN' })
  })
  afterAll(() => staff.close())

  it.each(PAGES)(
    '$path fits a phone of 320 pixels in Chinese, has nothing that axe finds there or on a desk in either theme, and a quiet console',
    async ({ path, ready }) => {
      const { page, complaints } = staff
      complaints.length = 0
      await page.setViewportSize({ width: 320, height: 740 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${stage.site.url}${path}`)
      await page.waitForSelector(ready)
      await page.waitForLoadState('networkidle')
      expect(page.url()).toContain(path)
      expect(await page.getByRole('heading', { name: '404' }).count()).toBe(path === '/no-such-page' ? 1 : 0)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
      expect(await overflow(page)).toBe(0)
      expect(await axe(page)).toEqual([])
      for (const theme of ['dark', 'light'] as const) {
        await setLook(page, { width: 1440, height: 900, theme })
        expect(await axe(page)).toEqual([])
      }
      expect(complaints).toEqual([])
    },
  )
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

it.each([
  '/problem?limit=10',
  '/contest?limit=1',
  '/discussion?limit=1',
  '/acm-rank?limit=10',
  '/status?limit=10',
  '/group?limit=1',
  '/admin/problems?limit=10',
  '/admin/user?limit=1',
])('%s goes to its last page from one past the end', async (list) => {
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
  await page.goto(`${stage.site.url}/introduction`)
  await page.goto(`${stage.site.url}${list}&currentPage=99`)
  await page.waitForURL((url) => url.searchParams.get('currentPage') !== '99')
  const pager = page.getByRole('navigation', { name: 'Pages', exact: true })
  await pager.getByRole('link', { name: 'Next page' }).and(page.locator('[aria-disabled="true"]')).waitFor()
  const last = (await pager.getByRole('link').allInnerTexts()).filter(Boolean).at(-1)
  expect(new URL(page.url()).searchParams.get('currentPage') ?? '1').toBe(last)
  expect(
    await page
      .locator('main')
      .getByText(/^No .* yet$/)
      .count(),
  ).toBe(0)
  await page.goBack()
  await page.waitForURL('**/introduction')
  expect(complaints).toEqual([])
  await close()
})

it('opens the page whose number is typed, or the last one', async () => {
  const { page, complaints, close } = await visit(stage.browser, stage.site.url)
  await page.goto(`${stage.site.url}/problem?limit=1`)
  const field = page.getByLabel('Page', { exact: true })
  await field.fill('7')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/problem?currentPage=7&limit=1')
  await page.getByRole('link', { name: 'Page 7', exact: true }).waitFor()
  expect(await field.inputValue()).toBe('')
  await field.fill('x999')
  await page.keyboard.press('Enter')
  await page.getByText(/^(\d+) to \1 of \1$/).waitFor()
  await page.goto(`${stage.site.url}/problem?limit=10`)
  await page.getByRole('link', { name: 'Page 2', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await field.count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

describe('a guest', () => {
  it('is asked to log in before a page that needs it, and taken there', async () => {
    const guest = await visit(stage.browser, stage.site.url)
    const { page } = guest
    await page.goto(`${stage.site.url}/status?onlyMine=true`)
    await page.waitForURL(`${stage.site.url}/status`)
    await page.getByText('Please login first', { exact: true }).waitFor()
    await logIn(page)
    await page.waitForURL(`${stage.site.url}/status?onlyMine=true`)
    await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?My submissions - MOJ$/)
    expect(guest.complaints).toEqual([])
    await guest.close()
  })

  it.each(['/home', '/problem', '/status', '/problem/P1042'])(
    'asks for %s once, and takes the answer',
    async (path) => {
      const guest = await visit(stage.browser, stage.site.url)
      const asked: string[] = []
      guest.page.on('request', (request) => {
        const name = /"operationName":"(\w+PageQuery)"/.exec(request.postData() ?? '')?.[1]
        if (name) asked.push(name)
      })
      await guest.page.goto(`${stage.site.url}${path}`)
      await guest.page.waitForLoadState('networkidle')
      expect(asked).toHaveLength(1)
      await guest.close()
    },
  )

  it('is told what is missing', async () => {
    const guest = await visit(stage.browser, stage.site.url)
    await guest.page.goto(`${stage.site.url}/problem/P0`)
    await guest.page.getByText("Problem P0 doesn't exist").waitFor()
    await guest.page.goto(`${stage.site.url}/submission-detail/987654321`)
    await guest.page.getByText("Submission 987654321 doesn't exist").waitFor()
    expect(guest.complaints).toEqual([])
    await guest.close()
  })

  it('can register on the smallest phone', async () => {
    const guest = await visit(stage.browser, stage.site.url, null, { width: 320, height: 600 })
    await guest.page.goto(`${stage.site.url}/home`)
    await guest.page.getByRole('button', { name: 'Register' }).click()
    await guest.page.getByRole('dialog', { name: 'Register' }).waitFor()
    expect(await overflow(guest.page)).toBe(0)
    await guest.close()
  })
})

async function logIn(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill('root')
  await dialog.getByLabel('Password', { exact: true }).fill(stage.site.adminPassword)
  await page.keyboard.press('Enter')
}

describe('a session that has ended', () => {
  it.each(['/home', '/problem', '/problem/P1042', '/status', '/introduction'])(
    'shows %s as to a guest',
    async (path) => {
      const back = await visit(stage.browser, stage.site.url, 'a token of last year')
      const { page } = back
      await page.goto(`${stage.site.url}${path}`)
      await page.getByText('Your session has ended').waitFor()
      await page.locator('header').getByRole('button', { name: 'Log in' }).waitFor()
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      await back.close()
    },
  )

  it('asks for a login over the page before, and goes on after it', async () => {
    const token = await signIn(stage.site.url, 'root', stage.site.adminPassword)
    const back = await visit(stage.browser, stage.site.url, token)
    const { page } = back
    const other = await back.context.newPage()
    await page.goto(`${stage.site.url}/judging`)
    await other.goto(`${stage.site.url}/problem/P1042`)
    for (const one of [page, other]) await one.getByRole('button', { name: 'Account of root' }).waitFor()

    await fetch(`${stage.site.url}/api/logout`, { headers: { authorization: token } })
    // The socket of the page that listens hears of it; the other tab follows, and both stay where they are.
    for (const one of [page, other]) {
      await one.getByText('Your session has ended').waitFor()
      await one.locator('header').getByRole('button', { name: 'Log in' }).waitFor()
    }
    expect(new URL(other.url()).pathname).toBe('/problem/P1042')

    await page.evaluate(() => {
      history.pushState(null, '', '/rejudging/1')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.waitForURL(`${stage.site.url}/judging`)
    await logIn(page)
    await page.waitForURL(`${stage.site.url}/rejudging/1`)
    await back.close()
  })
})

describe('without a network', () => {
  it('says so at once, keeps the page, and goes on by itself', async () => {
    const traveller = await visit(stage.browser, stage.site.url)
    const { page, context } = traveller
    await page.goto(`${stage.site.url}/introduction`)
    await page.locator('main h1').waitFor()
    await context.setOffline(true)
    await page.getByText('You are offline. Your input is kept').waitFor({ timeout: 2000 })
    await page.locator('header').getByRole('link', { name: 'Submissions' }).click()
    await page.getByText('The page opens when the connection is back').waitFor()
    expect(new URL(page.url()).pathname).toBe('/introduction')
    expect(await page.locator('main h1').isVisible()).toBe(true)
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Submissions', exact: true }).waitFor()
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await traveller.close()
  })

  it('notices a network that falls silent on a page one sends from', async () => {
    const writer = await visit(stage.browser, stage.site.url, stage.token)
    const { page } = writer
    // The line is open and answers nothing any more, as behind a cable that was pulled out somewhere.
    let silent = false
    let acknowledge = () => {}
    const acknowledged = new Promise<void>((resolve) => (acknowledge = resolve))
    await page.routeWebSocket(/graphql/, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => silent || server.send(message))
      server.onMessage((message) => {
        if (silent) return
        socket.send(message)
        acknowledge()
      })
    })
    await page.clock.install()
    await page.goto(`${stage.site.url}/problem/P1001`)
    await acknowledged
    silent = true
    // Within 15 s, possibly at once.
    for (let seconds = 0; seconds < 15; seconds += 5) await page.clock.fastForward(5_000)
    await page.getByText('Connection lost').waitFor()
    silent = false
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000)
        return page.getByText('Connection lost').count()
      })
      .toBe(0)
    await writer.close()
  })
})

describe('a slow line', () => {
  it.each([
    ['dark', '/problem'],
    ['light', '/home'],
  ] as const)('has bar and page in grey in %s before any program on %s', async (theme, path) => {
    const visitor = await visit(stage.browser, stage.site.url, null, { theme })
    const { page } = visitor
    let program = () => {}
    const held = new Promise<void>((resolve) => (program = resolve))
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${stage.site.url}${path}`, { waitUntil: 'commit' })
    await page.locator('.boot-main').waitFor()
    const bar = page.locator('.boot-bar')
    const grey = await bar.boundingBox()
    const ground = await bar.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
    program()
    const real = page.locator('header')
    await expect.poll(() => real.boundingBox(), { timeout: 20_000 }).toEqual(grey)
    await expect
      .poll(() => real.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe(ground)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

/** From ten minutes on, the words of a time are longest: rows of the seed get there only in long runs. */
const LONG_AGO = `update "Submission" set "createdAt" = now() - interval '55 minutes'
  where "createdAt" > now() - interval '55 minutes'`

/** Cells beyond the edge of their table's box, and titles with less room than twelve characters. */
const cutCells = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main td')].filter((cell) => {
        const { right, width } = cell.getBoundingClientRect()
        const paper = cell.closest('table')?.parentElement
        const edge = paper?.getBoundingClientRect().right ?? 0
        const isTitle = getComputedStyle(cell).maxWidth === '0px'
        return width > 0 && (right > edge + 1 || (isTitle && Math.round(width) < 200))
      }).length,
  )

it.each([
  '/status',
  '/contest/1/submissions',
  '/problem',
  '/admin/problems',
  '/admin/discussion',
  '/admin/shopitem',
  '/developer',
])('%s shows every cell whole at each width, and titles by twelve characters', async (path) => {
  await runSql(stage.site.databaseUrl, LONG_AGO)
  const visitor = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = visitor
  await page.goto(`${stage.site.url}${path}`)
  await page.locator('tbody tr').first().waitFor()
  // A little above the widths where columns appear, and of common screens.
  for (const width of [1440, 1401, 1321, 1280, 1241, 1024, 993, 780]) {
    await page.setViewportSize({ width, height: 900 })
    // Columns get their width when the rows are there.
    await expect.poll(() => cutCells(page), { message: `at ${width} px` }).toBe(0)
    expect(await overflow(page), `at ${width} px`).toBe(0)
  }
  await visitor.close()
})

it.each([
  ['en-US', 'staff'],
  ['zh-CN', 'staff'],
  ['en-US', 'a guest'],
] as const)('has no part of the bar over another at any width, in %s for %s', async (locale, who) => {
  const token = who === 'staff' ? stage.token : null
  const visitor = await visit(stage.browser, stage.site.url, token, { locale })
  const { page } = visitor
  await page.goto(`${stage.site.url}/status`)
  await page.locator('tbody tr').first().waitFor()
  for (const width of [1440, 1401, 1280, 1241, 993, 780, 601, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const covered = () =>
      page.evaluate(() => {
        const boxes = [...document.querySelectorAll('header a, header form, header button')]
          .map((part) => part.getBoundingClientRect())
          .filter((box) => box.width > 0)
          .sort((one, other) => one.left - other.left)
        return boxes.filter(({ right }, at) => right > (boxes[at + 1]?.left ?? innerWidth) + 1).length
      })
    await expect.poll(covered, { message: `at ${width} px` }).toBe(0)
  }
  await visitor.close()
})
