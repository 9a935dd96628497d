import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { runSql } from '../support/postgres.ts'
import { signIn, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

describe('the rank lists', () => {
  it.each([
    ['ACM', '/acm-rank', 'solved'],
    ['OI', '/oi-rank', 'score'],
  ] as const)(
    'show the first places of %s, find people, and lead to one’s own place (area-rules R1 to R4)',
    async (type, path, figure) => {
      type Row = { number: number; user: { username: string } } & Record<
        'solved' | 'submitted' | 'score',
        number
      >
      const { ranks } = await stage.ask<{ ranks: { totalCount: number; edges: { node: Row }[] } }>(
        `{ ranks(type: ${type}, first: 50) { totalCount edges { node { number solved submitted score user { username } } } } }`,
      )
      const rows = ranks.edges.map(({ node }) => node)
      const [first] = rows
      if (!first) throw new Error('nobody is ranked')
      const token = await signIn(stage.site.url, 'root', stage.site.adminPassword)
      const visitor = await visit(stage.browser, stage.site.url, token)
      const { page } = visitor
      await page.goto(`${stage.site.url}${path}`)
      const table = page.getByRole('table')
      await table.getByText(first.user.username, { exact: true }).waitFor()
      const cells = await table.locator('tbody tr').first().locator('td').allInnerTexts()
      expect(cells[0]).toBe('1')
      expect(cells.join(' ')).toContain(String(first[figure]))
      expect(cells).toContain(`${((100 * first.solved) / first.submitted).toFixed(2)}%`)
      const solved = table.getByRole('link', { name: `${first.solved} solved by ${first.user.username}` })
      expect(await solved.getAttribute('href')).toBe(`/status?status=0&username=${first.user.username}`)

      const last = rows.findLast(({ user }) => user.username !== 'root')
      if (!last) throw new Error('nobody but root is ranked')
      await page.getByRole('searchbox').last().fill(last.user.username)
      await page.keyboard.press('Enter')
      await expect.poll(() => table.locator('tbody tr').count()).toBeLessThan(rows.length)
      const found = table.locator('tbody tr', { hasText: last.user.username }).first()
      expect(await found.locator('td').first().innerText()).toBe(String(last.number))

      await page.getByRole('link', { name: /^My place/ }).click()
      await table.locator('tbody tr', { hasText: 'root' }).first().waitFor()
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
  )

  it('move rows of open pages to their new places, where the reader has scrolled to', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.setViewportSize({ width: 1280, height: 480 })
    await page.goto(`${stage.site.url}/acm-rank`)
    const rows = page.getByRole('table').locator('tbody tr')
    const last = rows.filter({ hasText: 'paperboat' })
    await last.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => window.scrollY)
    await runSql(
      stage.site.databaseUrl,
      `update "UserRank" set "solved" = 900 where "userId" = (select "id" from "User" where "usernameKey" = 'paperboat')`,
    )
    await rows.first().getByText('paperboat', { exact: true }).waitFor()
    expect(await rows.first().locator('td').first().innerText()).toBe('1')
    // The browser keeps the rows that are read in place, and one of them may have been passed.
    const moved = (await page.evaluate(() => window.scrollY)) - scrolled
    expect(Math.abs(moved)).toBeLessThanOrEqual(48)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
