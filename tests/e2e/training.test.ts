import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { runSql } from '../support/postgres.ts'
import { submit, write } from '../support/problemPage.ts'
import { axe, visit } from '../support/visitor.ts'

/** Trainings as the users who work through them meet them. */

const stage = openBrowserSite()

/** A name that nobody has. */
let people = 0
const newName = (name: string) => `${name}${++people}`

const PASSWORD = 'sesame'
const SUM = '#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b; }'

type Made = { id: string; number: number }

/** A private training of the administrator's with two problems. */
async function makeTraining(title: string): Promise<Made> {
  const { trainingCategories } = await stage.ask<{ trainingCategories: { id: string }[] }>(
    '{ trainingCategories { id } }',
  )
  const fields = {
    title,
    description: 'Two **steps** to the top.',
    categoryId: trainingCategories[0]?.id,
    access: 'PRIVATE',
    password: PASSWORD,
    rank: 5,
  }
  const { createTraining: made } = await stage.ask<{ createTraining: Made }>(
    'mutation ($input: CreateTrainingInput!) { createTraining(input: $input) { id number } }',
    { input: { fields } },
  )
  for (const displayId of ['P1001', 'P1005']) {
    const { problem } = await stage.ask<{ problem: { number: number } }>(
      'query ($id: String!) { problem(displayId: $id) { number } }',
      { id: displayId },
    )
    await stage.ask(
      'mutation ($input: AddTrainingProblemInput!) { addTrainingProblem(input: $input) { id } }',
      {
        input: { trainingId: made.id, problemNumber: problem.number, origin: 'PUBLIC' },
      },
    )
  }
  return made
}

const update = (id: string, fields: object) =>
  stage.ask('mutation ($input: UpdateTrainingInput!) { updateTraining(input: $input) { id } }', {
    input: { id, fields },
  })

/** Sets when passwords may be tried again. */
const allowTries = (at: 'now' | 'later') =>
  runSql(
    stage.site.databaseUrl,
    `update "Throttle" set "expiresAt" = now() + interval '${at === 'now' ? 0 : 60} s'`,
  )

it('lists trainings to guests by access, category and title, and asks them to log in before one (area-rules T1)', async () => {
  const guest = await visit(stage.browser, stage.site.url)
  const { page } = guest
  await page.goto(`${stage.site.url}/home`)
  await page.locator('header').getByRole('link', { name: 'Trainings' }).click()
  await page.waitForURL('**/training')
  const table = page.getByRole('table', { name: 'Trainings' })
  const rows = table.locator('tbody tr')
  await table.getByRole('link', { name: /First Seven Problems/ }).waitFor()
  // By position, then the newest first.
  await expect.poll(() => rows.first().innerText()).toContain('First Seven Problems')
  await page.getByRole('button', { name: 'Private' }).click()
  await page.waitForURL('**/training?auth=Private')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByRole('link', { name: /From Brute Force to Better/ }).waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.waitForURL('**/training')
  // Links of filters keep what the page shows, which follows the address.
  await expect.poll(() => rows.count()).toBeGreaterThan(1)
  await page
    .getByRole('list', { name: 'Category' })
    .getByRole('link', { name: /Contests/ })
    .click()
  await page.waitForURL('**/training?categoryId=*')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Search trainings' }).fill('no such words')
  await page.keyboard.press('Enter')
  await page.getByText('No training matches').waitFor()
  await page.getByRole('link', { name: 'Show all trainings' }).click()
  // The title asks to log in, and so does the rest of the row.
  const row = rows.filter({ hasText: 'First Seven Problems' })
  for (const place of [row.getByRole('link').first(), row.getByRole('cell').first()]) {
    await place.click()
    await page.getByText('Please login first!').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(new URL(page.url()).pathname).toBe('/training')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Please login first!').waitFor({ state: 'detached' })
  }
  expect(guest.complaints).toEqual([])
  await guest.close()
})

