import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { addMember } from '../support/member.ts'
import { runSql } from '../support/postgres.ts'
import { openStage } from '../support/stage.ts'
import { axe, overflow, type Visitor, visit } from '../support/visitor.ts'

const stage = openStage()

const root = (): Promise<Visitor> => visit(stage.browser, stage.site.url, stage.token)
const save = (page: Page) => page.keyboard.press('ControlOrMeta+s')

type Made = { id: string; number: number }

/** Makes a contest past the pages, so many minutes from now on. */
async function make(title: string, [from, to]: [number, number], fields: object = {}): Promise<Made> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { createContest } = await stage.ask<{ createContest: Made }>(
    'mutation ($input: CreateContestInput!) { createContest(input: $input) { id number } }',
    {
      input: {
        ...{ type: 'ACM', title, startsAt: at(from), endsAt: at(to) },
        fields: { description: 'Rules', ...fields },
      },
    },
  )
  return createContest
}

/** Somebody new, who knows the password of a contest. */
async function register(cid: number, name: string, password: string): Promise<void> {
  const answer = await fetch(`${stage.site.url}/api/register-contest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await addMember(stage, name) },
    body: JSON.stringify({ cid, password }),
  })
  expect(await answer.json()).toMatchObject({ status: 200 })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${stage.site.url}${path}`)
  await page.locator('main h1').waitFor()
}

