import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember } from '../support/member.ts'
import { axe, overflow, signIn, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const enter = async (page: Page, username: string, password: string) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

describe('the administration', () => {
  beforeAll(() => addMember(stage, 'gatekeeper'))

  it('asks guests for a login of its own, refuses who is no staff there, and leads staff on', async () => {
    const visitor = await visit(stage.browser, stage.site.url)
    const { page } = visitor
    await page.goto(`${stage.site.url}/admin`)
    await page.waitForURL('**/admin/login')
    await page.getByText('Please login first!').waitFor()
    expect(await page.locator('header').count()).toBe(0)
    await expect.poll(() => page.title()).toBe('Log in to the administration - MOJ')
    expect(await axe(page)).toEqual([])

    await enter(page, 'gatekeeper', stage.site.adminPassword)
    await page.getByRole('alert').getByText("No access: your account can't do this").waitFor()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

    await enter(page, 'root', stage.site.adminPassword)
    await page.getByRole('navigation', { name: 'Administration' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/admin(\/|$)/)
    expect(new URL(page.url()).pathname).not.toBe('/admin/login')
    expect(await axe(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('turns away a member who types its address, and leads staff from one without a page to its login', async () => {
    const token = await signIn(stage.site.url, 'gatekeeper', stage.site.adminPassword)
    const member = await visit(stage.browser, stage.site.url, token)
    await member.page.goto(`${stage.site.url}/admin`)
    await member.page.waitForURL('**/admin/login')
    await member.page.getByText('Please login again with the administrator account!').waitFor()
    await member.page.getByText('You are logged in as gatekeeper.').waitFor()
    expect(await member.page.getByRole('link', { name: /^Go on/ }).count()).toBe(0)
    await member.close()

    const staff = await visit(stage.browser, stage.site.url, stage.token)
    await staff.page.goto(`${stage.site.url}/admin/no-such-page`)
    await staff.page.waitForURL('**/admin/login')
    await staff.page.getByRole('link', { name: 'Continue as root' }).waitFor()
    await staff.close()
  })

  it('opens from the user menu in a page of its own, and has its menu in a drawer on a phone', async () => {
    const visitor = await visit(stage.browser, stage.site.url, stage.token)
    await visitor.page.goto(`${stage.site.url}/home`)
    await visitor.page.getByRole('button', { name: 'Account of root' }).click()
    const [page] = await Promise.all([
      visitor.context.waitForEvent('page'),
      visitor.page.getByRole('menuitem', { name: 'Administration' }).click(),
    ])
    await page.getByRole('navigation', { name: 'Administration' }).waitFor()
    await page.setViewportSize({ width: 320, height: 700 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Administration' })
    await drawer.getByRole('link', { name: 'Back to the site' }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await axe(page)).toEqual([])
    await drawer.getByRole('link', { name: 'Back to the site' }).click()
    await page.waitForURL('**/home')
    await page.locator('header').getByRole('button', { name: 'Account of root' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('finds pages and records by Ctrl K, of those that are open to anyone who asks', async () => {
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/dashboard`)
    await page.getByRole('button', { name: 'Search the administration' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    const search = page.getByRole('combobox', { name: 'Search the administration' })
    const hits = page.getByRole('option')
    await search.fill('p1001')
    await hits.filter({ hasText: 'A + B' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/problem/edit/*')

    await page.keyboard.press('ControlOrMeta+k')
    await search.fill('gatek')
    await hits.filter({ hasText: 'gatekeeper' }).waitFor()
    await search.fill('s')
    await hits.filter({ hasText: 'Switches' }).waitFor()
    await hits.filter({ hasText: 'gatekeeper' }).waitFor({ state: 'detached' })
    const first = await page.locator('[aria-selected=true]').innerText()
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[aria-selected=true]').innerText()).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await page.locator('[aria-selected=true]').innerText()).toBe(first)
    await search.fill('1')
    await hits.filter({ hasText: /^#1/ }).waitFor()
    await search.fill('nothing is called so')
    await page.getByText('Nothing found').waitFor()
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
    for (const [width, theme] of [
      [390, 'dark'],
      [320, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await page.emulateMedia({ colorScheme: theme })
      await page.getByRole('button', { name: 'Search the administration' }).click()
      await search.fill('p1001')
      await hits.filter({ hasText: 'A + B' }).waitFor()
      expect(await overflow(page)).toBe(0)
      expect(await axe(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
    expect(complaints).toEqual([])
    await close()

    const teacher = await visit(stage.browser, stage.site.url, await addMember(stage, 'teacher', 'ADMIN'))
    await teacher.page.goto(`${stage.site.url}/admin/problems`)
    await teacher.page.getByRole('button', { name: 'Search the administration' }).click()
    const sought = teacher.page.getByRole('combobox', { name: 'Search the administration' })
    for (const text of ['A + B', 'gatekeeper', 'Switches']) {
      await sought.fill(text)
      await teacher.page.getByText('Nothing found').waitFor()
      await sought.fill('Problems')
      await teacher.page.getByRole('option', { name: 'Problems' }).waitFor()
    }
    expect(teacher.complaints).toEqual([])
    await teacher.close()
  })
})
