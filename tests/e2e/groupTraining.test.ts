import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFinePages } from '../support/looks.ts'
import { visit } from '../support/visitor.ts'

/** Trainings of a group as its administrators make them and its members work through them. */

const stage = openBrowserSite()

const { newName, makeGroup, apply, join, giveProblem } = openGroups(stage)

/** Adds the first problem that a search finds to the open training. */
async function add(page: Page, origin: string, displayId: string): Promise<void> {
  await page.getByRole('button', { name: origin }).first().click()
  const dialog = page.getByRole('dialog', { name: origin })
  await dialog.getByRole('searchbox').fill(displayId)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: new RegExp(`^Add ${displayId}`) }).click()
  await dialog.getByRole('button', { name: new RegExp(`^${displayId} .* was added$`) }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** The group that is entered below, a member's token, and the number of its training. */
let entered = { group: { id: '', number: 0 }, member: '', admin: '', training: 0 }

it('is made by an admin with public problems and those of the group, and opens to members live (area-rules T10, T11, T12)', async () => {
  const group = await makeGroup()
  const [adminName, memberName] = [newName('assistant'), newName('pupil')]
  const adminToken = await join(group, adminName, 'ADMIN')
  const memberToken = await join(group, memberName, 'MEMBER')
  const home = `${stage.site.url}/group/${group.number}`
  const [admin, member] = [
    await visit(stage.browser, stage.site.url, adminToken),
    await visit(stage.browser, stage.site.url, memberToken),
  ]
  await member.page.goto(`${home}/training`)
  await member.page.getByText('No trainings yet').waitFor()
  expect(await member.page.getByRole('link', { name: 'New training' }).count()).toBe(0)
  await member.page.waitForLoadState('networkidle')

  // The admin makes one, hidden at first.
  const { page } = admin
  await page.goto(home)
  const tabs = page.getByRole('navigation', { name: /^Algorithms class/ })
  await tabs.getByRole('link', { name: 'Trainings' }).click()
  await page.getByRole('link', { name: 'New training' }).click()
  const bar = page.getByRole('navigation', { name: 'Group', exact: true })
  await bar.getByRole('link', { name: 'Back to the site' }).waitFor()
  await bar.getByRole('link', { name: 'Trainings', exact: true }).waitFor()
  await page.getByLabel('Title').fill('Week one')
  await page.getByRole('textbox', { name: 'Description' }).fill('Before **Friday**')
  const category = page.getByLabel('Category')
  await category.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Create training', exact: true }).click()
  await page.getByText('Week one was created, hidden for now').waitFor()
  await page.waitForURL('**/training/manage/*/problems')
  const training = Number(/manage\/(\d+)/.exec(page.url())?.[1])
  await add(page, 'Add from public problems', 'P1001')
  await giveProblem(group, 'P1013')
  await add(page, 'Add from group', 'P1013')
  expect(await page.getByRole('table').locator('tbody tr').count()).toBe(2)
  // Its page says so, and leads to the form.
  await page.goto(`${home}/training/${training}`)
  await page.getByText('Hidden', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Edit training' }).click()
  await page.waitForURL(`**/manage/${training}/edit`)
  await bar.getByRole('link', { name: 'Trainings', exact: true }).click()
  await page.getByRole('link', { name: 'Manage trainings' }).click()
  await page.getByRole('switch', { name: /Week one/ }).click()

  // A member hears of it, and works through it under the bar of the group.
  const reader = member.page
  await reader.getByRole('button', { name: /1 new/ }).click()
  // A click beside the title opens it too.
  await reader
    .getByRole('row', { name: /Week one/ })
    .getByText('Public', { exact: true })
    .click()
  await reader.getByRole('heading', { level: 1, name: 'Week one' }).waitFor()
  await expect.poll(() => reader.title()).toContain('Week one - Algorithms class')
  const place = reader.getByRole('navigation', { name: 'Group', exact: true })
  await place.getByRole('link', { name: 'Back to the site' }).waitFor()
  await reader
    .getByRole('navigation', { name: 'Week one' })
    .getByRole('link', { name: /^Problems/ })
    .click()
  const table = reader.getByRole('table', { name: 'Problems' })
  await table.getByText('P1013').waitFor()
  await table.getByRole('link', { name: /^Continue here/ }).click()
  await reader.waitForURL(`**/group/${group.number}/training/${training}/problem/P1001`)
  await reader.locator('.monaco-editor .view-line').first().waitFor()
  await place.getByRole('link', { name: 'Trainings', exact: true }).waitFor()
  // The desk ends where the window ends.
  expect(await reader.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  const problems = reader.getByRole('navigation', { name: 'Problems of the training' })
  await reader
    .getByRole('link', { name: 'Focus mode' })
    .or(reader.getByRole('button', { name: 'Focus mode' }))
    .click()
  await reader.waitForURL('**/full-screen')
  await problems.getByRole('link', { name: /^Week one - Algorithms class/ }).click()
  await table.getByText('P1013').waitFor()
  for (const who of [admin, member]) {
    expect(who.complaints).toEqual([])
    await who.close()
  }
  entered = { group, member: memberToken, admin: adminToken, training }
})

it('a training of a group is hidden from strangers, and has one address (area-rules T2)', async () => {
  const { group, training, member: memberToken } = entered
  const token = await apply(group, newName('applicant'), 'Let me in')
  const stranger = await visit(stage.browser, stage.site.url, token)
  await stranger.page.goto(`${stage.site.url}/group/${group.number}`)
  const locked = stranger.page.getByRole('navigation', { name: /^Algorithms class/ }).getByRole('link', {
    name: 'Trainings',
  })
  await locked.waitFor()
  expect(await locked.getAttribute('aria-disabled')).toBe('true')
  for (const path of [`/training/${training}`, `/group/${group.number}/training/${training}`]) {
    await stranger.page.goto(`${stage.site.url}${path}`)
    await stranger.page.getByText(`Training ${training} doesn't exist`).waitFor()
  }
  await stranger.page.goto(`${stage.site.url}/group/${group.number}/training`)
  await stranger.page.getByText('Only members can see the trainings').waitFor()
  await stranger.close()

  const member = await visit(stage.browser, stage.site.url, memberToken)
  await member.page.goto(`${stage.site.url}/training/${training}/problems`)
  await member.page.waitForURL(`**/group/${group.number}/training/${training}/problems`)
  await member.page.goto(`${stage.site.url}/group/${group.number}/training/2/problems`)
  await member.page.waitForURL(({ pathname }) => pathname === '/training/2/problems')
  for (const path of ['', '/create', `/${training}/edit`, `/${training}/problems`]) {
    await member.page.goto(`${stage.site.url}/group/${group.number}/training/manage${path}`)
    await member.page.getByText('404').waitFor()
  }
  await member.close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { group, training, member, admin } = entered
  const base = `/group/${group.number}/training`
  const own = ['', `/${training}`, `/${training}/problems`, `/${training}/problem/P1001`]
  const managed = [
    '',
    '/manage',
    '/manage/create',
    `/manage/${training}/edit`,
    `/manage/${training}/problems?add=group`,
  ]
  const walks = [
    { token: member, paths: own },
    { token: admin, paths: managed },
  ]
  for (const { token, paths } of walks) {
    const someone = await visit(stage.browser, stage.site.url, token)
    await expectFinePages(someone, `${stage.site.url}${base}`, paths)
    await someone.close()
  }
})

it("the group's own problems are hidden, edited and deleted from the list of a training, others only leave it", async () => {
  const { group, training } = entered
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
  const list = `${stage.site.url}/group/${group.number}/training/manage/${training}/problems`
  await page.goto(list)
  await page.getByRole('button', { name: /^Remove P1001/ }).waitFor()
  const visibility = page.getByLabel(/^Visibility.*P1013/)
  await visibility.selectOption('HIDDEN')
  const seen = async () =>
    (await stage.ask<{ problem: { visibility: string } }>('{ problem(displayId: "P1013") { visibility } }'))
      .problem.visibility
  await expect.poll(seen).toBe('HIDDEN')
  const act = async (name: string) => {
    await page.getByRole('row', { name: /P1013/ }).getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act('Edit')
  await page.waitForURL(`**/group/${group.number}/problem/manage/edit/*`)
  await page.goto(list)
  await act('Delete')
  const asks = page.getByRole('dialog')
  await asks.getByRole('button', { name: 'Delete' }).click()
  await asks.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /P1013/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /P1001/ }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