it('a contest is made in its form, changed, cloned and deleted', async () => {
  const { page, complaints, close } = await root()
  await open(page, '/admin/contest')
  await page.getByRole('link', { name: 'New contest' }).first().click()
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.waitFor()
  await page.getByLabel('Title').fill('Harbour cup')
  await save(page)
  await page.getByText('things to fix').or(page.getByText('This is required')).first().waitFor()
  await text.fill('Five hours, **thirteen** problems')
  await page.getByLabel('Start and end: from').fill('2030-05-01T10:00')
  await page.getByLabel('Start and end: until').fill('2030-05-01T09:00')
  await page.getByText('The end must come after the start').waitFor()
  await page.getByLabel('Start and end: until').fill('2030-05-01T15:00')
  await page.getByText(/^Lasts 5:00:00/).waitFor()
  await page.getByRole('button', { name: 'Private' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill('sesame')
  await page.getByRole('switch', { name: 'Only certain accounts' }).click()
  await page.getByLabel('Before the number').fill('team')
  await page.getByText('11 accounts: team0 · team1 · team2 · … · team10').waitFor()
  await page.getByRole('switch', { name: 'Seal outcomes before the end' }).click()
  await page.getByText('From 2030-05-01 14:00').waitFor()
  await page.getByRole('button', { name: 'A share' }).click()
  await page.getByLabel('Share of tier 3').fill('80')
  await page.getByText('The shares add up to more than 100%').waitFor()
  await page.getByLabel('Share of tier 3').fill('30')
  expect(await axe(page)).toEqual([])
  await save(page)
  await page.getByText('Harbour cup was made').waitFor()
  const { managedContests } = await stage.ask<{
    managedContests: { edges: { node: Record<string, unknown> & { number: number } }[] }
  }>(`{ managedContests { edges { node { number title access awardKind freezesAt
    awards { name number } setting { password accounts { prefix start end } } } } } }`)
  const made = managedContests.edges[0]?.node
  expect(made).toMatchObject({
    ...{ title: 'Harbour cup', access: 'PRIVATE', awardKind: 'PERCENTAGE' },
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
  await page.getByLabel('Title').fill('Harbour cup 2030')
  await save(page)
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await expect.poll(() => page.title()).toMatch(/^Harbour cup 2030/)

  await open(page, '/admin/contest')
  const row = page.getByRole('row', { name: /Harbour cup 2030/ })
  await row.getByRole('switch').click()
  await expect.poll(() => row.getByRole('switch').isChecked()).toBe(false)
  await row
    .getByRole('button', { name: /Harbour cup 2030/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Clone with its problems' }).click()
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
    await dialog.getByText('It will be on the public list no longer').waitFor()
    await expect.poll(() => dialog.getByLabel('Display ID').inputValue()).toBe(label)
    if (label === 'B') expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
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
  await dialog.getByLabel('Title in the contest').fill('Warm up')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Warm up', exact: true }).waitFor()
  expect(await problems()).toMatchObject([{}, { title: 'Warm up', color: '#1591d2' }])
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Take off' }).click()
  await dialog.getByText('Its column leaves the scoreboard at once').waitFor()
  await dialog.getByRole('button', { name: 'Take off' }).click()
  await row.waitFor({ state: 'detached' })
  expect(await problems()).toHaveLength(1)
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
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  const notice = page.getByRole('row', { name: /Storm warning/ })
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
  await page.getByRole('button', { name: 'Take back' }).click()
  await dialog.getByRole('button', { name: 'Take back' }).click()
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
  await page.getByRole('button', { name: 'Unseal' }).click()
  await dialog.getByRole('button', { name: 'Unseal' }).click()
  await page.getByRole('button', { name: 'Unseal' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})

it('helpers bring a balloon as it comes, and print what a contestant sends', async () => {
  const { id, number } = await make('Squall', [-10, 60], { hasPrinting: true })
  await stage.ask('mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }', {
    input: { contestId: id, problemNumber: 3, label: 'A', color: '#1591d2' },
  })
  const token = await addMember(stage, 'rower')
  const [{ page, complaints, close }, rower] = [
    await root(),
    await visit(stage.browser, stage.site.url, token),
  ]
  await open(page, `/contest/${number}/ac-info`)
  await page.getByText('Nothing solved yet').waitFor()
  await runSql(
    stage.site.databaseUrl,
    `with "sent" as (
       insert into "Submission" ("problemId", "userId", "contestId", "createdAt", "language", "codeLength", "ip",
         "state", "verdict")
       select 3, "id", ${number}, now(), 'cpp17', 10, '127.0.0.1', 'DONE', 'ACCEPTED' from "User"
       where "username" = 'rower' returning "id", "userId"
     ) select pg_notify('${EVENT_CHANNEL}', json_build_object('name', 'submission.judged', 'payload',
       json_build_object('submissionId', "id", 'userId', "userId", 'problemId', 3, 'contestId', ${number}))::text)
       from "sent"`,
  )
  const balloon = page.getByRole('row', { name: /rower/ })
  await balloon.getByText('First to solve').waitFor()
  await balloon.getByRole('button', { name: /^I take it/ }).click()
  await balloon.getByText('root is on the way').waitFor()
  await balloon.getByRole('button', { name: /^Brought/ }).click()
  await page.getByText('0 balloons to bring').waitFor()
  expect(await axe(page)).toEqual([])

  await open(rower.page, `/contest/${number}/print`)
  await rower.page.getByLabel('Text').fill('too short')
  await rower.page.getByRole('button', { name: 'Send' }).click()
  await rower.page.getByText('At least 50 characters', { exact: true }).waitFor()
  await open(page, `/contest/${number}/admin-print`)
  await page.getByText('Nothing to print').waitFor()
  await rower.page.getByLabel('Text').fill('int main() { return 0; } // forty-two\n'.repeat(3))
  await rower.page.getByRole('button', { name: 'Send' }).click()
  const text = page.getByRole('row', { name: /rower/ })
  await text.waitFor()
  expect(await axe(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    text.getByRole('button', { name: /^Download/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe('rower_Contest_Print.txt')
  await text.getByRole('button', { name: 'Printed' }).click()
  await page.getByText('0 texts to print').waitFor()
  for (const path of ['ac-info', 'admin-print', 'print'])
    for (const [width, theme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: theme })
      await open(page, `/contest/${number}/${path}`)
      await page.waitForLoadState('networkidle')
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/contest-${path}-${width}.png` })
    }
  for (const each of [complaints, rower.complaints]) expect(each).toEqual([])
  await Promise.all([close(), rower.close()])
})

it('a problem is rejudged in the background, shown with what would change, and applied', async () => {
  const { id, number } = await make('Doldrums', [-60, 60], { boardIsOpen: true })
  await stage.ask('mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }', {
    input: { contestId: id, problemNumber: 4, label: 'A', color: '#1591d2' },
  })
  for (const name of ['pilot', 'mate']) await addMember(stage, name)
  // Both were accepted with a program that prints nothing, the mate after a wrong try.
  await runSql(
    stage.site.databaseUrl,
    `with "sent" as (
       insert into "Submission" ("problemId", "userId", "contestId", "createdAt", "language", "codeLength", "ip",
         "state", "verdict")
       select 4, u."id", ${number}, now() - w."ago" * interval '1 minute', 'c11', 12, '127.0.0.1', 'DONE',
         w."verdict"::"Verdict"
       from (values ('pilot', 40, 'ACCEPTED'), ('mate', 30, 'WRONG_ANSWER'), ('mate', 20, 'ACCEPTED'))
         as w("username", "ago", "verdict") join "User" u using ("username") returning "id"
     ) insert into "SubmissionCode" ("submissionId", "source") select "id", 'int main(){}' from "sent"`,
  )
  const { page, complaints, close } = await root()
  await open(page, `/admin/contest/${number}/problems`)
  const row = page.getByRole('row', { name: /3/ }).last()
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Rejudge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Verdicts and board stay as they are').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('The tests were wrong')
  await dialog.getByRole('button', { name: 'Rejudge' }).click()
  await page.waitForURL('**/rejudging/*')
  const address = page.url()
  const held = page.getByRole('region', { name: 'What would change on the board' })
  await held.getByText('Nothing of it counts').waitFor()
  await held.getByRole('row', { name: /pilot/ }).waitFor({ timeout: 150_000 })
  await held.getByText('pilot in minute 20').waitFor()
  const solved = async () => {
    const { contest } = await stage.ask<{ contest: { scoreboard: { rows: { total: number }[] } } }>(
      'query ($number: Int!) { contest(number: $number) { scoreboard { rows { total } } } }',
      { number },
    )
    return contest.scoreboard.rows.map(({ total }) => total)
  }
  expect(await solved()).toEqual([1, 1])
  for (const [width, theme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    expect(await overflow(page)).toBe(0)
    expect(await axe(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/held-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, `/admin/contest/${number}/problems`)
  await page.getByRole('region', { name: 'Rejudgings that wait' }).getByRole('link').first().click()
  await page.waitForURL(address)
  await page.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByText('2 verdicts change, on all screens at once.').waitFor()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/^Applied on/).waitFor()
  await expect.poll(solved).toEqual([0, 0])
  expect(complaints).toEqual([])
  await close()
}, 240_000)

it.each([
  { width: 1440, theme: 'light', locale: 'zh-CN' },
  { width: 1024, theme: 'dark', locale: 'en-US' },
  { width: 390, theme: 'light', locale: 'zh-CN' },
] as const)('the pages are fine at $width px, $theme, $locale', async (look) => {
  const { number } = await make(`Look ${look.width}`, [-30, 90], {
    ...{ access: 'PROTECTED', password: 'x', awardKind: 'COUNT' },
    accounts: { prefix: 'sailor', suffix: '', start: 1, end: 4000, extra: ['guest'] },
    awards: [{ name: 'Gold', background: '#e6bf25', color: '#ffffff', number: 3 }],
    freezesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
  })
  await register(number, `sailor${look.width}`, 'x')
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token, look)
  for (const [name, path] of [
    ['list', ''],
    ['create', '/create'],
    ['edit', `/${number}/edit`],
    ['problems', `/${number}/problems`],
    ['notices', `/${number}/announcement`],
    ['people', `/${number}/participants`],
  ] as const) {
    await open(page, `/admin/contest${path}`)
    await page.waitForLoadState('networkidle')
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/contest-${name}-${look.width}.png`,
        fullPage: true,
      })
  }
  expect(complaints).toEqual([])
  await close()
})
