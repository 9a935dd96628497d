import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { type MadeContest, makeContest, openPath } from '../support/organising.ts'
import { axe, type Visitor, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const root = (): Promise<Visitor> => visit(stage.browser, stage.site.url, stage.token)
const save = (page: Page) => page.keyboard.press('ControlOrMeta+s')

const make = (title: string, span: [number, number], fields: object = {}): Promise<MadeContest> =>
  makeContest(stage, title, span, fields)
const open = (page: Page, path: string): Promise<void> => openPath(stage, page, path)

/** Somebody new, who knows the password of a contest. */
async function register(cid: number, name: string, password: string): Promise<void> {
  const answer = await fetch(`${stage.site.url}/api/register-contest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await addMember(stage, name) },
    body: JSON.stringify({ cid, password }),
  })
  expect(await answer.json()).toMatchObject({ status: 200 })
}

it('a contest comes from the files of DOMjudge, with its problems', async () => {
  const { page, complaints, close } = await root()
  await open(page, '/admin/contest/create')
  await page.getByRole('textbox', { name: 'Description' }).waitFor()
  const choose = async (files: Record<string, string>) =>
    page.locator('input[aria-label="Choose contest files"]').setInputFiles(
      Object.entries(files).map(([name, text]) => ({
        name,
        mimeType: 'application/yaml',
        buffer: Buffer.from(text),
      })),
    )
  await choose({ 'notes.yaml': 'nothing of a contest' })
  await page.getByText('notes.yaml is no contest file').waitFor()
  await choose({
    'contest.yaml':
      'name: Tide Cup\nstart-time: 2029-06-01T10:00:00Z\nduration: 4:00:00\nscoreboard-freeze-length: 0:45:00\n',
    'problemset.yaml':
      "problems:\n- {letter: A, short-name: p1090, rgb: '#ff8800'}\n- {letter: B, short-name: nowhere}\n",
  })
  const list = page.getByRole('list', { name: 'Problems of the files' })
  await list.getByText('P1090 A Hundred Thousand Whys').waitFor()
  await list.getByText('No problem here has this short name').waitFor()
  await page.getByText('notes.yaml is no contest file').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Title').inputValue()).toBe('Tide Cup')
  await page.getByText(/^Lasts 4:00:00/).waitFor()
  await page.getByRole('textbox', { name: 'Description' }).fill('Four hours')
  expect(await axe(page)).toEqual([])
  await save(page)
  await page.getByText('Tide Cup was created, hidden for now').waitFor()
  await page.waitForURL('**/problems')
  await page.getByRole('row').filter({ hasText: 'P1090' }).getByText('A', { exact: true }).waitFor()
  const { managedContests } = await stage.ask<{
    managedContests: { edges: { node: Record<string, unknown> }[] }
  }>('{ managedContests { edges { node { title startsAt freezesAt endsAt } } } }')
  expect(managedContests.edges[0]?.node).toEqual({
    title: 'Tide Cup',
    startsAt: '2029-06-01T10:00:00.000Z',
    freezesAt: '2029-06-01T13:15:00.000Z',
    endsAt: '2029-06-01T14:00:00.000Z',
  })
  expect(complaints).toEqual([])
  await close()
})

it('a contest is made in its form, changed, cloned and deleted', async () => {
  const name = 'Harbour cup 1'
  const { page, complaints, close } = await root()
  await open(page, '/admin/contest')
  await page.getByRole('link', { name: 'New contest' }).first().click()
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.waitFor()
  expect(await page.getByLabel('Start and end: from').inputValue()).toMatch(/T\d\d:00/)
  expect(await page.getByRole('switch', { name: 'Visible' }).isChecked()).toBe(false)
  await save(page)
  await page.getByText('things to fix').or(page.getByText('This is required')).first().waitFor()
  await page.getByLabel('Title').fill(name)
  await text.fill('Five hours, **thirteen** problems')
  await page.getByLabel('Start and end: from').fill('2030-05-01T10:00')
  await page.getByLabel('Start and end: until').fill('2030-05-01T09:00')
  await page.getByText('The end must come after the start').waitFor()
  await page.getByLabel('Start and end: until').fill('2030-05-01T15:00')
  await page.getByText(/^Lasts 5:00:00/).waitFor()
  await page.getByRole('button', { name: 'Private' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill('sesame')
  await page.getByRole('switch', { name: 'Restrict accounts' }).click()
  await page.getByLabel('Prefix').fill('team')
  await page.getByText('11 accounts: team0 · team1 · team2 · … · team10').waitFor()
  await page.getByRole('switch', { name: 'Freeze the scoreboard before the end' }).click()
  await page.getByText('From 2030-05-01 14:00').waitFor()
  await page.getByRole('button', { name: 'A percentage' }).click()
  await page.getByLabel('Share of tier 3').fill('80')
  await page.getByText('The shares add up to more than 100%').waitFor()
  await page.getByLabel('Share of tier 3').fill('30')
  expect(await axe(page)).toEqual([])
  await save(page)
  await page.getByText(`${name} was created, hidden for now`).waitFor()
  const { managedContests } = await stage.ask<{
    managedContests: { edges: { node: Record<string, unknown> & { number: number } }[] }
  }>(`{ managedContests { edges { node { number title access isVisible awardKind freezesAt
    awards { name number } setting { password accounts { prefix start end } } } } } }`)
  const made = managedContests.edges[0]?.node
  expect(made).toMatchObject({
    title: name,
    access: 'PRIVATE',
    isVisible: false,
    awardKind: 'PERCENTAGE',
    awards: [
      { name: 'Gold', number: 10 },
      { name: 'Silver', number: 20 },
      { name: 'Bronze', number: 30 },
    ],
    setting: { password: 'sesame', accounts: { prefix: 'team', start: 0, end: 10 } },
  })

  await open(page, `/admin/contest/${made?.number}/edit`)
  await text.waitFor()
  expect(await page.getByRole('button', { name: 'OI', exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('Title').fill(`${name} 2030`)
  await save(page)
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await expect.poll(() => page.title()).toContain(`${name} 2030`)

  await open(page, '/admin/contest')
  const row = page.getByRole('row', { name: `${name} 2030` })
  const shown = row.getByRole('switch')
  expect(await shown.isChecked()).toBe(false)
  await shown.click()
  await expect.poll(() => shown.isChecked()).toBe(true)
  await row
    .getByRole('button', { name: `${name} 2030` })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Clone with problems' }).click()
  await page.waitForURL('**/admin/contest/*/edit')
  await open(page, '/admin/contest?keyword=cloned')
  const clone = page.getByRole('row', { name: /Cloned/ })
  await clone
    .getByRole('button', { name: /Cloned/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No contest matches').waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('another password says how many registrations it drops, and drops them once that is confirmed', async () => {
  const { id, number } = await make('Locked', [-10, 60], { access: 'PRIVATE', password: 'one' })
  await register(number, 'sailor', 'one')
  const { page, complaints, close } = await root()
  await open(page, `/admin/contest/${number}/edit`)
  await page.getByRole('textbox', { name: 'Password' }).fill('two')
  await page.getByText('Saving this drops 1 registration.').waitFor()
  await save(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Drop 1 registration?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  const count = async () =>
    (
      await stage.ask<{ node: { participantCount: number } }>(
        'query ($id: ID!) { node(id: $id) { ... on Contest { participantCount } } }',
        { id },
      )
    ).node.participantCount
  expect(await count()).toBe(1)
  await save(page)
  await dialog.getByRole('button', { name: 'Save and drop' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(await count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

it('problems are put into a contest, named, ordered and taken off', async () => {
  const { id, number } = await make('Regatta', [-10, 60])
  const { page, complaints, close } = await root()
  await open(page, `/admin/contest/${number}/problems`)
  await page.getByText('The contest has no problems.').waitFor()
  const dialog = page.getByRole('dialog')
  for (const [label, displayId] of [
    ['A', 'P1001'],
    ['B', 'P1042'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a problem' }).first().click()
    await dialog.getByRole('combobox', { name: 'Problem' }).fill(displayId)
    await page.getByRole('option', { name: new RegExp(displayId) }).click()
    await dialog.getByText('Adding it removes it from the public list').waitFor()
    await expect.poll(() => dialog.getByLabel('Display ID').inputValue()).toBe(label)
    if (label === 'B') expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText(new RegExp(`Remove ${displayId} .* from the public list\\?`)).waitFor()
    if (label === 'B') {
      expect(await axe(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(() => dialog.getByLabel('Display ID').inputValue()).toBe(label)
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    }
    await dialog.getByRole('button', { name: 'Add and remove from public list' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: new RegExp(displayId) }).waitFor()
  }
  await page.getByRole('button', { name: /^Move B/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  const problems = async () => {
    const { node } = await stage.ask<{
      node: { problems: { displayId: string; title: string; color: string | null }[] }
    }>('query ($id: ID!) { node(id: $id) { ... on Contest { problems { displayId title color } } } }', { id })
    return node.problems
  }
  await expect.poll(async () => (await problems()).map(({ displayId }) => displayId)).toEqual(['B', 'A'])
  const row = page.getByRole('row', { name: /P1001/ })
  await row
    .getByRole('button', { name: /^More|More for|A / })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Name and colour' }).click()
  await dialog.getByLabel('Balloon colour', { exact: true }).fill('#1591d2')
  await dialog.getByLabel('Title in this contest').fill('Warm up')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Warm up', exact: true }).waitFor()
  expect(await problems()).toMatchObject([{}, { title: 'Warm up', color: '#1591d2' }])
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByText('Its column leaves the scoreboard immediately').waitFor()
  const publish = dialog.getByRole('switch', { name: 'Make it public again' })
  expect(await publish.isChecked()).toBe(false)
  await publish.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  // Behind the dialog no row has a role, so that one is no longer found before it is gone.
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  expect(await problems()).toHaveLength(1)
  const listed = async (displayId: string) =>
    (
      await stage.ask<{ problems: { totalCount: number } }>(
        'query ($keyword: String) { problems(keyword: $keyword) { totalCount } }',
        { keyword: displayId },
      )
    ).problems.totalCount
  expect([await listed('P1001'), await listed('P1042')]).toEqual([1, 0])
  expect(complaints).toEqual([])
  await close()
})

it('organisers announce, disqualify and take back, extend, and unseal after the end', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { id, number } = await make('Gale', [-10, 60], { access: 'PRIVATE', password: 'one' })
  await register(number, 'skipper', 'one')
  const { page, complaints, close } = await root()
  const dialog = page.getByRole('dialog')

  await open(page, `/admin/contest/${number}/announcement`)
  await page.getByRole('button', { name: 'New announcement' }).click()
  await dialog.getByLabel('Title').fill('Storm warning')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Problem B: **n** is at most 10')
  const kept = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(kept).toContain('Problem B')
  await page.reload()
  await page.getByRole('button', { name: 'New announcement' }).click()
  await dialog.getByText('Your draft of').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  const notice = page.getByRole('row', { name: /Storm warning/ })
  await expect.poll(kept).not.toContain('Problem B')
  await notice.getByRole('switch').click()
  await expect.poll(() => notice.getByRole('switch').isChecked()).toBe(false)

  await open(page, `/admin/contest/${number}/participants`)
  await page
    .getByRole('row', { name: /skipper/ })
    .getByRole('button', { name: 'Disqualify' })
    .click()
  await dialog.getByLabel('Reason').fill('Two boats')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Disqualify' }).click()
  await page.getByText(/^Since /).waitFor()
  await page.getByRole('button', { name: 'Reinstate' }).click()
  await dialog.getByRole('button', { name: 'Reinstate' }).click()
  await page.getByText(/^Since /).waitFor({ state: 'detached' })

  await open(page, `/admin/contest/${number}/edit`)
  const { node } = await stage.ask<{ node: { endsAt: string } }>(
    'query ($id: ID!) { node(id: $id) { ... on Contest { endsAt } } }',
    { id },
  )
  await page.getByRole('button', { name: '15 min', exact: true }).click()
  await dialog.getByRole('button', { name: 'Extend' }).click()
  await page.getByText('Extended', { exact: true }).waitFor()
  const later = await stage.ask<{ node: { endsAt: string } }>(
    'query ($id: ID!) { node(id: $id) { ... on Contest { endsAt } } }',
    { id },
  )
  expect(Date.parse(later.node.endsAt) - Date.parse(node.endsAt)).toBe(15 * 60_000)

  const over = await make('Calm', [-90, -5], { freezesAt: at(-30), thawsByItself: false })
  await open(page, `/admin/contest/${over.number}/edit`)
  await page.getByRole('button', { name: 'Unfreeze' }).click()
  await dialog.getByRole('button', { name: 'Unfreeze' }).click()
  await page.getByRole('button', { name: 'Unfreeze' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { number } = await make('Regatta of long names', [-30, 90], {
    access: 'PROTECTED',
    password: 'x',
    awardKind: 'COUNT',
    accounts: { prefix: 'sailor', suffix: '', start: 1, end: 4000, extra: ['guest'] },
    awards: [{ name: 'Gold', background: '#e6bf25', color: '#ffffff', number: 3 }],
    freezesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
  })
  await register(number, 'sailor1440', 'x')
  const staff = await visit(stage.browser, stage.site.url, stage.token)
  await expectFinePages(
    staff,
    `${stage.site.url}/admin/contest`,
    [
      '',
      '/create',
      `/${number}/edit`,
      `/${number}/problems`,
      `/${number}/announcement`,
      `/${number}/participants`,
    ],
    'main h1',
  )
  await staff.close()
})
