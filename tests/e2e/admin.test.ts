import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '../support/member.ts'
import { openStage } from '../support/stage.ts'
import { axe, overflow, signIn, visit } from '../support/visitor.ts'

const stage = openStage()

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
    await page.getByRole('alert').getByText('No access: your account may not do this').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

    await enter(page, 'root', stage.site.adminPassword)
    await page.getByRole('navigation', { name: 'Administration' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/admin(\/|$)/)
    expect(new URL(page.url()).pathname).not.toBe('/admin/login')
    expect(await axe(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('turns away a member who types its address, and tells staff that a page of it is none', async () => {
    const token = await signIn(stage.site.url, 'gatekeeper', stage.site.adminPassword)
    const member = await visit(stage.browser, stage.site.url, token)
    await member.page.goto(`${stage.site.url}/admin`)
    await member.page.waitForURL('**/admin/login')
    await member.page.getByText('Please login first!').waitFor()
    await member.page.getByText('You are logged in as gatekeeper.').waitFor()
    expect(await member.page.getByRole('link', { name: /^Go on/ }).count()).toBe(0)
    await member.close()

    const staff = await visit(stage.browser, stage.site.url, stage.token)
    await staff.page.goto(`${stage.site.url}/admin/no-such-page`)
    await staff.page.waitForURL('**/admin/login')
    await staff.page.getByRole('link', { name: 'Go on as root' }).click()
    await staff.page.getByRole('navigation', { name: 'Administration' }).waitFor()
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
})
