import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember } from '../support/member.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

/** Posts as their readers, authors and moderators meet them. */

const stage = openBrowserSite()

const shots = process.env.SHOTS

async function setSwitches(change: object) {
  const response = await fetch(`${stage.site.url}/api/admin/switch/update`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: stage.token },
    body: JSON.stringify(change),
  })
  expect(await response.json()).toMatchObject({ status: 200 })
}

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
  await page.getByRole('link', { name: 'Discussion', exact: true }).click()
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
  await dialog.getByText(/^Draft of .* restored/).waitFor()
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
  await setSwitches({ defaultCreateCommentACInitValue: 0 })
  const token = await addMember(stage, 'talker')
  const talker = await visit(stage.browser, stage.site.url, token)
  const { page } = talker
  await page.goto(`${stage.site.url}/discussion-detail/${number}`)
  await page.getByRole('button', { name: 'Like, 0 likes' }).click()
  await page.getByRole('button', { name: 'Like, 1 like' }).waitFor()
  for (const one of [talker, reader]) await one.close()
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
  for (const look of [
    { width: 1440, theme: 'light', locale: 'zh-CN' },
    { width: 1440, theme: 'dark', locale: 'en-US' },
    { width: 390, theme: 'light', locale: 'en-US' },
    { width: 390, theme: 'dark', locale: 'zh-CN' },
  ] as const) {
    const one = await visit(stage.browser, stage.site.url, stage.token, look)
    const { page } = one
    for (const path of [
      '/discussion',
      `/discussion-detail/${number}`,
      '/discussion-detail/4',
      '/discussion/P1005',
    ]) {
      await page.goto(stage.site.url + path)
      await page.locator('main h1').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await overflow(page)).toBe(0)
      expect(await axe(page)).toEqual([])
      expect(await page.title()).not.toContain('owned')
      if (shots)
        await page.screenshot({
          path: `${shots}/${path.slice(1).replaceAll('/', '-')}.${look.locale}.${look.theme}.${look.width}.png`,
          fullPage: !path.endsWith(String(number)),
        })
    }
    await one.close()
  }
})

it('leads home while the area is closed, from its links too (area-rules D14)', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const { page } = reader
  const words = 'No Access: There is no open discussion area on the website!'
  await page.goto(`${stage.site.url}/discussion`)
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discuss' })
  await entry.waitFor()
  await setSwitches({ openPublicDiscussion: false })
  await page.waitForURL('**/home')
  await page.getByText(words).first().waitFor()
  await expect.poll(() => entry.count()).toBe(0)
  for (const path of ['/discussion', '/discussion/P1001', '/discussion-detail/1']) {
    await page.goto(stage.site.url + path)
    await page.waitForURL('**/home')
    await page.getByText(words).first().waitFor()
  }
  await page.goto(`${stage.site.url}/problem/P1001`)
  await page.getByRole('link', { name: 'Solutions' }).waitFor()
  expect(await page.getByRole('link', { name: 'Discussion', exact: true }).count()).toBe(0)
  await setSwitches({ openPublicDiscussion: true })
  await reader.close()
})