it('changes rows in place, and lets new trainings wait', async () => {
  const reader = await visit(stage.browser, stage.site.url, null, { width: 390 })
  const { page } = reader
  await page.goto(`${stage.site.url}/training`)
  await page.getByRole('link', { name: /First Seven Problems/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const { id } = await makeTraining(newName('Ladder '))
  await page.getByRole('button', { name: /1 new/ }).click()
  await page.getByRole('link', { name: /^Ladder/ }).waitFor()
  const renamed = newName('Staircase ')
  await update(id, { title: renamed })
  await page.getByRole('link', { name: renamed }).waitFor()
  expect(reader.complaints).toEqual([])
  await reader.close()
})

/** The training that is entered below, and who entered it. */
let entered = { number: 0, token: '' }

it('opens with its password, is solved on its own pages, and shows progress and rank live (area-rules T4, T6, T8)', async () => {
  const title = newName('Two steps ')
  const { number } = await makeTraining(title)
  const base = `${stage.site.url}/training/${number}`
  const climber = newName('climber')
  const someone = await visit(stage.browser, stage.site.url, await addMember(stage, climber))
  const { page } = someone
  await page.goto(`${base}/problem/P1001`)
  await page.getByRole('heading', { name: 'Register to take part' }).waitFor()
  // Not by the tab: the overview has the same form, which would be filled in while the page changes.
  await page.goto(`${base}/problems`)
  const tabs = page.getByRole('navigation', { name: title })
  await page.getByText('Register to take part').waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  const register = page.getByRole('button', { name: 'Register', exact: true })
  await register.click()
  await page.getByText('Enter the training password').waitFor()
  const password = page.getByLabel('Training password')
  await password.fill('Sesame')
  await register.click()
  await page.getByText('The training password is wrong').waitFor()
  await allowTries('later')
  await password.fill(PASSWORD)
  await register.click()
  await page.getByText(/^Wait \d+ s before the next attempt$/).waitFor()
  expect(await password.inputValue()).toBe(PASSWORD)
  await allowTries('now')
  await register.click()
  await page.getByText('Register training successfully').waitFor()
  const table = page.getByRole('table', { name: 'Problems' })
  await table.getByRole('link', { name: 'Continue here: A + B' }).waitFor()
  await page.getByText('Registered', { exact: true }).waitFor()

  // The administrator follows the rank meanwhile.
  const root = await visit(stage.browser, stage.site.url, stage.token)
  await root.page.goto(`${base}/rank`)
  const row = root.page.getByRole('row', { name: new RegExp(climber) })
  await row.getByRole('cell', { name: '1: not tried' }).waitFor()

  await table.getByRole('link', { name: 'Continue here: A + B' }).click()
  await page.waitForURL('**/problem/P1001')
  await page.locator('.monaco-editor .view-line').first().waitFor()
  const sent = page.waitForRequest((request) => request.postData()?.includes('useSubmitMutation') ?? false)
  await write(page, 'C++ 17', SUM)
  await submit(page)
  expect((await sent).postDataJSON().variables.input.trainingId).toBeTruthy()
  const bar = page.getByRole('navigation', { name: 'Problems of the training' })
  await bar.getByRole('img', { name: 'Accepted' }).waitFor({ timeout: 60_000 })
  await row.getByRole('cell', { name: /^1: solved in \d+ ms$/ }).waitFor()

  await bar.getByRole('link', { name: 'Next problem' }).click()
  await page.waitForURL('**/problem/P1005')
  await page.getByRole('heading', { name: 'Hourglass' }).waitFor()
  await page
    .getByRole('link', { name: 'Focus mode' })
    .or(page.getByRole('button', { name: 'Focus mode' }))
    .click()
  await page.waitForURL('**/problem/P1005/full-screen')
  // The address changes before the page.
  const leave = page.getByRole('link', { name: 'Leave focus mode' })
  await leave.or(page.getByRole('button', { name: 'Leave focus mode' })).waitFor()
  await bar.getByRole('link', { name: 'Previous problem' }).click()
  await page.waitForURL('**/problem/P1001/full-screen')
  await bar.getByRole('link', { name: title }).click()
  await page.waitForURL('**/problems')
  await page.getByRole('img', { name: '1 of 2 problems solved; next: problem 2' }).waitFor()
  await table.getByRole('link', { name: 'Continue here: Hourglass' }).waitFor()
  expect(await axe(page)).toEqual([])

  await tabs.getByRole('link', { name: /^Rank/ }).click()
  await page.getByRole('link', { name: 'My place: 1' }).waitFor()
  await page.getByRole('searchbox', { name: 'Username or school' }).fill('nobody at all')
  await page.keyboard.press('Enter')
  await page.getByText('No user matches').waitFor()
  await tabs.getByRole('link', { name: /^Problems/ }).click()
  await table.getByRole('link', { name: 'Continue here: Hourglass' }).waitFor()
  expect(someone.complaints).toEqual([])
  expect(root.complaints).toEqual([])
  entered = { number, token: (await page.evaluate(() => localStorage.getItem('token'))) ?? '' }
  for (const one of [someone, root]) await one.close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { number, token } = entered
  const member = await visit(stage.browser, stage.site.url, token)
  const stranger = await visit(stage.browser, stage.site.url, await addMember(stage, newName('stranger')))
  const own = ['', '/problems', '/rank', '/problem/P1001', '/problem/P1005/full-screen']
  const base = `${stage.site.url}/training`
  await expectFinePages(member, base, ['', '/2/problems', ...own.map((path) => `/${number}${path}`)])
  await expectFinePages(stranger, `${base}/${number}`, ['', '/problems', '/rank', '/problem/P1001'])
  for (const who of [member, stranger]) await who.close()
})

it('says of a training that was hidden meanwhile that there is none (area-rules T2)', async () => {
  const { id, number } = await makeTraining(newName('Fleeting '))
  const reader = await visit(stage.browser, stage.site.url, await addMember(stage, newName('reader')))
  await reader.page.goto(`${stage.site.url}/training/${number}`)
  await reader.page.getByRole('heading', { name: /^Fleeting/ }).waitFor()
  await reader.page.waitForLoadState('networkidle')
  await update(id, { isVisible: false })
  await reader.page.getByText(`Training ${number} doesn't exist`).waitFor()
  await reader.close()
})
