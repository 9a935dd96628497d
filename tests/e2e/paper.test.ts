import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { visit } from '../support/visitor.ts'

const stage = openBrowserSite()

/** How many pages the PDF has. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0

const SCREEN_ONLY =
  'header.MuiAppBar-root, footer, nav, textarea, .monaco-editor, button, [role=tablist], [role=separator]'

/** Elements of the screen that would be printed. */
const printed = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 2)
        .map((one) => one.outerHTML.slice(0, 120)),
    )

it('prints a problem as a clean page, black on white, whole', async () => {
  const reader = await visit(stage.browser, stage.site.url, null, { theme: 'dark', height: 500 })
  const { page } = reader
  await page.goto(`${stage.site.url}/problem/P1090`)
  await page.getByRole('heading', { name: 'Sample 1' }).waitFor()
  await page.locator('.katex').first().waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await printed(page, SCREEN_ONLY)).toEqual([])
  const [ground, ink] = await page.evaluate(() => {
    const text = document.querySelector('h1')
    return [getComputedStyle(document.body).backgroundColor, text ? getComputedStyle(text).color : '']
  })
  expect(ground).toBe('rgb(255, 255, 255)')
  expect(Math.max(...(ink.match(/\d+/g) ?? []).map(Number))).toBeLessThan(60)
  // Nothing is cut off by the window.
  const sample = page.getByRole('region', { name: /^Sample/ }).last()
  const cut = await sample.evaluate((one) => {
    for (let above = one.parentElement; above; above = above.parentElement)
      if (above.getBoundingClientRect().bottom < one.getBoundingClientRect().bottom - 1)
        return above.className
    return null
  })
  expect(cut).toBeNull()
  // The screen has its colours back.
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  const theme = () => page.evaluate(() => document.documentElement.getAttribute('data-theme'))
  await expect.poll(theme).toBe('dark')
  expect(pagesOf(await page.pdf({ format: 'A4' }))).toBeGreaterThanOrEqual(1)
  expect(reader.complaints).toEqual([])
  await reader.close()
})

it("prints a contest's problems and its whole board", async () => {
  const { contests } = await stage.ask<{
    contests: { edges: { node: { number: number; type: string; status: string } }[] }
  }>('{ contests(first: 20) { edges { node { number type status } } } }')
  const begun = ({ type, status }: { type: string; status: string }) => type === 'ACM' && status === 'ENDED'
  const contest = contests.edges.map(({ node }) => node).find(begun)
  if (!contest) throw new Error('No contest with a board')
  const reader = await visit(stage.browser, stage.site.url, stage.token, { height: 420 })
  const { page } = reader
  await page.goto(`${stage.site.url}/contest/${contest.number}/problems`)
  await page.getByRole('table', { name: 'Problems' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await printed(page, SCREEN_ONLY)).toEqual([])
  expect(await page.getByRole('row').count()).toBeGreaterThan(2)

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${stage.site.url}/contest/${contest.number}/rank`)
  await page.locator('[data-row]').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await printed(page, SCREEN_ONLY)).toEqual([])
  const board = page.getByRole('table', { name: /Scoreboard/ })
  const total = Number(await board.getAttribute('aria-rowcount'))
  await expect.poll(() => board.locator('[role=row]').count()).toBe(total)
  const tops = await board
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect(new Set(tops).size).toBe(tops.length)
  await reader.close()
})
