import { expect, it } from 'vitest'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite, setSwitches } from '../support/browserSite.ts'
import { expectFinePages } from '../support/looks.ts'
import { visit } from '../support/visitor.ts'

/** Posts of a group as its administrators and members meet them. */

const stage = openBrowserSite()

const { newName, makeGroup, apply, join } = openGroups(stage)

/** The group that is entered below, tokens of an administrator and a member, and the number of its post. */
let entered = { group: { id: '', number: 0 }, admin: '', member: '', post: 0 }

it('a post of a group is written by an admin, shown to members live, answered, pinned, and not listed on the site (area-rules D4, D7)', async () => {
  const group = await makeGroup()
  const adminToken = await join(group, newName('assistant'), 'ADMIN')
  const memberToken = await join(group, newName('pupil'), 'MEMBER')
  const home = `${stage.site.url}/group/${group.number}`
  // The box of a comment is there for who has solved enough problems, which nobody here has.
  await setSwitches(stage, { defaultCreateCommentACInitValue: 0 })
  const [admin, member] = [
    await visit(stage.browser, stage.site.url, adminToken),
    await visit(stage.browser, stage.site.url, memberToken),
  ]
  await member.page.goto(`${home}/discussion`)
  await member.page.getByText('No posts yet').waitFor()
  await member.page.waitForLoadState('networkidle')

  const { page } = admin
  await page.goto(`${home}/discussion`)
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Room 305 tonight')
  await dialog.getByLabel('Description').fill('The lab has moved')
  await dialog.getByLabel('Category').selectOption({ label: 'Help' })
  await dialog.getByRole('textbox', { name: 'Content' }).fill('Bring **cards**.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(`**/group/${group.number}/discussion-detail/*`)
  await page.getByRole('heading', { level: 1, name: /Room 305 tonight/ }).waitFor()
  const post = Number(page.url().split('/').at(-1))
  const bar = page.getByRole('navigation', { name: 'Group', exact: true })
  await bar.getByRole('link', { name: 'Discussions', exact: true }).waitFor()

  // A member reads and answers it; the site's list lacks it.
  const reader = member.page
  await reader.getByRole('button', { name: /1 new/ }).click()
  await reader.getByRole('link', { name: /Room 305 tonight/ }).click()
  await reader.getByRole('heading', { level: 1, name: /Room 305 tonight/ }).waitFor()
  await reader.locator('strong', { hasText: 'cards' }).waitFor()
  await reader.getByRole('textbox', { name: 'Your comment' }).fill('I will be there')
  await reader.getByRole('button', { name: 'Send' }).click()
  await reader.getByRole('list', { name: 'Comments' }).getByText('I will be there').waitFor()
  await page.getByRole('button', { name: /1 new/ }).click()
  await page.getByText('I will be there').waitFor()
  await page.getByRole('button', { name: /Room 305 tonight/ }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await page.getByRole('img', { name: 'Pinned' }).waitFor()
  await reader.getByRole('img', { name: 'Pinned' }).waitFor()
  await reader.goto(`${stage.site.url}/discussion?keyword=Room%20305`)
  await reader.getByText('No posts match').waitFor()
  // In the administrators' table a switch takes it from the members, and gives it back.
  await page.goto(`${home}/discussion`)
  await page.getByRole('link', { name: 'Manage posts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Manage posts' }).waitFor()
  await reader.goto(`${home}/discussion`)
  await reader.getByRole('link', { name: /Room 305 tonight/ }).waitFor()
  await reader.waitForLoadState('networkidle')
  const shown = page.getByRole('switch', { name: 'Shown: Room 305 tonight' })
  await shown.click()
  await reader.getByText('No posts yet').waitFor()
  await shown.click()
  await reader.getByRole('button', { name: /1 new/ }).waitFor()
  // The site's address leads to the group's.
  await reader.goto(`${stage.site.url}/discussion-detail/${post}`)
  await reader.waitForURL(`**/group/${group.number}/discussion-detail/${post}`)
  for (const who of [admin, member]) {
    expect(who.complaints).toEqual([])
    await who.close()
  }
  entered = { group, admin: adminToken, member: memberToken, post }
})

it('is closed to strangers, and its administration to members (area-rules D4)', async () => {
  const { group, member, post } = entered
  const stranger = await visit(
    stage.browser,
    stage.site.url,
    await apply(group, newName('applicant'), 'Let me in'),
  )
  const { page } = stranger
  await page.goto(`${stage.site.url}/group/${group.number}/discussion`)
  await page.getByText('Only members can see the discussions').waitFor()
  await page.goto(`${stage.site.url}/group/${group.number}/discussion-detail/${post}`)
  await page.getByText(`Post ${post} doesn't exist`).waitFor()
  await stranger.close()
  const reader = await visit(stage.browser, stage.site.url, member)
  await reader.page.goto(`${stage.site.url}/group/${group.number}/discussion-manage`)
  await reader.page.waitForURL(`**/group/${group.number}/discussion`)
  await reader.page.getByRole('link', { name: /Room 305 tonight/ }).waitFor()
  expect(await reader.page.getByRole('link', { name: 'Manage posts' }).count()).toBe(0)
  await reader.close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { group, admin, post } = entered
  const someone = await visit(stage.browser, stage.site.url, admin)
  const paths = ['/discussion', `/discussion-detail/${post}`, '/discussion-manage']
  await expectFinePages(someone, `${stage.site.url}/group/${group.number}`, paths)
  await someone.close()
})

it('is switched off for all groups at once (area-rules D14)', async () => {
  const { group, member } = entered
  await setSwitches(stage, { openGroupDiscussion: false })
  const someone = await visit(stage.browser, stage.site.url, member)
  const { page } = someone
  await page.goto(`${stage.site.url}/group/${group.number}`)
  const tabs = page.getByRole('navigation', { name: /^Algorithms class/ })
  await tabs.getByRole('link', { name: 'Trainings' }).waitFor()
  expect(await tabs.getByRole('link', { name: 'Discussions' }).count()).toBe(0)
  await page.goto(`${stage.site.url}/group/${group.number}/discussion`)
  await page.waitForURL('**/home')
  await page.getByText('There is no open group discussion area').waitFor()
  await setSwitches(stage, { openGroupDiscussion: true })
  await someone.close()
})
