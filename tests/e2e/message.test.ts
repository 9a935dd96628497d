import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { runSql } from '../support/postgres.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

/** The pages of messages, live in two browsers (area-rules M8 to M12). */

const stage = openBrowserSite()

type Ask = <Data>(token: string, query: string, variables?: object) => Promise<Data>

const askAs: Ask = async (token, query, variables = {}) => {
  const response = await fetch(`${stage.site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await response.json()
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

async function makePost(token: string, title: string): Promise<string> {
  const { discussionCategories } = await askAs<{ discussionCategories: { id: string }[] }>(
    token,
    '{ discussionCategories { id } }',
  )
  const input = { title, description: 'A summary', content: 'Words', categoryId: discussionCategories[0]?.id }
  const { createDiscussion } = await askAs<{ createDiscussion: { id: string } }>(
    token,
    'mutation ($input: CreateDiscussionInput!) { createDiscussion(input: $input) { id } }',
    { input },
  )
  return createDiscussion.id
}

const comment = (token: string, subjectId: string, content: string) =>
  askAs<{ writeComment: { id: string } }>(
    token,
    'mutation ($input: WriteCommentInput!) { writeComment(input: $input) { id } }',
    { input: { subjectId, content } },
  )

const openAll = async () => {
  const response = await fetch(`${stage.site.url}/api/admin/switch/update`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: stage.token },
    body: JSON.stringify({ defaultCreateDiscussionACInitValue: 0, defaultCreateCommentACInitValue: 0 }),
  })
  expect(await response.json()).toMatchObject({ status: 200 })
}

/** Removes the copies of the seeded notices, which every account has. */
const forgetNotices = () =>
  runSql(stage.site.databaseUrl, `delete from "Notification" where "noticeId" is not null`)

it('leads to the first tab, and guests to the login (area-rules M12)', async () => {
  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/message`)
  await guest.page.waitForURL('**/home')
  await guest.page.getByText('Please login first!').waitFor()
  await guest.page.getByRole('dialog').waitFor()
  await guest.close()
  const reader = await visit(stage.browser, stage.site.url, await addMember(stage, 'newreader'))
  const { page } = reader
  await page.goto(`${stage.site.url}/message`)
  await page.waitForURL('**/message/discuss')
  await page.getByText('Comments on your posts appear here.').waitFor()
  for (const [tab, text] of [
    ['Replies', 'Replies to your comments'],
    ['Likes', 'Likes of your posts'],
    ['Mine', 'Rejudged submissions'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await page.getByText(text).waitFor()
  }
  expect(await axe(page)).toEqual([])
  await page.goto(`${stage.site.url}/message/nothing`)
  // The title begins with the number of unread messages once that is known.
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?404/)
  expect(reader.complaints).toEqual([])
  await reader.close()
})

it('shows a comment of one in the open list of another, and keeps counts right (area-rules M8, M11)', async () => {
  await openAll()
  const author = await addMember(stage, 'author')
  const writer = await addMember(stage, 'writer')
  const post = await makePost(author, 'Tides and times')
  const reader = await visit(stage.browser, stage.site.url, author)
  const { page } = reader
  await forgetNotices()
  await page.goto(`${stage.site.url}/message/discuss`)
  await page.getByText('No messages yet').waitFor()
  const bell = (count: number) => page.getByRole('button', { name: `Notifications: ${count} unread` })

  // The first one comes in at once, is shown, and so is read.
  await comment(writer, post, 'So **what** about it?')
  await page.getByText('So **what** about it?').waitFor()
  await page.getByRole('img', { name: 'Unread' }).waitFor()
  await page.getByText('All read').waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  // The next ones wait, and are counted in the bell, at the tab and in the title.
  await comment(writer, post, 'Second')
  await page.getByRole('button', { name: /^1 new/ }).waitFor()
  await bell(1).waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(1\) Messages: Comments - /)
  await page.getByRole('link', { name: /Comments\s*1/ }).waitFor()
  expect(await page.getByText('Second').count()).toBe(0)
  await page.getByRole('button', { name: /^1 new/ }).click()
  await page.getByText('Second').waitFor()
  await expect.poll(() => page.title()).toMatch(/^Messages: Comments - /)

  // After a crash of the server what was missed is there.
  const pid = stage.site.server.pid()
  if (pid === null) throw new Error('the server has ended')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => stage.site.server.pid() !== pid, { timeout: 60_000 }).toBe(true)
  await expect
    .poll(
      () =>
        comment(writer, post, 'Third').then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  const third = page.getByText('Third')
  const pill = page.getByRole('button', { name: /^1 new/ })
  // It waits behind the chip, or comes with the page that is read again, which takes the chip away.
  const isThere = async () => {
    if (!(await third.isVisible())) await pill.click({ timeout: 1_000 }).catch(() => undefined)
    return third.isVisible()
  }
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true)
  await expect.poll(() => page.title(), { timeout: 30_000 }).toMatch(/^Messages: Comments - /)

  // A link leads to the comment, and to a note once it is gone.
  await page.getByRole('link', { name: 'Open the comment' }).first().click()
  await page.getByRole('heading', { name: 'Linked comment' }).waitFor()
  await page.goto(`${stage.site.url}/discussion-detail/${atob(post).split(':')[1]}?comment=999999`)
  await page.getByText('This comment was deleted, or never existed.').waitFor()
  await reader.close()
})

