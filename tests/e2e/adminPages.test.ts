import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { runSql } from '../support/postgres.ts'
import { axe, overflow, signIn, type Visitor, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const root = (): Promise<Visitor> => visit(stage.browser, stage.site.url, stage.token)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${stage.site.url}${path}`)
  await page.locator('main h1').waitFor()
}

const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()

/** Writes a notice past the pages; the address of its form. */
async function writeNotice(title: string, content: string): Promise<string> {
  const { createSiteNotice } = await stage.ask<{ createSiteNotice: { id: string } }>(
    'mutation ($input: CreateSiteNoticeInput!) { createSiteNotice(input: $input) { id } }',
    { input: { texts: [{ locale: 'EN_US', title, content }] } },
  )
  return `/admin/announcement/${encodeURIComponent(createSiteNotice.id)}/edit`
}

describe('the pages of the administration', () => {
  it('keep menu and address around a problem or contest that does not exist', async () => {
    const one = await root()
    for (const path of ['/admin/problem/edit/P0', '/admin/contest/99999/edit']) {
      await open(one.page, path)
      await one.page.getByRole('heading', { name: '404' }).waitFor()
      await one.page.getByRole('navigation', { name: 'Administration' }).waitFor()
      expect(new URL(one.page.url()).pathname).toBe(path)
    }
    await one.close()
  })

  it.each([
    [
      '/admin/problems',
      `update "Statement" set "title" = 'Told just now' where "problemId" = (select max("id") from "Problem");
       update "Problem" set "version" = "version" + 1 where "id" = (select max("id") from "Problem")`,
    ],
    [
      '/admin/contest',
      `update "Contest" set "title" = 'Told just now', "visible" = false, "version" = "version" + 1
       where "id" = (select "id" from "Contest" where "groupId" is null order by "startsAt" desc limit 1)`,
    ],
    [
      '/admin/training',
      `update "Training" set "title" = 'Told just now', "visible" = false, "version" = "version" + 1
       where "id" = (select "id" from "Training" where "groupId" is null order by "rank" limit 1)`,
    ],
    ['/admin/user', `update "User" set "realname" = 'Told just now' where "username" = 'root'`],
    [
      '/admin/problem/tag',
      `insert into "Tag" ("names") values ('{"en-US": "Told just now", "zh-CN": "Told just now"}')`,
    ],
    [
      '/admin/audit',
      `insert into "AuditEntry" ("action", "subject", "details")
       values ('user.changed', 'User:1', '{"reason": "Told just now"}')`,
    ],
  ])('show at once on %s what somebody else did, hidden rows included', async (path, act) => {
    const one = await root()
    await open(one.page, path)
    const told = one.page.getByRole('main').getByText('Told just now').first()
    expect(await told.count()).toBe(0)
    await runSql(stage.site.databaseUrl, act)
    await told.waitFor()
    expect(one.complaints).toEqual([])
    await one.close()
  })

  it.each(['edit', 'tests'])('finds a problem to %s by number and by id', async (page) => {
    const { problem } = await stage.ask<{ problem: { number: number } }>(
      '{ problem(displayId: "P1013") { number } }',
    )
    const one = await root()
    for (const address of [problem.number, 'p1013']) {
      await open(one.page, `/admin/problem/${page}/${address}`)
      await one.page.getByRole('banner').getByText('P1013').waitFor()
    }
    await one.close()
  })

  it('closes a language on a problem that somebody reads, and gives one another template', async () => {
    const [one, reader] = [await root(), await visit(stage.browser, stage.site.url)]
    await Promise.all([
      open(one.page, '/admin/language'),
      reader.page.goto(`${stage.site.url}/problem/P1001`),
    ])
    const offered = reader.page.getByLabel('Language', { exact: true }).last().locator('option')
    await offered.filter({ hasText: 'Python3' }).waitFor({ state: 'attached' })
    await one.page.getByRole('switch', { name: 'Offered: Python3' }).click()
    await offered.filter({ hasText: 'Python3' }).waitFor({ state: 'detached' })
    await one.page.getByRole('switch', { name: 'Offered: Python3' }).click()
    await offered.filter({ hasText: 'Python3' }).waitFor({ state: 'attached' })

    await one.page.getByRole('button', { name: 'Edit Python3' }).click()
    const dialog = one.page.getByRole('dialog', { name: 'Edit Python3' })
    await dialog.locator('.monaco-editor .view-lines').click()
    await one.page.keyboard.press('ControlOrMeta+a')
    await one.page.keyboard.insertText('print(2)')
    expect(await axe(one.page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = one.page.getByRole('listitem').filter({ hasText: 'Python3' })
    await row.getByText('changed').waitFor()
    for (const width of [1024, 390]) {
      await one.page.setViewportSize({ width, height: 800 })
      await one.page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
      expect(await overflow(one.page)).toBe(0)
      expect(await axe(one.page)).toEqual([])
    }
    await one.page.getByRole('button', { name: 'Edit Python3' }).click()
    await dialog.getByRole('button', { name: 'Template back to the original' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('changed').waitFor({ state: 'detached' })

    // Another name and another place are there at once for those who choose a language.
    await one.page.setViewportSize({ width: 1440, height: 900 })
    await one.page.getByRole('button', { name: 'Edit Python3' }).click()
    await dialog.getByLabel('Name').fill('Java')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Another language has this name.').waitFor()
    await dialog.getByLabel('Name').fill('Snake 3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await offered.filter({ hasText: 'Snake 3' }).waitFor({ state: 'attached' })
    const rows = one.page.getByRole('list', { name: 'Languages' }).getByRole('listitem')
    const handle = one.page.getByRole('button', { name: /^Move Snake 3/ })
    await handle.focus()
    await one.page.keyboard.press('Alt+Home')
    await expect.poll(() => rows.first().innerText()).toContain('Snake 3')
    await one.page.getByRole('status').filter({ hasText: 'Snake 3' }).waitFor({ state: 'attached' })
    await one.page.reload()
    await expect.poll(() => rows.first().innerText()).toContain('Snake 3')
    const [from, to] = [await handle.boundingBox(), await rows.nth(2).boundingBox()]
    if (!from || !to) throw new Error('there is no list to drag in')
    await one.page.mouse.move(from.x + 8, from.y + 8)
    await one.page.mouse.down()
    await one.page.mouse.move(from.x + 8, to.y + to.height - 4, { steps: 8 })
    await one.page.mouse.up()
    await expect.poll(() => rows.nth(2).innerText()).toContain('Snake 3')
    // Programs are told the same order, of those that a judge host has.
    const names = async () =>
      (await stage.ask<{ allLanguages: { name: string }[] }>('{ allLanguages { name } }')).allLanguages.map(
        ({ name }) => name,
      )
    await expect.poll(async () => (await names()).indexOf('Snake 3')).toBe(2)
    const rest = (await (await fetch(`${stage.site.url}/api/languages`)).json()) as {
      data: { name: string }[]
    }
    const told = rest.data.map(({ name }) => name)
    expect((await names()).filter((name) => told.includes(name))).toEqual(told)
    expect(told).toContain('Snake 3')
    expect([...one.complaints, ...reader.complaints]).toEqual([])
    await Promise.all([one.close(), reader.close()])
  })

  it('flip a switch on the screen of another administrator, and on a problem that somebody reads', async () => {
    const [one, other, reader] = [await root(), await root(), await visit(stage.browser, stage.site.url)]
    await Promise.all([
      open(one.page, '/admin/switch'),
      open(other.page, '/admin/switch'),
      reader.page.goto(`${stage.site.url}/problem/P1001`),
    ])
    const submit = reader.page.getByRole('button', { name: /^Submit/ }).first()
    await submit.waitFor()
    await one.page.getByRole('switch', { name: 'Judge practice submissions' }).click()
    await save(one.page)
    await other.page.getByText('Someone else has just changed this').waitFor()
    expect(await other.page.getByRole('switch', { name: 'Judge practice submissions' }).isChecked()).toBe(
      false,
    )
    await reader.page.getByRole('button', { name: /^Judging is closed/ }).waitFor()
    await other.page.getByRole('switch', { name: 'Judge practice submissions' }).click()
    await save(other.page)
    await submit.waitFor()
    await other.page.getByRole('switch', { name: 'Judge group submissions' }).click()
    await other.page.keyboard.press('Control+s')
    await other.page.keyboard.press('Control+s')
    const groups = () =>
      stage.ask<{ site: { openGroupJudge: boolean } }>('{ site { openGroupJudge } }').then(({ site }) => site)
    await expect.poll(groups).toEqual({ openGroupJudge: false })
    await one.page.getByText('Someone else has just changed this').nth(1).waitFor()
    expect(await other.page.getByText('Someone else saved changes').count()).toBe(0)
    for (const { complaints } of [one, other, reader]) expect(complaints).toEqual([])
    await Promise.all([one, other, reader].map((each) => each.close()))
  })

  it('show another name of the site on open pages, and put its pictures in order by keyboard', async () => {
    const [one, guest] = [await root(), await visit(stage.browser, stage.site.url)]
    await Promise.all([open(one.page, '/admin/conf'), guest.page.goto(`${stage.site.url}/introduction`)])
    await guest.page.locator('main h1').waitFor()
    await one.page.getByLabel('Short name').fill('Harbour')
    await one.page.keyboard.press('Control+s')
    await expect.poll(() => guest.page.title()).toMatch(/ - Harbour$/)

    const rows = one.page.getByRole('list', { name: 'Home carousel' }).getByRole('listitem')
    const names = () => rows.locator('div[title]:first-child').allInnerTexts()
    await rows.nth(1).locator('div[title]').first().waitFor()
    const [first, second] = await names()
    await one.page.getByRole('button', { name: `Move ${first}` }).focus()
    await one.page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
    const order = () =>
      stage.ask<{ site: { carousel: { captions: { locale: string; title: string }[] }[] } }>(
        '{ site { carousel { captions { locale title } } } }',
      )
    const english = async () =>
      (await order()).site.carousel.map(
        ({ captions }) => captions.find(({ locale }) => locale === 'EN_US')?.title,
      )
    await expect.poll(async () => (await english()).slice(0, 2)).toEqual([second, first])
    expect(one.complaints).toEqual([])
    await Promise.all([one.close(), guest.close()])
  })

  it('say of a test mail that its address is wrong, and that no server is there to send it', async () => {
    const one = await root()
    await open(one.page, '/admin/mail')
    const send = async (address: string) => {
      await one.page.getByLabel('To', { exact: true }).fill(address)
      await one.page.getByRole('button', { name: 'Send' }).click()
    }
    await send('a@b')
    await one.page.getByText('This is not a valid e-mail address').waitFor()
    await send('keeper@example.org')
    await one.page.getByText('No mail server is set, so the mail was not sent').waitFor()
    expect(one.complaints).toEqual([])
    await one.close()
  })

  it('bring together what two write in one notice, and ask where both wrote', async () => {
    const path = await writeNotice('Harbour works', 'The harbour is closed.')
    const [one, other] = [await root(), await root()]
    await Promise.all([open(one.page, path), open(other.page, path)])
    const content = ({ page }: Visitor) => page.locator('textarea')
    const title = ({ page }: Visitor) => page.getByLabel('Title (English)')
    await content(other).fill('The harbour opens at noon.')
    await title(one).fill('Harbour works today')
    await save(one.page)
    await expect.poll(() => title(other).inputValue()).toBe('Harbour works today')
    expect(await content(other).inputValue()).toBe('The harbour opens at noon.')

    await title(other).fill('No works')
    await title(one).fill('Works all day')
    await save(one.page)
    const conflict = other.page.getByRole('group', { name: /^Also changed by someone else/ })
    await conflict.getByText('Works all day').waitFor()
    await conflict.getByRole('button', { name: /keep mine/ }).click()
    await save(other.page)
    await expect.poll(() => title(one).inputValue()).toBe('No works')
    await expect.poll(() => content(one).inputValue()).toBe('The harbour opens at noon.')
    await one.page.getByRole('button', { name: 'Changes', exact: true }).click()
    await one.page.getByText('created it').waitFor()
    await Promise.all([one.close(), other.close()])
  })

  it('take a picture that is pasted into a text, and show it on the home page', async () => {
    const { page, complaints, close } = await root()
    await open(page, '/admin/announcement/create')
    await page.getByLabel('Title (English)').fill('A picture of the harbour')
    const content = page.locator('textarea')
    await content.fill('Look:\n')
    await content.evaluate(async (field) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 8
      canvas.getContext('2d')?.fillRect(0, 0, 4, 4)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(blob ? [blob] : [], 'harbour.png', { type: 'image/png' }))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    const picture = page.getByRole('region', { name: /^Preview of/ }).getByRole('img', { name: 'harbour' })
    await picture.waitFor()
    expect(await content.inputValue()).toMatch(/^Look:\n!\[harbour\]\(\/\S+\)\n$/)
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.waitForURL('**/admin/announcement')
    await page.getByRole('link', { name: 'A picture of the harbour' }).waitFor()

    await page.goto(`${stage.site.url}/home`)
    await page.getByRole('link', { name: 'A picture of the harbour' }).click()
    await expect
      .poll(() =>
        page.getByRole('img', { name: 'harbour' }).evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(8)
    expect(complaints).toEqual([])
    await close()
  })

  it('hide and delete several notices at once, and tell which', async () => {
    await writeNotice('Low water', 'Mind the keel.')
    await writeNotice('High water', 'Mind the bridge.')
    const { page, complaints, close } = await root()
    await open(page, '/admin/announcement?keyword=water')
    await page.getByRole('checkbox', { name: 'Select Low water' }).check()
    await page.getByRole('checkbox', { name: 'Select High water' }).check()
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect.poll(() => page.getByRole('switch', { name: 'Visible: Low water' }).isChecked()).toBe(false)
    // The rows may hear of it before the bar has its answer and lets go of them.
    await expect.poll(() => page.getByRole('checkbox', { name: 'Select Low water' }).isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'Select Low water' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete “Low water”?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    // Behind the dialog nothing has a role.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'High water' }).waitFor()
    await page.getByRole('link', { name: 'Low water' }).waitFor({ state: 'detached' })
    await page.getByText('1 announcement deleted').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('show the page before when the last row of the last page is deleted', async () => {
    await writeNotice('First swell', 'Mind the mud.')
    await writeNotice('Second swell', 'Mind the mud.')
    const { page, complaints, close } = await root()
    await open(page, '/admin/announcement?keyword=swell&limit=1')
    await page.getByRole('link', { name: 'Second swell' }).waitFor()
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByRole('checkbox', { name: 'Select First swell' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Second swell' }).waitFor()
    expect(new URL(page.url()).search).toBe('?keyword=swell&limit=1')
    await page.getByText('1 to 1 of 1').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a system notice', () => {
  it('rings at once where somebody else is logged in, is mended and withdrawn (area-rules M6)', async () => {
    await stage.ask('mutation ($input: CreateAccountInput!) { createAccount(input: $input) { id } }', {
      input: { username: 'keeper', password: 'light house' },
    })
    const keeper = await visit(
      stage.browser,
      stage.site.url,
      await signIn(stage.site.url, 'keeper', 'light house'),
    )
    const bell = (unread: number) =>
      keeper.page.getByRole('button', { name: `Notifications: ${unread} unread` })
    await keeper.page.goto(`${stage.site.url}/home`)
    // The notices of the past.
    await bell(2).waitFor()

    const { page, complaints, close } = await root()
    await open(page, '/admin/notice')
    await page.getByRole('link', { name: 'New notice' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Spring tide')
    await page.getByRole('textbox', { name: 'Content' }).fill('The **locks** are shut.')
    await page.getByRole('main').getByRole('combobox').first().selectOption('SINGLE')
    await page.getByRole('combobox', { name: 'User', exact: true }).fill('keep')
    await page.getByRole('option', { name: /keeper/ }).click()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Sent to 1 user').waitFor()
    await bell(3).waitFor()

    await page.getByRole('link', { name: 'Spring tide' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Neap tide')
    await save(page)
    await page.getByText('Saved; recipients see the new text').waitFor()
    await bell(3).click()
    const panel = keeper.page.getByRole('dialog', { name: 'Notifications' })
    await panel.getByText('Neap tide').waitFor()
    await panel.getByText('The locks are shut.').waitFor()
    await keeper.page.keyboard.press('Escape')

    await open(page, '/admin/notice?type=SINGLE')
    await page.getByRole('checkbox', { name: 'Select Neap tide' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “Neap tide”?' })
    await dialog.getByText('from the messages of 1 user').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Neap tide' }).waitFor({ state: 'detached' })
    await bell(2).waitFor()
    expect([...complaints, ...keeper.complaints]).toEqual([])
    await close()
    await keeper.close()
  })
})
