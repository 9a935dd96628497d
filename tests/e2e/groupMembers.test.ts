import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { type MadeGroup, openGroups } from '../support/browserGroups.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks, expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { axe, visit } from '../support/visitor.ts'

/** Members, applications and announcements of a group as its administrators and members meet them. */

const stage = openBrowserSite()

const { newName, makeGroup, apply, stand, invite } = openGroups(stage)

const announce = ({ id }: MadeGroup, title: string, isHidden = false) =>
  stage.ask('mutation ($input: CreateGroupNoticeInput!) { createGroupNotice(input: $input) { id } }', {
    input: { groupId: id, title, content: 'Bring a **pen** and your `card`.', isHidden },
  })

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row', { name: new RegExp(name) })

it('shows applications as they come, accepts and refuses, changes standings and removes (area-rules G3, G4)', async () => {
  const group = await makeGroup()
  const root = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = root
  await page.goto(`${stage.site.url}/group/${group.number}/member`)
  await page.getByText('No applications are waiting').waitFor()
  await page.waitForLoadState('networkidle')

  const [keen, shy] = [newName('keen'), newName('shy')]
  await apply(group, keen, 'I take the Friday course')
  const applications = page.getByRole('list', { name: 'Applications' })
  const application = applications.getByRole('listitem').filter({ hasText: keen })
  await application.getByText('I take the Friday course').waitFor()
  await page.getByRole('button', { name: `Accept ${keen}` }).click()
  await page.getByText(`${keen} is a member now`).waitFor()
  await application.waitFor({ state: 'detached' })
  const member = rowOf(page, keen)
  const standing = member.getByRole('combobox', { name: `Standing of ${keen}` })
  await standing.waitFor()
  await member.getByRole('button', { name: `Reason of ${keen}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('I take the Friday course').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await standing.selectOption('ADMIN')
  await page.getByText('Update Successfully').waitFor()
  await expect.poll(() => standing.inputValue()).toBe('ADMIN')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.waitForURL('**/member?standing=ADMIN')
  await expect.poll(() => page.getByRole('table', { name: 'Members' }).locator('tbody tr').count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Username' }).fill('nobody at all')
  await page.keyboard.press('Enter')
  await page.getByText('No member matches').waitFor()
  await page.getByRole('link', { name: 'Show all members' }).click()
  await standing.waitFor()

  // A refusal can be taken back.
  await apply(group, shy, 'I would like to watch')
  await page.getByRole('button', { name: `Refuse ${shy}` }).click()
  await page.getByText(`Application of ${shy} refused`).waitFor()
  await page.getByText('No applications are waiting').waitFor()
  await page.getByRole('button', { name: 'Refused', exact: true }).click()
  await page.waitForURL('**/member?answer=REFUSED')
  await page.getByRole('button', { name: `Accept ${shy}` }).click()
  await rowOf(page, shy).waitFor()
  await page.getByText('No application was refused').waitFor()

  await rowOf(page, shy)
    .getByRole('button', { name: `Remove ${shy}` })
    .click()
  await dialog.getByText(`Remove ${shy} from the group?`).waitFor()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Delete successfully').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, shy).waitFor({ state: 'detached' })

  // The owner stays as they are.
  const own = rowOf(page, 'root')
  await own.getByText('Owner', { exact: true }).waitFor()
  expect(await own.getByRole('combobox').or(own.getByRole('button')).count()).toBe(0)
  expect(root.complaints).toEqual([])
  await root.close()
})

it('lets applications wait while the administrator reads further down', async () => {
  const group = await makeGroup()
  for (const name of Array.from({ length: 11 }, () => newName('early')))
    await apply(group, name, 'I was early to apply')
  const root = await visit(stage.browser, stage.site.url, stage.token, { height: 500 })
  const { page } = root
  await page.goto(`${stage.site.url}/group/${group.number}/member`)
  await page.getByRole('button', { name: 'Show more (1 hidden)' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Accept early/ }).count()).toBe(11)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  const late = newName('late')
  await apply(group, late, 'I was late to apply')
  await page.getByRole('button', { name: /1 new/ }).waitFor()

  expect(await page.getByRole('button', { name: `Accept ${late}` }).count()).toBe(0)
  await page.getByRole('button', { name: /1 new/ }).click()
  await page.getByRole('button', { name: `Accept ${late}` }).waitFor()
  expect(root.complaints).toEqual([])
  await root.close()
})

it('announcements are written in Markdown, hidden, edited and deleted (area-rules G7)', async () => {
  const group = await makeGroup()
  const root = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = root
  await page.goto(`${stage.site.url}/group/${group.number}/announcement`)
  await page.getByText('No announcements yet').waitFor()
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('First meeting')
  await dialog.getByRole('textbox', { name: 'Content' }).fill('Bring **two** pens')
  await dialog.locator('strong', { hasText: 'two' }).waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Create Successfully').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /First meeting/ })
  const shown = row.getByRole('switch')
  await shown.click()
  await page.getByText('Update Successfully').waitFor()
  await expect.poll(() => shown.isChecked()).toBe(false)

  // An edit elsewhere in the meantime keeps what was typed here, and asks.
  await row.getByRole('button', { name: 'First meeting', exact: true }).click()
  await dialog.getByLabel('Title').fill('First meeting, room 5')
  const { node } = await stage.ask<{ node: { managedNotices: { edges: { node: { id: string } }[] } } }>(
    'query ($id: ID!) { node(id: $id) { ... on Group { managedNotices { edges { node { id } } } } } }',
    { id: group.id },
  )
  await stage.ask('mutation ($input: ChangeGroupNoticeInput!) { changeGroupNotice(input: $input) { id } }', {
    input: { id: node.managedNotices.edges[0]?.node.id, title: 'First meeting, room 9' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('First meeting, room 9').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('First meeting, room 5')
  await dialog.getByRole('button', { name: 'Title: keep mine', exact: false }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'First meeting, room 5', exact: true }).waitFor()

  // What others announce appears by itself.
  await announce(group, 'Second meeting')
  await page.getByRole('button', { name: 'Second meeting', exact: true }).waitFor()

  await page.getByRole('button', { name: /^More actions for First meeting/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByText('Delete “First meeting, room 5”?').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Delete successfully').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  expect(root.complaints).toEqual([])
  await root.close()
})

it('invites by a link whose uses count live, until it is revoked (area-rules G3)', async () => {
  const group = await makeGroup()
  const root = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = root
  await page.goto(`${stage.site.url}/group/${group.number}/member`)
  await page.getByText('No links yet').waitFor()
  await page.getByLabel('Number of uses').fill('0')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('A whole number from 1 to 500').waitFor()
  await page.getByLabel('Number of uses').fill('2')
  await page.getByRole('button', { name: 'Custom', exact: true }).click()
  await page.getByLabel('Valid until').waitFor()
  await page.getByRole('button', { name: '1 day', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('Link created').waitFor()
  const link = page.getByRole('list', { name: 'Invitation links' }).getByRole('listitem')
  await link.getByText('0 / 2 used').waitFor()
  const address = (await link.locator('[title]').first().getAttribute('title')) ?? ''
  expect(address).toMatch(/\/invitation\/[\w-]{16}$/)
  await page.waitForLoadState('networkidle')

  const keen = newName('invited')
  const guest = await visit(stage.browser, stage.site.url, await addMember(stage, keen))
  await guest.page.goto(address)
  await guest.page.getByRole('heading', { name: /Algorithms class/ }).waitFor()
  await guest.page.getByText('Weekly contests and homework').waitFor()
  expect(await axe(guest.page)).toEqual([])
  await guest.page.getByRole('button', { name: 'Join group' }).click()
  await guest.page.waitForURL(`**/group/${group.number}`)
  await guest.page.getByText(/^Joined Algorithms class/).waitFor()
  await link.getByText('1 / 2 used').waitFor()
  await rowOf(page, keen).waitFor()
  await guest.page.goto(address)
  await guest.page.getByText('You are in this group already.').waitFor()
  await guest.page.getByRole('link', { name: 'Open group' }).click()
  await guest.page.waitForURL(`**/group/${group.number}`)

  await page.getByRole('button', { name: /^Revoke link/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('Link revoked').waitFor()
  await link.locator('s').waitFor()
  const late = await visit(stage.browser, stage.site.url, await addMember(stage, newName('late')))
  await late.page.goto(address)
  await late.page.getByRole('heading', { name: 'Invitation not valid' }).waitFor()
  expect(await axe(late.page)).toEqual([])
  for (const visitor of [root, guest, late]) {
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }
})

it('leaves to an admin what is below them, and announcements of others to read (area-rules G4, G7)', async () => {
  const group = await makeGroup()
  const [helper, lead, pupil] = [newName('helper'), newName('lead'), newName('pupil')]
  const token = await apply(group, helper, 'I help with the course')
  await stand(group, helper, 'ADMIN')
  for (const [name, standing] of [
    [lead, 'ROOT'],
    [pupil, 'MEMBER'],
  ] as const) {
    await apply(group, name, 'I belong to the course')
    await stand(group, name, standing)
  }
  await announce(group, 'From the owner')
  const admin = await visit(stage.browser, stage.site.url, token)
  const { page } = admin
  await page.goto(`${stage.site.url}/group/${group.number}/member`)
  await rowOf(page, pupil)
    .getByRole('button', { name: `Remove ${pupil}` })
    .waitFor()
  expect(await page.getByRole('table', { name: 'Members' }).getByRole('combobox').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(1)
  await page.getByRole('link', { name: 'Announcements' }).click()
  const title = page.getByRole('button', { name: 'From the owner', exact: true })
  await title.waitFor()
  expect(await page.getByRole('switch').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^More actions for/ }).count()).toBe(0)
  await title.click()
  await page.getByRole('dialog').locator('strong', { hasText: 'pen' }).waitFor()
  expect(admin.complaints).toEqual([])
  await admin.close()
})

/** A group with people of every standing, made once for all looks. */

async function makeBusy() {
  const group = await makeGroup()
  const someone = newName('paperboat')
  const member = await apply(group, someone, 'I take the Friday course')
  await stand(group, someone, 'MEMBER')
  for (const [name, standing] of [
    [newName('tidewater'), 'ROOT'],
    [newName('kestrel'), 'ADMIN'],
    [newName('a_very_long_name'), 'MEMBER'],
    [newName('refused'), 'REFUSED'],
  ] as const) {
    await apply(group, name, 'Number 16 of the list that the office sent')
    await stand(group, name, standing)
  }
  await apply(group, newName('coldbrew'), '23 级计科，选了你周五的上机课，学号尾号 16。')
  await apply(group, newName('thistle'), 'x'.repeat(100))
  await announce(group, '第一次上机：周五 19:00，机房 402，请提前十分钟到场')
  await announce(group, 'Draft of the rules', true)
  for (const isRevoked of [true, false]) await invite(group, isRevoked)
  const link = await invite(group)
  return { group, member, link, guest: await addMember(stage, newName('guest')) }
}

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { group, member, link, guest } = await makeBusy()
  const ofGroup = (path: string) => `/group/${group.number}${path}`
  const [root, reader, stranger] = [
    await visit(stage.browser, stage.site.url, stage.token),
    await visit(stage.browser, stage.site.url, member),
    await visit(stage.browser, stage.site.url, guest),
  ]
  const pages = ['/member?answer=REFUSED', '/member', '/announcement'].map(ofGroup)
  await expectFinePages(root, stage.site.url, pages, 'main h2')
  await expectFinePages(reader, stage.site.url, [ofGroup('/member')], 'main h2')
  await expectFinePages(reader, stage.site.url, [`/invitation/${link}`], 'main h1')
  await expectFinePages(stranger, stage.site.url, [`/invitation/${link}`, '/invitation/unknown'], 'main h1')
  await root.page.getByRole('button', { name: /announcement/ }).click()
  await root.page.getByRole('dialog').getByRole('textbox', { name: 'Content' }).waitFor()
  await expectFineLooks(root, 'announcement form')
  expect(root.complaints).toEqual([])
  for (const one of [root, reader, stranger]) await one.close()
})