it('counts in the bell of any page what changed while the server was away', async () => {
  await openAll()
  const author = await addMember(stage, 'traveller')
  const post = await makePost(author, 'Far from home')
  const reader = await visit(stage.browser, stage.site.url, author)
  const { page } = reader
  await forgetNotices()
  await page.goto(`${stage.site.url}/introduction`)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await comment(await addMember(stage, 'neighbour'), post, 'Come back')
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()

  const pid = stage.site.server.pid()
  if (pid === null) throw new Error('the server has ended')
  process.kill(pid, 'SIGKILL')
  await runSql(stage.site.databaseUrl, 'update "Notification" set "readAt" = now() where "readAt" is null')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await reader.close()
})

it('deletes one message at once and all of a tab after a question (area-rules M10)', async () => {
  const owner = await addMember(stage, 'cleaner')
  const { id } = (await askAs<{ user: { id: string } }>(owner, '{ user(username: "cleaner") { id } }')).user
  const userId = atob(id).split(':')[1]
  await forgetNotices()
  await runSql(
    stage.site.databaseUrl,
    `insert into "Notification" ("userId", "kind", "title", "content")
       select '${userId}', 'SYS', 'Notice ' || n, '**Bold** ' || n from generate_series(1, 120) n;
     insert into "Notification" ("userId", "kind", "messageKey") values ('${userId}', 'MINE', 'passwordReset')`,
  )
  const reader = await visit(stage.browser, stage.site.url, owner, { width: 390 })
  const { page } = reader
  await page.goto(`${stage.site.url}/message/sys`)
  await page.getByText('Notice 120', { exact: true }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(99\+\) /)
  expect(await page.getByRole('listitem').filter({ hasText: 'Bold' }).count()).toBe(8)
  expect(await axe(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Delete message' }).first().click()
  await page.getByText('119 messages').waitFor()
  await page.getByRole('button', { name: 'Clear notices' }).click()
  await page.getByRole('dialog', { name: 'Delete all 119 messages under “Site”?' }).waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText('No messages yet').waitFor()
  await page.getByRole('link', { name: /Mine/ }).click()
  await page.getByText('Your password has been reset').waitFor()
  expect(reader.complaints).toEqual([])
  await reader.close()
})

it('shows a notification of the system in a hidden tab, only once it is switched on', async () => {
  const owner = await addMember(stage, 'desktop')
  const writer = await addMember(stage, 'poster')
  const post = await makePost(owner, 'On the desktop')
  const reader = await visit(stage.browser, stage.site.url, owner)
  const { page, context } = reader
  await context.addInitScript(() => {
    const shown: string[] = []
    class Note {
      static permission = sessionStorage.getItem('allowed') ?? 'default'
      static requestPermission = async () => {
        const answer = sessionStorage.getItem('answer') ?? 'denied'
        Note.permission = answer
        sessionStorage.setItem('allowed', answer)
        return answer
      }
      constructor(title: string) {
        shown.push(title)
      }
      close() {}
    }
    Object.assign(window, { Notification: Note, shown })
    Object.defineProperty(document, 'hidden', { get: () => sessionStorage.getItem('hidden') === 'yes' })
  })
  await page.goto(`${stage.site.url}/message/like`)
  const toggle = page.getByRole('switch', { name: 'Desktop notifications' })
  await toggle.click()
  await page.getByText(/Your browser blocks notifications/).waitFor()
  expect(await toggle.isChecked()).toBe(false)
  await page.evaluate(() => {
    sessionStorage.setItem('answer', 'granted')
    sessionStorage.setItem('allowed', 'default')
    Object.assign(window.Notification, { permission: 'default' })
  })
  await toggle.click()
  await expect.poll(() => toggle.isChecked()).toBe(true)
  await page.reload()
  await expect.poll(() => toggle.isChecked()).toBe(true)
  await page.evaluate(() => sessionStorage.setItem('hidden', 'yes'))
  await page.waitForLoadState('networkidle')
  await comment(writer, post, 'Look')
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await expect.poll(shown).toEqual(['poster commented on your post On the desktop'])
  await reader.close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const one = await visit(stage.browser, stage.site.url, stage.token)
  const tabs = ['discuss', 'reply', 'like', 'mine']
  await expectFinePages(one, `${stage.site.url}/message/`, tabs, 'main li')
  await one.close()
})
