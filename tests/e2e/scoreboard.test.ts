import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { addBoard, judgeNow } from '../support/bigBoard.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { globalId } from '../support/judgeable.ts'
import { PASSWORD } from '../support/people.ts'
import { axe, overflow, signIn, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

let running: number
let over: number
let closed: number

beforeAll(async () => {
  const { databaseUrl } = stage.site
  const times = { startsIn: -60, freezesIn: 30, endsIn: 60 }
  running = await addBoard(databaseUrl, { teams: 40, problems: 4, ...times })
  closed = await addBoard(databaseUrl, { teams: 3, problems: 2, ...times, isOpen: false })
  const ended = { startsIn: -300, freezesIn: -60, endsIn: -1 }
  over = await addBoard(databaseUrl, { teams: 12, problems: 4, ...ended })
})

/** The row of somebody in the body of a board. */
const rowOf = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name })
const cellOf = (page: Page, name: string, letter: string) =>
  rowOf(page, name).locator(`[role=cell][aria-label^="${letter}:"]`)
const rankOf = async (page: Page, name: string) =>
  rowOf(page, name).locator('[role=cell]').first().innerText()

describe('a live scoreboard', () => {
  it('shows a verdict to a contestant, an organiser, a hall and a phone at once, without a word from them', async () => {
    const { browser, site, token } = stage
    const contestant = await signIn(site.url, 'team13', PASSWORD)
    const rank = `${site.url}/contest/${running}/rank`
    const open = `${site.url}/contest/acm-scoreboard/${running}`
    const visitors = await Promise.all([
      visit(browser, site.url, contestant),
      visit(browser, site.url, token),
      visit(browser, site.url, null, { width: 1920, height: 1080 }),
      visit(browser, site.url, null, { width: 390, height: 844 }),
    ])
    const [own, admin, hall, phone] = visitors
    if (!own || !admin || !hall || !phone) throw new Error('nobody came')
    await Promise.all([
      own.page.goto(rank),
      admin.page.goto(rank),
      hall.page.goto(`${open}?projector=true`),
      phone.page.goto(open),
    ])
    const name = 'Segment Tree Huggers 13'
    for (const { page } of visitors) await rowOf(page, 'Huggers').first().waitFor()
    // The own row stands above the others, too, and is where it belongs.
    await own.page.locator('[data-ahead]').getByText('you').waitFor()
    // A first verdict reaches all of them: from then on they listen.
    await judgeNow(site.databaseUrl, { contest: running, team: 12, letter: 'C' })
    for (const { page } of visitors)
      await expect
        .poll(() => cellOf(page, '栈溢出的下午 12', 'C').getAttribute('aria-label'))
        .toMatch(/minute/)
    const asked: string[] = []
    for (const { page } of visitors)
      page.on('request', (request) => {
        if (request.url().includes('contest-scoreboard')) asked.push(request.url())
      })
    for (const letter of ['A', 'B', 'C', 'D'])
      await judgeNow(site.databaseUrl, { contest: running, team: 13, letter })
    for (const { page } of visitors) {
      for (const letter of ['A', 'B', 'C', 'D'])
        await expect.poll(() => cellOf(page, name, letter).getAttribute('aria-label')).toMatch(/minute/)
      expect(Number.parseInt(await rankOf(page, name), 10)).toBeLessThan(10)
    }
    await hall.page.getByText(name).nth(1).waitFor()
    // The hall's feed tells each event by the contest's time, and its own outcome.
    const told = hall.page.getByRole('listitem').filter({ hasText: name })
    expect(await told.first().innerText()).toMatch(/^\d+:\d\d\n/)
    for (const letter of ['A', 'B', 'C', 'D'])
      await told.locator(`[role=img][aria-label^="${letter}:"][aria-label*="minute"]`).first().waitFor()
    // Every problem is in sight on an old projector, too.
    await hall.page.setViewportSize({ width: 1024, height: 768 })
    const column = hall.page.getByRole('table').getByRole('columnheader').last()
    await expect
      .poll(async () => {
        const box = await column.boundingBox()
        return box && box.x + box.width
      })
      .toBeLessThanOrEqual(1024)
    await hall.page.setViewportSize({ width: 1920, height: 1080 })
    // Four problems are in sight on a phone, solved and penalty under the name.
    const box = await cellOf(phone.page, name, 'D').boundingBox()
    expect(box && box.x + box.width).toBeLessThanOrEqual(390)
    expect(await rowOf(phone.page, name).getByRole('rowheader').innerText()).toMatch(/\n4\s+\d+ min$/)
    // It was told to them: nobody read the board again.
    expect(asked).toEqual([])

    // Filters stand in the address; whom one follows stays in the browser.
    await own.page.getByRole('button', { name: 'Follow O(1) Nap 3', exact: true }).click()
    await own.page.getByRole('button', { name: 'Followed 1' }).click()
    await expect.poll(() => own.page.url()).toContain('show=followed')
    await own.page.reload()
    await expect.poll(() => own.page.locator('[data-row]').count()).toBe(2)
    await own.page.getByRole('button', { name: 'All', exact: true }).click()
    await own.page.getByLabel('Find a contestant or school').last().fill('huggers')
    await own.page.keyboard.press('Enter')
    await expect.poll(() => own.page.url()).toContain('keyword=huggers')
    const others = own.page.locator('[data-row]').filter({ hasNotText: 'Huggers' })
    await expect.poll(() => others.count()).toBe(0)

    // Paused it stands still, and catches up by itself (contest-rules.md 26).
    await admin.page.getByLabel('Live', { exact: true }).click()
    await admin.page.getByLabel('Paused').waitFor()
    const before = await cellOf(admin.page, 'O(1) Nap 3', 'A').getAttribute('aria-label')
    await judgeNow(site.databaseUrl, { contest: running, team: 3, letter: 'A', accepted: false })
    const labelOf = async (page: Page) => cellOf(page, 'O(1) Nap 3', 'A').getAttribute('aria-label')
    await expect.poll(() => labelOf(phone.page)).not.toBe(before)
    expect(await labelOf(admin.page)).toBe(before)
    await admin.page.getByLabel('Paused').click()
    await expect.poll(() => labelOf(admin.page)).not.toBe(before)

    // The server dies and comes back: the hall says so meanwhile, and shows what happened then.
    process.kill(site.server.pid() ?? 0, 'SIGKILL')
    await hall.page.getByText('Connection lost; as of').waitFor()
    await judgeNow(site.databaseUrl, { contest: running, team: 9, letter: 'A' })
    for (const page of [hall.page, phone.page])
      await expect
        .poll(() => cellOf(page, 'Nap 9', 'A').first().getAttribute('aria-label'), { timeout: 30_000 })
        .toMatch(/minute/)
    await hall.page.getByText('Connection lost; as of').waitFor({ state: 'detached' })
    for (const { page } of visitors) expect(await overflow(page)).toBe(0)
    await Promise.all(visitors.map(({ close }) => close()))
  })

  it('fits the smallest phone, has nothing that axe finds in either theme, and is not open to those whom it does not concern', async () => {
    const { browser, site } = stage
    const guest = await visit(browser, site.url, null, { locale: 'zh-CN', width: 320, height: 740 })
    const { page, complaints } = guest
    await page.goto(`${site.url}/contest/acm-scoreboard/${running}`)
    await page.locator('[data-row]').first().waitFor()
    expect(await overflow(page)).toBe(0)
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await axe(page)).toEqual([])
    }
    expect(complaints).toEqual([])
    await page.goto(`${site.url}/contest/acm-scoreboard/${closed}`)
    await page.getByText('你没有查看该榜单的权限').waitFor()
    await page.getByRole('alert').getByRole('button', { name: '登录' }).click()
    await page.getByRole('dialog').waitFor()
    await guest.close()
  })
})

