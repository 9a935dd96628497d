import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember } from '../support/member.ts'
import { runSql } from '../support/postgres.ts'
import { overflow, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

/** What is seen of an element, with a margin (px) around it. */
async function lookOf(page: Page, element: Locator, margin = 0): Promise<string> {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not on the page')
  const clip = {
    x: Math.max(0, box.x - margin),
    y: Math.max(0, box.y - margin),
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  }
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
}

describe('the focus', () => {
  it.each(['light', 'dark'] as const)(
    'is seen on a drag handle and on the account button in the %s theme',
    async (theme) => {
      const { page, close } = await visit(stage.browser, stage.site.url, stage.token, { theme })
      for (const [path, name] of [
        ['/admin/language', /^Move /],
        ['/home', /^Account of root/],
      ] as const) {
        await page.goto(`${stage.site.url}${path}`)
        const button = page.getByRole('button', { name }).first()
        await button.waitFor()
        await page.emulateMedia({ reducedMotion: 'reduce' })
        // A key before it says that somebody goes by keyboard.
        await page.keyboard.press('Tab')
        const before = await lookOf(page, button, 4)
        await button.focus()
        expect(await lookOf(page, button, 4), path).not.toBe(before)
      }
      await close()
    },
  )
})

describe('forced colours', () => {
  it('keep switches, segments, fields, difficulty and boards readable', async () => {
    const { page, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const away = () => page.mouse.move(2, 890)

    await page.goto(`${stage.site.url}/admin/switch`)
    const toggle = page.getByRole('switch').first()
    await toggle.waitFor()
    const states = [await lookOf(page, toggle)]
    await toggle.click()
    await away()
    states.push(await lookOf(page, toggle))
    expect(new Set(states).size).toBe(2)

    await page.goto(`${stage.site.url}/status`)
    const [all, mine] = ['All', 'Mine'].map((name) => page.getByRole('button', { name, exact: true }))
    if (!all || !mine) throw new Error('there are no segments')
    await all.waitFor()
    const group = all.locator('..')
    const chosen = await lookOf(page, group)
    await mine.click()
    await page.waitForURL(/onlyMine/)
    await page.getByRole('button', { name: 'Mine', exact: true, pressed: true }).waitFor()
    await away()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    expect(await lookOf(page, group)).not.toBe(chosen)
    const field = page.getByRole('searchbox', { name: 'Problem ID' }).locator('xpath=ancestor::label')
    expect(await field.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid')

    await page.goto(`${stage.site.url}/problem`)
    const lastStep = (word: string) => page.getByText(word, { exact: true }).first().locator('i').nth(2)
    await lastStep('Hard').waitFor()
    expect(await lookOf(page, lastStep('Hard'))).not.toBe(await lookOf(page, lastStep('Easy')))

    const { contests } = await stage.ask<{
      contests: { edges: { node: { number: number; type: string; status: string; boardIsOpen: boolean } }[] }
    }>('{ contests(first: 20) { edges { node { number type status boardIsOpen } } } }')
    const contest = contests.edges.find(
      ({ node }) => node.type === 'ACM' && node.boardIsOpen && node.status === 'ENDED',
    )?.node
    if (!contest) throw new Error('no board is open')
    await page.goto(`${stage.site.url}/contest/acm-scoreboard/${contest.number}`)
    await page.getByRole('rowheader').first().waitFor()
    const fills = await page
      .getByRole('cell')
      .evaluateAll((cells) => [
        ...new Set(
          cells.flatMap((cell) =>
            [cell, ...cell.querySelectorAll('*')].map((one) => getComputedStyle(one).backgroundColor),
          ),
        ),
      ])
    // Solved, first and tried, on the ground of the system.
    expect(fills.length).toBeGreaterThanOrEqual(4)
    await close()
  })
})

describe('a long word', () => {
  it('makes no page wider than its window, and stays on the line of the mark before it', async () => {
    const word = 'Unbreakablewordthatneverends'.repeat(4)
    await runSql(
      stage.site.databaseUrl,
      `update "Statement" set "title" = '${word}' where "problemId" in (select "id" from "Problem" where "displayId" in ('P1031', 'P1237'));
       update "Training" set "title" = '${word}' where "id" = 1;
       update "TrainingCategory" set "name" = '${word.slice(0, 30)}' where "id" = 1;
       update "Language" set "name" = '${word.slice(0, 50)}' where "key" = 'c11';
       update "Discussion" set "title" = '${word}' where "pinned"`,
    )
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    for (const path of [
      '/problem',
      '/training',
      '/training/1/problems',
      '/submission-detail/46',
      '/admin/shopscore',
      '/admin/language',
      '/admin/training/1/problems',
      '/discussion',
    ]) {
      await page.goto(`${stage.site.url}${path}`)
      await page.locator('main h1').waitFor()
      await page
        .getByText(/Unbreakableword/)
        .first()
        .waitFor()
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expect.poll(() => overflow(page), { message: `${path} at ${width}` }).toBe(0)
      }
    }
    const tops = await page.getByRole('img', { name: 'Pinned' }).evaluate((pin) => {
      const title = document.createRange()
      title.selectNodeContents(pin.nextElementSibling as Element)
      return [pin.getClientRects()[0]?.top ?? 0, title.getClientRects()[0]?.top ?? Number.NaN]
    })
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? Number.NaN))).toBeLessThan(8)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('what is not there', () => {
  it('may be there for a guest who logs in', async () => {
    const { page, close } = await visit(stage.browser, stage.site.url)
    await page.goto(`${stage.site.url}/problem/P1303`)
    await page.getByText("Problem P1303 doesn't exist").waitFor()
    await page.locator('main').getByRole('button', { name: 'Log in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Username').fill('root')
    await dialog.getByLabel('Password', { exact: true }).fill(stage.site.adminPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Harbour lamps/ }).waitFor()
    await close()
  })

  it('is told apart from what filters hide, in the lists of somebody new', async () => {
    const token = await addMember(stage, 'newcomer')
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, token)
    for (const [path, words] of [
      ['/group?onlyMine=true', "You aren't in any group yet"],
      ['/group?onlyMine=true&keyword=x', 'No group matches'],
      ['/discussion?onlyMine=true', 'You have no posts yet'],
      ['/discussion?onlyMine=true&keyword=x', 'No posts match'],
    ] as const) {
      await page.goto(`${stage.site.url}${path}`)
      await page.getByRole('heading', { name: words }).waitFor()
    }
    expect(complaints).toEqual([])
    await close()
  })
})
