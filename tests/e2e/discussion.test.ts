import { expect, it } from 'vitest'
import { openBrowserSite, setSwitches } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { axe, visit } from '../support/visitor.ts'

/** Posts as their readers, authors and moderators meet them. */

const stage = openBrowserSite()

const categoryOf = async () => {
  const { discussionCategories } = await stage.ask<{ discussionCategories: { id: string }[] }>(
    '{ discussionCategories { id } }',
  )
  return discussionCategories[0]?.id
}

/** A post of the administrator's; its number. */
async function makePost(title: string, content = 'Words', description = 'A summary'): Promise<number> {
  const { createDiscussion } = await stage.ask<{ createDiscussion: { number: number } }>(
    'mutation ($input: CreateDiscussionInput!) { createDiscussion(input: $input) { number } }',
    { input: { title, description, content, categoryId: await categoryOf() } },
  )
  return createDiscussion.number
}

it('publishes a post, with its errors in place and a draft that survives a reload (area-rules D6)', async () => {
  const author = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = author
  await page.goto(`${stage.site.url}/problem/P1001`)
  await page.getByRole('link', { name: /^Discussion \d+$/ }).click()
  await page.waitForURL('**/discussion/P1001')
  await page.getByRole('heading', { name: 'Discussions of P1001' }).waitFor()
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  for (const field of ['Title', 'Description', 'Category', 'Content'])
    await dialog.getByText(`${field} is required`).waitFor()
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
    .toBe('title')
  await dialog.getByLabel('Title').fill('x'.repeat(256))
  await dialog.getByText("Title can't exceed 255 characters").waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Title').fill('x'.repeat(255))
  await dialog.getByLabel('Description').fill('Kept in the browser')
  await expect
    .poll(() => page.evaluate(() => Object.values({ ...localStorage }).join()))
    .toContain('Kept in the browser')

  // The draft is there after a reload.
  await page.reload()
  await page.getByRole('button', { name: 'New post' }).click()
  await dialog.getByText(/^Your draft of .* restored/).waitFor()
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Kept in the browser')
  await dialog.getByLabel('Category').selectOption({ label: 'Help' })
  await dialog.getByRole('textbox', { name: 'Content' }).fill('Is **a** small?')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL('**/discussion-detail/*')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await author.close()
})

it('is liked by users, while guests read where to log in (area-rules D12)', async () => {
  const number = await makePost('Tides and times')
  const reader = await visit(stage.browser, stage.site.url)
  await reader.page.goto(`${stage.site.url}/discussion-detail/${number}`)
  // Guests read 'Please login first' where the box would be (area-rules D12).
  await reader.page.getByText('Please login first', { exact: true }).waitFor()
  await reader.page.getByText('No comments yet').waitFor()
  await setSwitches(stage, { defaultCreateCommentACInitValue: 0 })
  const token = await addMember(stage, 'talker')
  const talker = await visit(stage.browser, stage.site.url, token)
  const { page } = talker
  await page.goto(`${stage.site.url}/discussion-detail/${number}`)
  await page.getByRole('button', { name: 'Like, 0 likes' }).click()
  await page.getByRole('button', { name: 'Like, 1 like' }).waitFor()
  for (const one of [talker, reader]) await one.close()
})

