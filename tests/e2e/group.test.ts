import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks, expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { visit } from '../support/visitor.ts'

/** A group from its creation to its disbanding, as its owner and a stranger meet it. */

const stage = openBrowserSite()

/** A name that nobody has. */
let made = 0
const numbered = (name: string) => `${name}${++made}`

it('lists groups to guests, and asks them to log in before one (area-rules G2)', async () => {
  const guest = await visit(stage.browser, stage.site.url)
  const { page } = guest
  await page.goto(`${stage.site.url}/home`)
  await page.locator('header').getByRole('link', { name: 'Groups' }).click()
  await page.waitForURL('**/group')
  const seeded = page.getByRole('link', { name: '算法设计 2301 班' })
  await seeded.waitFor()
  await page.getByText('5 members').waitFor()
  expect(await page.getByRole('button', { name: 'Create a group' }).count()).toBe(0)
  expect(await page.getByRole('switch', { name: 'My groups' }).getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Public', exact: true }).click()
  await page.waitForURL('**/group?auth=1')
  await page.getByText('No group matches').waitFor()
  await page.getByRole('link', { name: 'Show all groups' }).click()
  await page.getByText('5 members').click()
  await page.getByText('Please login first!').waitFor()
  await page.getByRole('dialog').waitFor()
  expect(guest.complaints).toEqual([])
  await guest.close()
})

const fill = (page: Page, name: string, text: string) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true }).fill(text)

it('is created, applied to, announced in, left and disbanded, live (area-rules G1, G3, G5, G6, G7)', async () => {
  const owner = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = owner
  const name = numbered('Night owls ')
  const shortName = numbered('OWLS00')
  await page.goto(`${stage.site.url}/group`)
  await page.getByRole('button', { name: 'Create a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a group' })
  await fill(page, 'Name', 'Owls')
  await fill(page, 'Short name', shortName)
  await dialog.getByText('Name needs at least 5 characters').waitFor()
  await fill(page, 'Name', name)
  await fill(page, 'Brief', 'We meet after ten')
  await dialog.getByRole('group', { name: 'Access' }).getByRole('button', { name: 'Code' }).click()
  // A code is there at once; another one is a click away.
  const written = () => dialog.getByRole('textbox', { name: 'Code' }).inputValue()
  await expect.poll(written).toMatch(/^.{6}$/)
  const first = await written()
  await dialog.getByRole('button', { name: 'Random code' }).click()
  await expect.poll(written).not.toBe(first)
  const code = await written()
  expect(code).toMatch(/^.{6}$/)
  await fill(page, 'Description', 'Bring **tea**.')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const path = new URL(page.url()).pathname
  await expect.poll(() => page.title()).toContain(name)

  // A stranger finds it, and applies; the owner's page counts it meanwhile.
  const username = numbered('stranger')
  const someone = await visit(stage.browser, stage.site.url, await addMember(stage, username))
  const other = someone.page
  await other.goto(`${stage.site.url}/group?keyword=${encodeURIComponent(name)}`)
  await other.getByRole('link', { name }).click()
  await other.getByRole('heading', { level: 1, name }).waitFor()
  await other.locator('strong', { hasText: 'tea' }).waitFor()
  const locked = other.getByRole('navigation', { name }).getByRole('link', { name: /^Members/ })
  expect(await locked.getAttribute('aria-disabled')).toBe('true')
  await other.getByRole('button', { name: 'Apply' }).click()
  await fill(other, 'Reason', 'I never sleep')
  await fill(other, 'Code', 'wrong!')
  const apply = other.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true })
  await apply.click()
  await other.getByText('The code is wrong').waitFor()
  await fill(other, 'Code', code)
  await expect
    .poll(async () => {
      // One attempt in two seconds.
      if (await other.getByText('Applying').isVisible()) return true
      if (await apply.isVisible()) await apply.click({ timeout: 2_000 }).catch(() => null)
      return other.getByText('Applying').isVisible()
    })
    .toBe(true)
  await page.getByText('1 waiting').waitFor()
  await page.getByRole('link', { name: /^Members/ }).click()
  await page.getByText('I never sleep').waitFor()
  await page.getByRole('button', { name: `Accept ${username}` }).click()

  // Its page opens by itself, and hears what is announced.
  await other.getByText('No announcements yet').waitFor()
  const { group } = await stage.ask<{ group: { id: string } }>(
    'query ($number: Int!) { group(number: $number) { id } }',
    { number: Number(path.split('/').at(-1)) },
  )
  const announce = (title: string) =>
    stage.ask('mutation ($input: CreateGroupNoticeInput!) { createGroupNotice(input: $input) { id } }', {
      input: { groupId: group.id, title, content: 'At **ten**.' },
    })
  await announce('First night')
  await other.getByText('First night').waitFor()

  await other.getByRole('button', { name: 'Exit group' }).click()
  const exit = other.getByRole('dialog', { name: `Exit ${name}?` })
  await exit.getByRole('button', { name: 'Exit group' }).click()
  await other.getByText('Exit Successfully').waitFor()
  await exit.waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Apply' }).waitFor()
  await other.getByText('First night').waitFor({ state: 'detached' })

  // Settings, and the end.
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const brief = page.getByRole('textbox', { name: 'Brief' })
  await brief.fill('We meet after eleven')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Update Successfully').waitFor()
  await other.getByText('We meet after eleven').waitFor()
  await page.getByRole('navigation', { name }).getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Disband group' }).click()
  const end = page.getByRole('dialog', { name: `Disband ${name}?` })
  await end.getByText('1 announcement', { exact: true }).waitFor()
  await end.getByText('1 member', { exact: true }).waitFor()
  const disband = end.getByRole('button', { name: 'Disband group' })
  await end.getByRole('textbox').fill(shortName)
  await disband.click()
  await page.getByText('Disband Successfully').waitFor()
  await page.waitForURL('**/group')
  await other.getByText(/doesn't exist, or you may not view it/).waitFor()
  expect([...owner.complaints, ...someone.complaints]).toEqual([])
  for (const one of [owner, someone]) await one.close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const stranger = await addMember(stage, numbered('reader'))
  const root = await visit(stage.browser, stage.site.url, stage.token)
  const reader = await visit(stage.browser, stage.site.url, stranger)
  await expectFinePages(root, stage.site.url, ['/group/1', '/group/1/setting', '/group'], 'main h1')
  await expectFinePages(reader, stage.site.url, ['/group/1', '/group/1/setting'], 'main h1')
  await root.page.getByRole('button', { name: 'Create a group' }).click()
  await root.page.getByRole('dialog').getByRole('textbox', { name: 'Description' }).waitFor()
  await expectFineLooks(root, 'group-new')
  expect(root.complaints).toEqual([])
  for (const one of [root, reader]) await one.close()
})
