import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { visit } from '../support/visitor.ts'

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
