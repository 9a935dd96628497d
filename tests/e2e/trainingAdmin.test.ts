import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks, expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { openPath } from '../support/organising.ts'
import { runSql } from '../support/postgres.ts'
import { axe, type Visitor, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const root = (): Promise<Visitor> => visit(stage.browser, stage.site.url, stage.token)
const open = (page: Page, path: string): Promise<void> => openPath(stage, page, path)
const save = (page: Page) => page.keyboard.press('ControlOrMeta+s')

type Row = { id: string; number: number }

async function makeCategory(name: string): Promise<string> {
  const { saveTrainingCategory } = await stage.ask<{ saveTrainingCategory: { id: string } }>(
    'mutation ($input: SaveTrainingCategoryInput!) { saveTrainingCategory(input: $input) { id } }',
    { input: { name, color: '#1591d2' } },
  )
  return saveTrainingCategory.id
}

/** Makes a training past the pages, in a category of its own. */
async function makeTraining(title: string, fields: object = {}): Promise<Row> {
  const categoryId = await makeCategory(`For ${title}`)
  const { createTraining } = await stage.ask<{ createTraining: Row }>(
    'mutation ($input: CreateTrainingInput!) { createTraining(input: $input) { id number } }',
    { input: { fields: { title, description: 'Words', categoryId, ...fields } } },
  )
  return createTraining
}

let people = 0

async function register(tid: number, password: string): Promise<void> {
  const name = `climber${++people}`
  const answer = await fetch(`${stage.site.url}/api/register-training`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await addMember(stage, name) },
    body: JSON.stringify({ tid, password }),
  })
  expect(await answer.json()).toMatchObject({ status: 200 })
}

async function problemsOf(id: string): Promise<(string | undefined)[]> {
  const { node } = await stage.ask<{
    node: { managedProblems: { problem: { displayId: string } | null }[] }
  }>('query ($id: ID!) { node(id: $id) { ... on Training { managedProblems { problem { displayId } } } } }', {
    id,
  })
  return node.managedProblems.map(({ problem }) => problem?.displayId)
}

async function registrations(id: string): Promise<number> {
  const { node } = await stage.ask<{ node: { registrationCount: number } }>(
    'query ($id: ID!) { node(id: $id) { ... on Training { registrationCount } } }',
    { id },
  )
  return node.registrationCount
}

let teacher = ''
beforeAll(async () => {
  teacher = await addMember(stage, 'teacher', 'ADMIN')
})
beforeEach(() => runSql(stage.site.databaseUrl, 'delete from "Training"; delete from "TrainingCategory"'))

