import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { runSql } from '../support/postgres.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const sql = (text: string) => runSql(stage.site.databaseUrl, text)

describe('the banner', () => {
  const shown = (page: Page) => page.locator('section button[aria-current="true"]').getAttribute('aria-label')

  it('goes on every five seconds, but not under the pointer or the focus, nor once it was stopped', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.clock.install()
    await page.goto(`${stage.site.url}/home`)
    const banner = page.getByRole('region', { name: 'Highlights' })
    await banner.waitFor()
    expect(await banner.evaluate((element) => element.getBoundingClientRect().height)).toBe(440)
    expect(await shown(page)).toMatch(/^Slide 1: /)
    await page.clock.runFor(5_000)
    await expect.poll(() => shown(page)).toMatch(/^Slide 2: /)

    await banner.hover()
    await page.clock.runFor(20_000)
    expect(await shown(page)).toMatch(/^Slide 2: /)
    await page.mouse.move(720, 880)
    await page.clock.runFor(5_000)
    await expect.poll(() => shown(page)).toMatch(/^Slide 3: /)

    await page.getByRole('button', { name: /^Slide 3/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown(page)).toMatch(/^Slide 4: /)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown(page)).toMatch(/^Slide 1: /)
    await page.keyboard.press('ArrowLeft')
    await page.clock.runFor(20_000)
    expect(await shown(page)).toMatch(/^Slide 5: /)

    await page.getByRole('button', { name: 'Pause slides' }).click()
    await page.mouse.move(720, 880)
    await page.locator('header').getByRole('button', { name: 'Log in' }).focus()
    await page.clock.runFor(20_000)
    expect(await shown(page)).toMatch(/^Slide 5: /)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('leads to the contest that is running, and to its scoreboard where that is open', async () => {
    const { site } = await stage.ask<{
      site: { recentContests: { number: number; title: string; status: string; boardIsOpen: boolean }[] }
    }>('{ site { recentContests { number title status boardIsOpen } } }')
    const running = site.recentContests.find(({ status }) => status === 'RUNNING')
    if (!running) throw new Error('no contest is running')
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${stage.site.url}/home`)
    const slide = page.getByRole('group', { name: '1 of 5' })
    await slide.getByText('Running').waitFor()
    expect(await slide.getByRole('heading').innerText()).toBe(running.title)
    const enter = slide.getByRole('link', { name: 'Enter contest' })
    expect(await enter.getAttribute('href')).toBe(`/contest/${running.number}`)
    expect(await slide.getByRole('link', { name: 'Scoreboard' }).count()).toBe(running.boardIsOpen ? 1 : 0)
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [1024, 'dark'],
      // What 1440 px are at 200 %.
      [720, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (process.env.SHOTS) {
        await page.waitForLoadState('networkidle')
        await page.screenshot({
          path: `${process.env.SHOTS}/home-${width}-${colorScheme}.png`,
          fullPage: true,
        })
      }
      expect(await axe(page), `${width} ${colorScheme}`).toEqual([])
      expect(await overflow(page), `${width}`).toBe(0)
    }
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('keeps the mark and the links of a contest with a very long title in sight', async () => {
    const lengthen = (title: string) =>
      sql(`update "Contest" set "title" = ${title} where now() between "startsAt" and "endsAt"`)
    await lengthen(`"title" || repeat(', contest of the spring term', 6)`)
    for (const width of [1440, 1024, 390]) {
      const visitor = await visit(stage.browser, stage.site.url, null, { width })
      const slide = visitor.page.getByRole('group', { name: '1 of 5' })
      await visitor.page.goto(`${stage.site.url}/home`)
      await slide.getByRole('link', { name: 'Enter contest' }).waitFor()
      const [mark, whole] = await Promise.all([slide.getByText('Running').boundingBox(), slide.boundingBox()])
      expect(mark?.y, `${width}`).toBeGreaterThan(whole?.y ?? Infinity)
      await visitor.close()
    }
    await lengthen(`replace("title", ', contest of the spring term', '')`)
  })

  it('stands still for those who asked for less motion', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto(`${stage.site.url}/home`)
    await page.getByRole('region', { name: 'Highlights' }).waitFor()
    await page.clock.runFor(20_000)
    expect(await shown(page)).toMatch(/^Slide 1: /)
    await visitor.close()
  })
})

describe('the fortune', () => {
  it('is for those who are logged in', async () => {
    const guest = await visit(stage.browser, stage.site.url)
    await guest.page.goto(`${stage.site.url}/home`)
    await guest.page.getByRole('button', { name: 'Check in' }).click()
    await guest.page.getByText('Please login first', { exact: true }).waitFor()
    await guest.page.getByRole('dialog').waitFor()
    await guest.close()
  })

  it('is drawn once a day, and the unlucky one brings the page down and up again', async () => {
    await sql(`delete from "CheckIn"; drop trigger if exists unlucky on "CheckIn";
      create or replace function unlucky() returns trigger language plpgsql as $$ begin new."fortune" := 13; return new; end $$;
      create trigger unlucky before insert on "CheckIn" for each row execute function unlucky()`)
    const visitor = await visit(stage.browser, stage.site.url, stage.token)
    const { page } = visitor
    await page.goto(`${stage.site.url}/home`)
    await page.getByRole('button', { name: 'Check in' }).click()
    await page.getByText('Segmentation fault').waitFor()
    const heading = page.getByRole('heading', { name: 'Undefined behaviour' })
    const turned = () => heading.evaluate((element) => getComputedStyle(element).transform)
    await expect.poll(turned).not.toBe('none')
    await page.keyboard.press('Escape')
    await page.getByText('Nothing happened here').waitFor()
    expect(await turned()).toBe('none')
    expect(await overflow(page)).toBe(0)

    await page.getByText('1 day in a row').waitFor()
    await page.getByRole('button', { name: 'Checked in' }).click()
    await page.getByText('already signed in today, do not click repeatedly').waitFor()
    await page.reload()
    await heading.waitFor()
    await page.getByRole('button', { name: 'Checked in' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('only winks at those who asked for less motion', async () => {
    await sql('delete from "CheckIn"')
    const visitor = await visit(stage.browser, stage.site.url, stage.token)
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${stage.site.url}/home`)
    await page.getByRole('button', { name: 'Check in' }).click()
    await page.getByText('You asked for less motion').waitFor()
    expect(await page.evaluate(() => document.querySelector('main h2')?.getAnimations().length)).toBe(0)
    await visitor.close()
  })
})