it('offers its problem to readers of the list, and editing and deleting to its author', async () => {
  await makePost('Not for long')
  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/discussion`)
  await guest.page.getByText('Not for long').waitFor()
  expect(await guest.page.getByRole('button', { name: /^More actions/ }).count()).toBe(0)
  await guest.page.getByRole('link', { name: 'Go to problem P1001' }).first().click()
  await guest.page.waitForURL('**/problem/P1001')

  const author = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = author
  await page.goto(`${stage.site.url}/discussion?page=1`)
  const menu = (title: string) => page.getByRole('button', { name: `More actions for ${title}` })
  await menu('Not for long').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Gone at once')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await menu('Gone at once').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Gone at once').first().waitFor({ state: 'detached' })
  await page.getByText('x'.repeat(255)).waitFor()
  for (const one of [guest, author]) {
    expect(one.complaints).toEqual([])
    await one.close()
  }
})

it('tells of new posts without moving the list', async () => {
  const reader = await visit(stage.browser, stage.site.url, null, { width: 390, locale: 'zh-CN' })
  const { page } = reader
  await page.goto(`${stage.site.url}/discussion`)
  await page.getByRole('heading', { name: '讨论', level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await makePost('A post that has just come')
  await page.getByRole('button', { name: /1/ }).filter({ hasText: '新' }).click()
  await page.getByText('A post that has just come').waitFor()
  await reader.close()
})

it('refuses who has solved too few or may not post, in words (area-rules D7)', async () => {
  const newcomer = await visit(stage.browser, stage.site.url, await addMember(stage, 'newcomer'))
  const { page } = newcomer
  await page.goto(`${stage.site.url}/discussion`)
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Hello')
  await dialog.getByLabel('Description').fill('Hello')
  await dialog.getByLabel('Category').selectOption({ label: 'Chat' })
  await dialog.getByRole('textbox', { name: 'Content' }).fill('Hello')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByText('Posting takes 10 solved problems; you have 0').waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Hello')
  await newcomer.close()
  const muted = await visit(stage.browser, stage.site.url, await addMember(stage, 'silent', 'MUTED'))
  await muted.page.goto(`${stage.site.url}/discussion`)
  const button = muted.page.getByRole('button', { name: 'New post' })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  await muted.close()
})

it('shows hostile words as words, whole, on a phone and a desk, in both languages and themes', async () => {
  const title = `‮${'W'.repeat(248)}🎈🎈`
  const number = await makePost(
    title,
    '<script>document.title = "owned"</script>\n\n[here](javascript:alert(1)) ![x](https://example.org/x.png)',
    '<img src=x onerror=alert(1)> ‮reversed',
  )
  await stage.ask('mutation ($input: WriteCommentInput!) { writeComment(input: $input) { id } }', {
    input: { subjectId: btoa(`Discussion:${number}`), content: 'm'.repeat(10_000) },
  })
  for (const locale of ['zh-CN', 'en-US'] as const) {
    const one = await visit(stage.browser, stage.site.url, stage.token, { locale })
    for (const path of [
      '/discussion',
      `/discussion-detail/${number}`,
      '/discussion-detail/4',
      '/discussion/P1005',
    ]) {
      await one.page.goto(stage.site.url + path)
      await one.page.locator('main h1').waitFor()
      await one.page.waitForLoadState('networkidle')
      await expectFineLooks(one, `${locale} ${path}`)
      expect(await one.page.title()).not.toContain('owned')
    }
    await one.close()
  }
})

it('is edited in two tabs without losing the words of either, and deleted by its author (area-rules D5)', async () => {
  const number = await makePost('Two tabs')
  const address = `${stage.site.url}/discussion-detail/${number}`
  const [one, other] = [
    await visit(stage.browser, stage.site.url, stage.token),
    await visit(stage.browser, stage.site.url, stage.token),
  ]
  const dialog = ({ page }: typeof one) => page.getByRole('dialog', { name: 'Edit post' })
  for (const tab of [one, other]) {
    await tab.page.goto(address)
    await tab.page.getByRole('button', { name: /Two tabs/ }).click()
    await tab.page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog(tab)
      .getByLabel('Description')
      .fill(tab === one ? 'From the first' : 'From the second')
  }
  await dialog(one).getByRole('button', { name: 'Save' }).click()
  await one.page.getByRole('article').getByText('From the first').waitFor()
  // What the stream brings to the page behind the form leaves the form as it is.
  await other.page.locator('article').getByText('From the first').waitFor()
  await dialog(other).getByRole('button', { name: 'Save' }).click()
  const conflict = dialog(other).getByRole('group', { name: /^Also changed by someone else/ })
  await conflict.getByText('From the first').waitFor()
  await conflict.getByRole('button', { name: /keep mine/ }).click()
  await dialog(other).getByRole('button', { name: 'Save' }).click()
  await other.page.getByRole('article').getByText('From the second').waitFor()
  // The other tab has it without a reload.
  await one.page.getByRole('article').getByText('From the second').waitFor()
  await one.page.getByRole('button', { name: /Two tabs/ }).click()
  await one.page.getByRole('menuitem', { name: 'Delete' }).click()
  await one.page.getByRole('dialog').getByText('Two tabs').waitFor()
  await one.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await one.page.waitForURL('**/discussion')
  // The other tab says that the post is gone.
  await other.page.getByText(`Post ${number} doesn't exist`).waitFor()
  for (const tab of [one, other]) await tab.close()
})