it('a form without categories leads to where they are created, and has each as it is created', async () => {
  const [one, other] = [await root(), await visit(stage.browser, stage.site.url, teacher)]
  await Promise.all([open(one.page, '/admin/training/create'), open(other.page, '/admin/training/create')])
  await other.page.getByText('Ask a problem administrator to create one.').waitFor()
  expect(await other.page.getByRole('link', { name: 'New category' }).count()).toBe(0)
  expect(await axe(one.page)).toEqual([])
  await one.page.getByRole('alert').getByRole('link', { name: 'New category' }).click()
  await one.page.waitForURL('**/admin/training/category')

  await one.page.getByText('No categories yet').waitFor()
  await one.page.getByRole('button', { name: 'New category' }).first().click()
  const dialog = one.page.getByRole('dialog')
  await dialog.getByLabel('Colour', { exact: true }).fill('blue')
  await dialog.getByLabel('Name').fill('Graphs')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a colour such as #2657d4').waitFor()
  await dialog.getByLabel('Colour', { exact: true }).fill('#c0392b')
  expect(await axe(one.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await one.page.getByRole('row', { name: /Graphs/ }).waitFor()
  await other.page
    .getByLabel('Category')
    .locator('option', { hasText: 'Graphs' })
    .waitFor({ state: 'attached' })
  await other.page.getByText('Ask a problem administrator').waitFor({ state: 'detached' })

  await one.page.getByRole('button', { name: 'New category' }).click()
  await dialog.getByLabel('Name').fill('graphs')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('A category with this name exists').waitFor()
  expect([...one.complaints, ...other.complaints]).toEqual([])
  await Promise.all([one.close(), other.close()])
})

it('a training is created, its faults named in order, and published', async () => {
  await makeCategory('Trees')
  const { page, complaints, close } = await root()
  await open(page, '/admin/training')
  await page.getByRole('link', { name: 'New training' }).first().click()
  await page.waitForURL('**/admin/training/create')
  const rank = page.getByLabel(/^Position/)
  await rank.fill('')
  await page.getByRole('button', { name: 'Private' }).click()
  await save(page)
  const faults = page.locator('form [role=alert]')
  await expect
    .poll(() => faults.allInnerTexts())
    .toEqual(
      ['Position', 'Title', 'Description', 'Category', 'Password'].map((name) => `${name} is required`),
    )
  expect(await rank.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await axe(page)).toEqual([])
  await rank.fill('2147483648')
  await page.getByText('At most 2,147,483,647').waitFor()
  await rank.fill('0')
  await page.getByLabel('Title').fill('  First steps ')
  await page.getByRole('textbox', { name: 'Description' }).fill('Start **here**')
  await page.getByLabel('Category').selectOption({ label: 'Trees' })
  await page.getByRole('textbox', { name: 'Password' }).fill('sesame')
  // The note stands there since the first change; the last one follows half a second later.
  await page.getByText(/^Draft saved in this browser/).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('sesame')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('  First steps ')
  await save(page)
  await page.waitForURL('**/admin/training/*/problems')
  await page.getByText('First steps was created, hidden for now').waitFor()

  await open(page, '/admin/training?keyword=first')
  const row = page.getByRole('row', { name: /First steps/ })
  await row.getByText('Private').waitFor()
  await row.getByText('Trees').waitFor()
  const shown = row.getByRole('switch')
  expect(await shown.isChecked()).toBe(false)
  const listed = async () => {
    const { trainings } = await stage.ask<{ trainings: { edges: { node: object }[] } }>(
      '{ trainings(filter: { keyword: "First steps" }) { edges { node { title rank access password } } } }',
    )
    return trainings.edges.map(({ node }) => node)
  }
  expect(await listed()).toEqual([])
  await shown.click()
  await expect
    .poll(listed)
    .toEqual([{ title: 'First steps', rank: 0, access: 'PRIVATE', password: 'sesame' }])
  expect(complaints).toEqual([])
  await close()
})

/** Drags a row by its handle onto another one. */
async function drag(page: Page, handle: Locator, row: Locator): Promise<void> {
  const [from, to] = [await handle.boundingBox(), await row.boundingBox()]
  if (!from || !to) throw new Error('there is no list to drag in')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, to.y + to.height - 4, { steps: 8 })
  await page.mouse.up()
}

it('public problems are added to a training, ordered and removed, on the screen of another too', async () => {
  const { id, number } = await makeTraining('Ladder')
  const [one, other] = [await root(), await root()]
  const { page } = one
  const path = `/admin/training/${number}/problems`
  await Promise.all([open(page, path), open(other.page, path)])
  await page.getByText('No problems yet').waitFor()
  await page.getByRole('button', { name: 'Add from public problems' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add from public problems' })
  const search = dialog.getByRole('searchbox')
  for (const displayId of ['P1042', 'P1001']) {
    await search.fill(displayId)
    await search.press('Enter')
    await page.waitForURL(`**/problems?add=public&keyword=${displayId}`)
    await dialog.getByRole('button', { name: new RegExp(`^Add ${displayId}`) }).click()
    await dialog.getByRole('button', { name: new RegExp(`^${displayId} .* was added$`) }).waitFor()
  }
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await search.fill('')
  await page.waitForURL('**/problems?add=public')
  const candidate = dialog.getByRole('button', { name: /^Add P/ }).first()
  const candidateId = async () => /P\d+/.exec((await candidate.getAttribute('aria-label')) ?? '')?.[0]
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(10)
  const before = await candidateId()
  await dialog.getByRole('link', { name: 'Next page' }).click()
  await expect.poll(candidateId).not.toBe(before)
  const third = await candidateId()
  await candidate.click()
  await dialog.getByRole('button', { name: new RegExp(`^${third} .* was added$`) }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForURL(`**${path}`)
  await other.page.getByRole('row', { name: new RegExp(`${third}`) }).waitFor()
  expect(await problemsOf(id)).toEqual(['P1042', 'P1001', third])

  await page.getByRole('button', { name: /^Move P1001/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => problemsOf(id)).toEqual(['P1001', 'P1042', third])
  const rows = page.getByRole('row')
  await drag(page, page.getByRole('button', { name: /^Move P1001/ }), rows.nth(3))
  await expect.poll(() => problemsOf(id)).toEqual(['P1042', third, 'P1001'])
  await expect.poll(() => other.page.getByRole('row').nth(3).innerText()).toContain('P1001')

  await page.getByRole('button', { name: /^Remove P1042/ }).click()
  const asks = page.getByRole('dialog', { name: /^Remove P1042 .* from the training\?$/ })
  await asks.getByText('The problem and its submissions are kept.').waitFor()
  expect(await axe(page)).toEqual([])
  await asks.getByRole('button', { name: 'Remove' }).click()
  await asks.waitFor({ state: 'detached' })
  await other.page.getByRole('row', { name: /P1042/ }).waitFor({ state: 'detached' })
  expect(await problemsOf(id)).toEqual([third, 'P1001'])
  expect([...one.complaints, ...other.complaints]).toEqual([])
  await Promise.all([one.close(), other.close()])
})

it('another password ends registrations once their number is confirmed', async () => {
  const { id, number } = await makeTraining('Locked', { access: 'PRIVATE', password: 'one' })
  await register(number, 'one')
  const { page, complaints, close } = await root()
  await open(page, `/admin/training/${number}/edit`)
  await page.getByRole('textbox', { name: 'Password' }).fill('two')
  await page.getByText('Saving this ends 1 registration.').waitFor()
  await save(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('End 1 registration?').waitFor()
  expect(await axe(page)).toEqual([])
  // Another user registers while the question is open.
  await register(number, 'one')
  await dialog.getByRole('button', { name: 'Save and end' }).click()
  await dialog.getByText('End 2 registrations?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await registrations(id)).toBe(2)
  await save(page)
  await dialog.getByText('End 2 registrations?').waitFor()
  await dialog.getByRole('button', { name: 'Save and end' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(await registrations(id)).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

it('what two write in one training is merged, and asked about where both wrote', async () => {
  const { number } = await makeTraining('Harbour')
  const [one, other] = [await root(), await root()]
  const path = `/admin/training/${number}/edit`
  await Promise.all([open(one.page, path), open(other.page, path)])
  const title = ({ page }: Visitor) => page.getByLabel('Title')
  await other.page.getByLabel('Position').fill('7')
  await title(one).fill('Harbour at night')
  await save(one.page)
  await expect.poll(() => title(other).inputValue()).toBe('Harbour at night')
  await title(other).fill('Harbour at noon')
  await title(one).fill('Harbour at dawn')
  await save(one.page)
  const conflict = other.page.getByRole('group', { name: /^Also changed by someone else/ })
  await conflict.getByText('Harbour at dawn').waitFor()
  expect(await axe(other.page)).toEqual([])
  await conflict.getByRole('button', { name: /keep mine/ }).click()
  await save(other.page)
  await expect.poll(() => title(one).inputValue()).toBe('Harbour at noon')
  expect(await one.page.getByLabel('Position').inputValue()).toBe('7')

  await title(one).fill('Never saved')
  await one.page.getByRole('link', { name: 'Problems', exact: true }).last().click()
  await one.page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  expect([...one.complaints, ...other.complaints]).toEqual([])
  await Promise.all([one.close(), other.close()])
})

it('a category in use is not deleted, and an unused one is', async () => {
  await makeTraining('Anchor')
  await makeCategory('Unused')
  const [one, other] = [await root(), await root()]
  const { page } = one
  await Promise.all([open(page, '/admin/training/category'), open(other.page, '/admin/training/category')])
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Delete category For Anchor' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('1 training uses this category; move it first').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit category For Anchor' }).click()
  await dialog.getByLabel('Name').fill('Sea')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await other.page.getByRole('row', { name: /Sea/ }).waitFor()
  await page.getByRole('button', { name: 'Delete category Unused' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.waitFor({ state: 'detached' })
  await other.page.getByRole('row', { name: /Unused/ }).waitFor({ state: 'detached' })
  expect([...one.complaints, ...other.complaints]).toEqual([])
  await Promise.all([one.close(), other.close()])
})

it('a training is found by Ctrl K and deleted by super administrators alone', async () => {
  const { number } = await makeTraining('Sunken', { access: 'PRIVATE', password: 'one' })
  await register(number, 'one')
  const [one, staff] = [await root(), await visit(stage.browser, stage.site.url, teacher)]
  await open(staff.page, '/admin/training?keyword=sunken')
  const seen = staff.page.getByRole('row', { name: /Sunken/ })
  expect(await seen.getByRole('switch').isDisabled()).toBe(true)
  expect(await seen.getByRole('link', { name: 'Sunken' }).count()).toBe(0)
  await staff.page.goto(`${stage.site.url}/admin/training/${number}/edit`)
  await staff.page.getByText("This training doesn't exist, or you don't manage it").waitFor()
  await open(staff.page, '/admin/training?keyword=sunken')

  const { page } = one
  await open(page, '/admin/training')
  await page.getByRole('button', { name: 'Search the administration' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search the administration' }).fill('sunk')
  await page.getByRole('option', { name: /Sunken/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/training/${number}/edit`)
  await open(page, '/admin/training')
  await page.getByRole('button', { name: 'More actions for Sunken' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Sunken?' })
  await dialog.getByText('1 registration and the ranking are deleted permanently, too.').waitFor()
  await dialog.getByText('Problems and submissions are kept.').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 training deleted').waitFor()
  await page.getByRole('link', { name: 'Sunken' }).waitFor({ state: 'detached' })
  await staff.page.getByText('No training matches').waitFor()
  expect([...one.complaints, ...staff.complaints]).toEqual([])
  await Promise.all([one.close(), staff.close()])
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const title = 'A rather long title of a training, with 一些中文'
  const { id, number } = await makeTraining(title, { access: 'PRIVATE', password: 'one' })
  const { problems } = await stage.ask<{ problems: { edges: { node: { number: number } }[] } }>(
    '{ problems(first: 3) { edges { node { number } } } }',
  )
  for (const { node } of problems.edges)
    await stage.ask(
      'mutation ($input: AddTrainingProblemInput!) { addTrainingProblem(input: $input) { id } }',
      { input: { trainingId: id, problemNumber: node.number, origin: 'PUBLIC' } },
    )
  const staff = await visit(stage.browser, stage.site.url, stage.token)
  await expectFinePages(
    staff,
    `${stage.site.url}/admin/training`,
    ['', '/create', `/${number}/edit`, '/category', `/${number}/problems`],
    'main h1',
  )
  await open(staff.page, `/admin/training/${number}/problems?add=public`)
  await staff.page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await expectFineLooks(staff, 'add from public')
  expect(staff.complaints).toEqual([])
  await staff.close()
})