describe('the rank', () => {
  it('shows a title whole or not at all beside a name that is cut', async () => {
    const { site } = await stage.ask<{ site: { acceptedRank: { user: { username: string } }[] } }>(
      '{ site { acceptedRank { user { username } } } }',
    )
    const [first, second, third] = site.acceptedRank.map(({ user }) => `'${user.username}'`)
    await sql(`update "User" set "titleName" = 'Champion', "titleColor" = '#d33' where "username" in (${first}, ${second});
      update "User" set "titleName" = 'Setter', "titleColor" = '#33d' where "username" = ${third};
      update "User" set "username" = 'a_name_that_is_as_long_as_can_be' where "username" = ${first};
      update "User" set "username" = 'a_name_of_middling_length' where "username" = ${second}`)
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    for (const width of [1440, 1024, 720, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${stage.site.url}/home`)
      const rank = page.getByRole('table', { name: 'Accepted, last 7 days' })
      await rank.getByRole('link').first().waitFor()
      if (process.env.SHOTS) {
        await rank.scrollIntoViewIfNeeded()
        await page.screenshot({ path: `${process.env.SHOTS}/rank-${width}.png`, fullPage: true })
      }
      const titles = await rank.locator('[title="Champion"], [title="Setter"]').evaluateAll((chips) =>
        chips.map((chip) => {
          const frame = chip.parentElement?.getBoundingClientRect() ?? new DOMRect()
          const { top, right, bottom } = chip.getBoundingClientRect()
          const words = chip.lastElementChild as HTMLElement
          if (top >= frame.bottom + 4) return 'left out'
          const isWhole = words.scrollWidth <= words.clientWidth && right <= frame.right + 1
          return isWhole && bottom <= frame.bottom + 1 ? 'whole' : 'cut'
        }),
      )
      expect([width, titles.length, titles.includes('cut')]).toEqual([width, 3, false])
      if (width !== 1024) expect(titles[2]).toBe('whole')
      expect(await overflow(page)).toBe(0)
    }
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

describe('the chart of the week', () => {
  it('fills its card beside a long list', async () => {
    const { page, close } = await visit(stage.browser, stage.site.url, null, { width: 1024 })
    await page.goto(`${stage.site.url}/home`)
    const week = page.getByRole('region', { name: 'Submissions, last 7 days' })
    const words = week.getByText(/accepted, /)
    await words.waitFor()
    const gap = async () => {
      const said = await words.boundingBox()
      const tops = await week
        .locator('[title]')
        .evaluateAll((days) => days.map((day) => day.querySelector('span')?.getBoundingClientRect().top ?? 0))
      return Math.min(...tops) - (said ? said.y + said.height : 0)
    }
    await expect.poll(gap).toBeLessThan(32)
    await close()
  })
})

describe('notices', () => {
  it('open in their place, and lead back to where one was', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.goto(`${stage.site.url}/home`)
    const list = page.getByRole('region', { name: 'Announcements' })
    const link = list.getByRole('link').first()
    const title = await link.innerText()
    await link.click()
    await page.waitForURL(/\?notice=/)
    await list.getByRole('heading', { name: title }).waitFor()
    const back = list.getByRole('link', { name: 'Back to the announcements' })
    await list.getByRole('article').getByRole('paragraph').first().waitFor()
    expect(await back.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await axe(page)).toEqual([])
    await back.click()
    await page.waitForURL('**/home')
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)

    await page.goBack()
    await list.getByRole('heading', { name: title }).waitFor()
    await page.reload()
    await list.getByRole('heading', { name: title }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('come as they are written, five a page', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.goto(`${stage.site.url}/home`)
    const list = page.getByRole('region', { name: 'Announcements' })
    await list.getByRole('listitem').first().waitFor()
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await sql(`insert into "SiteNotice" ("texts", "updatedAt")
      values ('{"en-US": {"title": "The tide is out", "content": "All **dry**."}}', now())`)
    // What saving one tells everybody; again, for a page that was not listening yet.
    const tell = () =>
      sql(`select pg_notify('events', json_build_object('name', 'notice.changed', 'payload',
        json_build_object('noticeId', (select max("id") from "SiteNotice")))::text)`)
    const news = list.getByRole('link', { name: 'The tide is out' })
    const told = () => tell().then(() => news.count())
    await expect.poll(told, { timeout: 20_000, interval: 500 }).toBe(1)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(await list.getByRole('listitem').count()).toBe(5)
    await list.getByRole('link', { name: 'Older announcements' }).click()
    await page.waitForURL(/\?page=2/)
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await list.getByRole('link').last().click()
    await list.getByRole('link', { name: 'Back to the announcements' }).click()
    await page.waitForURL(/\?page=2$/)
    await list.getByRole('link', { name: 'Newer announcements' }).click()
    await list.getByRole('link', { name: 'The tide is out' }).click()
    await list.getByRole('article').getByText('All dry.').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('leave open pages when they are hidden, and others take their place', async () => {
    const visitors = [
      await visit(stage.browser, stage.site.url),
      await visit(stage.browser, stage.site.url, stage.token),
    ] as const
    const [reading, opened] = visitors.map(({ page }) => page.getByRole('region', { name: 'Announcements' }))
    if (!reading || !opened) throw new Error('a page is missing')
    for (const { page } of visitors) await page.goto(`${stage.site.url}/home`)
    const news = reading.getByRole('link', { name: 'The tide is out' })
    await news.waitFor()
    await opened.getByRole('link', { name: 'The tide is out' }).click()
    await opened.getByRole('article').getByText('All dry.').waitFor()
    await sql(`update "SiteNotice" set "hidden" = true where "id" = (select max("id") from "SiteNotice")`)
    await sql(`select pg_notify('events', json_build_object('name', 'notice.changed', 'payload',
      json_build_object('noticeId', (select max("id") from "SiteNotice"), 'wasListed', true))::text)`)
    await expect.poll(() => news.count()).toBe(0)
    await expect.poll(() => opened.getByRole('article').count()).toBe(0)
    for (const list of [reading, opened]) {
      await expect.poll(() => list.getByRole('listitem').count()).toBe(5)
      expect(await list.getByRole('link', { name: 'The tide is out' }).count()).toBe(0)
    }
    for (const visitor of visitors) {
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    }
  })
})

describe('the shell', () => {
  it('remembers language and theme, and reads in the language that was chosen', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.goto(`${stage.site.url}/home`)
    const problems = page.getByRole('region', { name: 'Recently updated problems' })
    const english = await problems.getByRole('row').nth(1).innerText()
    await page.getByRole('button', { name: '简体中文' }).click()
    await page.getByRole('heading', { name: '最近更新的题目' }).waitFor()
    const row = page.getByRole('region', { name: '最近更新的题目' }).getByRole('row').nth(1)
    await expect
      .poll(async () => /\p{Script=Han}/u.test((await row.innerText()).split('\n')[1] ?? ''))
      .toBe(true)
    expect(await row.innerText()).not.toBe(english)
    expect(await page.title()).toMatch(/^首页 - /)

    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    await page.getByRole('button', { name: /^主题/ }).click()
    await expect.poll(theme).toBe('light')
    await page.getByRole('button', { name: /^主题/ }).click()
    await expect.poll(theme).toBe('dark')
    await page.reload()
    await page.getByRole('heading', { name: '最近更新的题目' }).waitFor()
    expect(await theme()).toBe('dark')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('has its navigation in a drawer on a phone', async () => {
    const visitor = await visit(stage.browser, stage.site.url, null, { width: 390, height: 844 })
    const { page } = visitor
    await page.goto(`${stage.site.url}/home`)
    const banner = page.getByRole('region', { name: 'Highlights' })
    expect(await banner.evaluate((element) => element.getBoundingClientRect().height)).toBe(200)
    await page.getByRole('button', { name: 'Menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Main' })
    await drawer.getByText('About', { exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    await drawer.getByRole('link', { name: 'Compilers and verdicts' }).click()
    await page.waitForURL('**/introduction')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^C\+\+ 17 G/ }).click()
    await page.getByText('g++ -DONLINE_JUDGE -std=c++17').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