it('brings replies and likes to an open page without moving it, and names whom to mention', async () => {
  const number = await makePost('Live talk')
  const { writeComment } = await stage.ask<{ writeComment: { id: string } }>(
    'mutation ($input: WriteCommentInput!) { writeComment(input: $input) { id } }',
    { input: { subjectId: btoa(`Discussion:${number}`), content: 'First words' } },
  )
  await setSwitches(stage, { defaultCreateCommentACInitValue: 0 })
  const talker = await visit(stage.browser, stage.site.url, await addMember(stage, 'mentioner'))
  const guest = await visit(stage.browser, stage.site.url)
  for (const { page } of [guest, talker]) {
    await page.goto(`${stage.site.url}/discussion-detail/${number}`)
    await page.getByText('First words').waitFor()
    await page.waitForLoadState('networkidle')
  }
  await talker.page.getByRole('button', { name: 'Like, 0 likes' }).first().click()
  await guest.page.getByRole('button', { name: 'Like, 1 like' }).first().waitFor()

  // People of the thread come first, by the keyboard alone.
  await talker.page.getByRole('button', { name: 'Reply to root' }).click()
  const box = talker.page.getByRole('textbox', { name: 'Your reply to root' })
  await box.fill('Thanks ')
  await box.press('End')
  await box.pressSequentially('@r')
  const names = talker.page.getByRole('listbox', { name: 'Users to mention' })
  await names.getByRole('option', { name: 'root', exact: true }).waitFor()
  expect(await axe(talker.page)).toEqual([])
  await box.press('Escape')
  await names.waitFor({ state: 'detached' })
  await box.pressSequentially(' @roo')
  await names.getByRole('option', { name: 'root', exact: true }).waitFor()
  await box.press('Enter')
  expect(await box.inputValue()).toBe('Thanks @r @root ')
  // By touch or mouse, and the focus stays in the text.
  await box.pressSequentially('and @ti')
  await names.getByRole('option', { name: /^tidewater/ }).click()
  expect(await box.inputValue()).toBe('Thanks @r @root and @tidewater ')
  expect(await box.evaluate((field) => field === document.activeElement)).toBe(true)

  const heading = guest.page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  await talker.page.getByRole('button', { name: 'Send' }).last().click()
  const mention = guest.page.getByRole('link', { name: '@root', exact: true })
  await mention.waitFor()
  expect(await mention.getAttribute('href')).toBe('/user-home?username=root')
  expect(await heading.boundingBox()).toEqual(before)
  // Three replies are shown, further ones on request.
  for (const content of ['second', 'third', 'fourth', 'fifth'])
    await stage.ask('mutation ($input: WriteReplyInput!) { writeReply(input: $input) { id } }', {
      input: { commentId: writeComment.id, content },
    })
  const more = guest.page.getByRole('button', { name: /more repl/ })
  const fifth = guest.page.getByText('fifth', { exact: true })
  const isRead = async () => {
    if (await more.isVisible()) await more.click({ timeout: 5_000 }).catch(() => undefined)
    return fifth.isVisible()
  }
  await expect.poll(isRead, { timeout: 30_000 }).toBe(true)
  for (const one of [talker, guest]) {
    expect(one.complaints).toEqual([])
    await one.close()
  }
})