describe('the scroll board', () => {
  it('reveals from the last row up, by keys and buttons, forward and back, to the final board', async () => {
    const { browser, site, token } = stage
    const admin = await visit(browser, site.url, token, { width: 1920, height: 1080 })
    const { page } = admin
    await page.goto(`${site.url}/contest/${over}/rank`)
    await page.locator('[data-row]').first().waitFor()
    await page.getByRole('link', { name: 'Scroll board' }).click()
    for (const [metal, count] of [
      ['Gold', '1'],
      ['Silver', '2'],
      ['Bronze', '3'],
    ] as const)
      await page.getByLabel(metal, { exact: true }).fill(count)
    await page.getByRole('switch', { name: 'Without star users' }).click()
    const reveal = page.getByRole('link', { name: 'Open the scroll board' })
    const sums = '&medals%5B%5D=1&medals%5B%5D=3&medals%5B%5D=6'
    await expect
      .poll(() => reveal.getAttribute('href'))
      .toBe(`/scrollBoard?cid=${over}&removeStar=true${sums}`)
    await page.goto(`${site.url}${await reveal.getAttribute('href')}`)
    await page.getByText('Step 0 of').waitFor()
    // Medals appear when they are given.
    expect(await page.locator('[data-row] [title=Gold], [data-row] [title=Bronze]').count()).toBe(0)
    const pending = () => page.locator('[role=cell][aria-label*="pending"]').count()
    const start = await page.locator('[role=table]').innerText()
    expect(await pending()).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('PageDown')
    await page.getByText('Step 2 of').waitFor()
    await page.reload()
    await page.getByText('Step 2 of').waitFor()
    await page.keyboard.press('PageUp')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText('Step 0 of').waitFor()
    expect(await page.locator('[role=table]').innerText()).toBe(start)
    while ((await page.getByText('The scoreboard is final').count()) === 0) await page.keyboard.press(' ')
    expect(await pending()).toBe(0)
    expect(await page.locator('[data-row] [title=Gold]').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    const shown = await page.locator('[data-row] [role=rowheader]').allInnerTexts()
    await page.goto(`${site.url}/contest/${over}/rank?open=true&show=official`)
    await expect.poll(() => page.locator('[data-row]').count()).toBe(shown.length)
    const names = (texts: string[]) => texts.map((text) => text.split('\n')[0])
    expect(names(await page.locator('[data-row] [role=rowheader]').allInnerTexts())).toEqual(names(shown))
    await admin.close()
  })

  it('is saved by organisers for the programs of others', async () => {
    const { browser, site, token } = stage
    const { page, complaints, close } = await visit(browser, site.url, token, { width: 390 })
    await page.goto(`${site.url}/contest/${over}/rank`)
    await page.getByRole('button', { name: 'More actions for Scoreboard' }).click()
    const choice = page.getByRole('menuitem', { name: /^ICPC Resolver/ })
    await choice.waitFor()
    expect(await overflow(page)).toBe(0)
    const [saved] = await Promise.all([page.waitForEvent('download'), choice.click()])
    expect(saved.suggestedFilename()).toBe(`contest_${over}_event-feed.ndjson`)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows organisers where live tools follow it', async () => {
    const { browser, site, token } = stage
    const { page, complaints, close } = await visit(browser, site.url, token, { width: 390 })
    await page.goto(`${site.url}/contest/${over}/rank`)
    await page.getByRole('button', { name: 'More actions for Scoreboard' }).click()
    await page.getByRole('menuitem', { name: /^Contest API/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Contest API' })
    const address = `${site.url}/api/contests/${over}`
    await dialog.getByText(address, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Copy: Event feed' }).waitFor()
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    const answer = await fetch(address, { headers: { authorization: token } })
    expect(await answer.json()).toMatchObject({ id: String(over), scoreboard_type: 'pass-fail' })
    expect(complaints).toEqual([])
    await close()
  })

  it('can be watched from the board by everybody, once it is open again', async () => {
    const { browser, site, ask } = stage
    const guest = await visit(browser, site.url)
    const { page } = guest
    const board = `${site.url}/contest/acm-scoreboard/${over}`
    const watch = page.getByRole('link', { name: 'Watch the reveal' })
    await page.goto(board)
    await page.locator('[data-row]').first().waitFor()
    expect(await watch.count()).toBe(0)
    await ask('mutation ($id: ID!) { thawContest(input: { id: $id }) { thawsAt } }', {
      id: globalId('Contest', over),
    })
    await page.goto(board)
    await watch.waitFor()
    await page.goto(`${site.url}${await watch.getAttribute('href')}`)
    await page.getByText('Step 0 of').waitFor()
    expect(guest.complaints).toEqual([])
    await guest.close()
  })
})