it('is reported, and staff deal with it in the administration while somebody reads it (area-rules D2, D10)', async () => {
  const number = await makePost('Buy my keyboard')
  const staff = await visit(stage.browser, stage.site.url, stage.token)
  await staff.page.goto(`${stage.site.url}/admin/discussion?tab=reports`)
  await staff.page.getByRole('tab', { name: /^Reports/, selected: true }).waitFor()
  await staff.page.waitForLoadState('networkidle')
  const reader = await visit(stage.browser, stage.site.url, await addMember(stage, 'reporter'))
  await reader.page.goto(`${stage.site.url}/discussion-detail/${number}`)
  await reader.page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = reader.page.getByRole('dialog', { name: 'Report post' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('The label and reason cannot be empty').waitFor()
  await dialog.getByLabel('Spam ads').check()
  await dialog.getByLabel('Reason').fill('‮not a post‬ <b>at all</b>')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await reader.page.getByText('Send successfully').waitFor()

  const row = staff.page.getByRole('row').filter({ hasText: 'Buy my keyboard' })
  await row.getByText('<b>at all</b>').waitFor()
  await row.getByText('Spam ads').waitFor()
  await row.getByRole('switch', { name: /^Shown/ }).click()
  // The page of the reader says that the post is gone.
  await reader.page.getByText(`Post ${number} doesn't exist`).waitFor()
  await row.getByRole('switch', { name: /^Checked/ }).click()
  await expect.poll(() => row.getByRole('switch', { name: /^Checked/ }).isChecked()).toBe(true)
  expect(await axe(staff.page)).toEqual([])
  await reader.close()
  await staff.close()
})

it('is pinned, disabled and deleted in bulk, and found by state (area-rules D1, D5)', async () => {
  for (const title of ['Bulk one', 'Bulk two']) await makePost(title)
  const staff = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = staff
  await page.goto(`${stage.site.url}/admin/discussion?keyword=Bulk`)
  const rows = page.getByRole('row').filter({ hasText: 'Bulk' })
  await expect.poll(() => rows.count()).toBe(2)
  for (const title of ['Bulk one', 'Bulk two']) await page.getByRole('checkbox', { name: title }).check()
  const bar = page.getByRole('region', { name: 'Actions for the selected rows' })
  await bar.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect.poll(() => rows.getByRole('switch', { name: /^Pinned/, checked: true }).count()).toBe(2)
  await rows
    .first()
    .getByRole('switch', { name: /^Shown/ })
    .click()
  await page.getByLabel('State').selectOption({ label: 'Disabled' })
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('State').selectOption({ label: 'All' })
  await expect.poll(() => rows.count()).toBe(2)
  for (const title of ['Bulk one', 'Bulk two']) await page.getByRole('checkbox', { name: title }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  for (const title of ['Bulk one', 'Bulk two']) await dialog.getByText(title).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No posts match').waitFor()
  await staff.close()
})

it('has categories that super administrators name, order and delete (area-rules D11)', async () => {
  const root = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = root
  await page.goto(`${stage.site.url}/admin/discussion`)
  await page.getByRole('tab', { name: 'Categories' }).click()
  await page.getByRole('button', { name: 'New category' }).click()
  const form = page.getByRole('dialog', { name: 'New category' })
  await form.getByRole('textbox').fill('Tournaments')
  await form.getByRole('button', { name: 'Save' }).click()
  const list = page.getByRole('list', { name: 'Categories' }).getByRole('listitem')
  await list.filter({ hasText: 'Tournaments' }).waitFor()
  await page.getByRole('button', { name: /^Move Tournaments/ }).press('Alt+Home')
  await expect.poll(() => list.first().textContent()).toContain('Tournaments')
  await page.reload()
  await expect.poll(() => list.first().textContent()).toContain('Tournaments')
  await page.getByRole('button', { name: 'Delete category Tournaments' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  // The dialog hides the list from readers, and so from a search by roles.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await list.filter({ hasText: 'Tournaments' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete category Chat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog')
    .getByText(/posts? uses? this category, so it can't be deleted/)
    .waitFor()
  expect(await axe(page)).toEqual([])
  await root.close()
  const staff = await visit(stage.browser, stage.site.url, await addMember(stage, 'helper', 'ADMIN'))
  await staff.page.goto(`${stage.site.url}/admin/discussion?tab=categories`)
  await staff.page.getByRole('tab', { name: 'Posts' }).waitFor()
  expect(await staff.page.getByRole('tab', { name: 'Categories' }).count()).toBe(0)
  await staff.close()
})

it('leads home while the area is closed, from its links too (area-rules D14)', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const { page } = reader
  const words = 'No Access: There is no open discussion area on the website!'
  await page.goto(`${stage.site.url}/discussion`)
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discuss' })
  await entry.waitFor()
  const other = await visit(stage.browser, stage.site.url)
  await other.page.goto(`${stage.site.url}/discussion-detail/1`)
  await other.page.getByRole('article').waitFor()
  await other.page.waitForLoadState('networkidle')
  await setSwitches(stage, { openPublicDiscussion: false })
  for (const one of [page, other.page]) await one.waitForURL('**/home')
  await other.page.getByText(words).first().waitFor()
  await other.close()
  await page.getByText(words).first().waitFor()
  await expect.poll(() => entry.count()).toBe(0)
  for (const path of ['/discussion', '/discussion/P1001', '/discussion-detail/1']) {
    await page.goto(stage.site.url + path)
    await page.waitForURL('**/home')
    await page.getByText(words).first().waitFor()
  }
  await page.goto(`${stage.site.url}/problem/P1001`)
  await page.getByRole('link', { name: 'Solutions' }).waitFor()
  expect(await page.getByRole('link', { name: /^Discussion( \d+)?$/ }).count()).toBe(0)
  await setSwitches(stage, { openPublicDiscussion: true })
  await reader.close()
})
