import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks, expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { type MadeContest, makeContest, openPath } from '../support/organising.ts'
import { runSql, withConnection } from '../support/postgres.ts'
import { axe, type Visitor, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const root = (): Promise<Visitor> => visit(stage.browser, stage.site.url, stage.token)
const make = (title: string, span: [number, number], fields: object = {}): Promise<MadeContest> =>
  makeContest(stage, title, span, fields)
const open = (page: Page, path: string): Promise<void> => openPath(stage, page, path)

describe('a contest with seats, balloons and printing', () => {
  let number = 0
  let token = ''
  beforeAll(async () => {
    const squall = await make('Squall', [-10, 60], { hasPrinting: true })
    number = squall.number
    await stage.ask(
      'mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }',
      {
        input: { contestId: squall.id, problemNumber: 3, label: 'A', color: '#1591d2' },
      },
    )
    token = await addMember(stage, 'rower')
  })

  it('takes a list of seats before anybody has submitted, and one that is typed', async () => {
    const { page, complaints, close } = await root()
    await open(page, `/admin/contest/${number}/participants`)
    await page.getByRole('button', { name: 'Seats' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('List').fill('rower')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Line 1 has no comma').waitFor()
    await dialog.getByLabel('List').fill('rower,R3-07\nnobody,R3-08')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('No account is named nobody').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByLabel('List').fill('rower,R3-07\nroot,Desk')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('button', { name: /Seat of rower/ })
      .getByText('R3-07')
      .waitFor()
    await page.getByRole('button', { name: /Seat of rower/ }).click()
    await dialog.getByLabel('Seat').fill('R3-17')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('button', { name: /Seat of rower/ })
      .getByText('R3-17')
      .waitFor()
    await expectFineLooks({ page }, 'participants')
    expect(complaints).toEqual([])
    await close()
  })

  it('registers a list of users for a contest with a password', async () => {
    const drizzle = await make('Drizzle', [30, 90], { access: 'PRIVATE', password: 'wet' })
    const { page, complaints, close } = await root()
    await open(page, `/admin/contest/${drizzle.number}/participants`)
    await page.getByRole('button', { name: 'Register users' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Usernames').fill('rower\nnobody')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('No account is named nobody').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByLabel('Usernames').fill('rower, root')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 users are registered').waitFor()
    await page.getByRole('link', { name: 'rower', exact: true }).waitFor()
    await expectFineLooks({ page }, 'participants of a private contest')
    expect(complaints).toEqual([])
    await close()
  })

  it('has helpers bring a balloon as it comes', async () => {
    const { page, complaints, close } = await root()
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
    await balloon.getByText('R3-17').waitFor()
    await balloon.getByRole('button', { name: /^Claim/ }).click()
    await balloon.getByText('root is on the way').waitFor()
    await balloon.getByRole('button', { name: /^Mark delivered/ }).click()
    await page.getByText('0 balloons to deliver').waitFor()
    expect(await axe(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('has helpers print what a contestant sends', async () => {
    const [{ page, complaints, close }, rower] = [
      await root(),
      await visit(stage.browser, stage.site.url, token),
    ]
    await open(rower.page, `/contest/${number}/print`)
    await rower.page.getByRole('button', { name: 'Send' }).click()
    await rower.page.getByText('Content cannot be empty').waitFor()
    await rower.page.getByLabel('Text').fill('too short')
    await rower.page.getByRole('button', { name: 'Send' }).click()
    await rower.page.getByText('At least 50 characters', { exact: true }).waitFor()
    await open(page, `/contest/${number}/admin-print`)
    await page.getByText('Nothing to print').waitFor()
    const words = 'int main() { return 0; } // forty-two\n'.repeat(3)
    await rower.page.getByLabel('Text').fill(words)
    await expect.poll(() => rower.page.evaluate(() => JSON.stringify(localStorage))).toContain('forty-two')
    await rower.page.reload()
    await rower.page.getByText('Your draft of').waitFor()
    expect(await rower.page.getByLabel('Text').inputValue()).toBe(words)
    await rower.page.getByRole('button', { name: 'Send' }).click()
    const text = page.getByRole('row', { name: /rower/ })
    await text.getByText('R3-17').waitFor()
    await text.waitFor()
    expect(await axe(page)).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      text.getByRole('button', { name: /^Download/ }).click(),
    ])
    expect(file.suggestedFilename()).toBe('rower_Contest_Print.txt')
    await text.getByRole('button', { name: 'Mark printed' }).click()
    await page.getByText('0 texts to print').waitFor()
    for (const each of [complaints, rower.complaints]) expect(each).toEqual([])
    await Promise.all([close(), rower.close()])
  })

  it('fits a desk and a phone on the pages of helpers, and has nothing that axe finds in either theme', async () => {
    const helper = await root()
    const paths = ['/ac-info', '/admin-print', '/print']
    await expectFinePages(helper, `${stage.site.url}/contest/${number}`, paths, 'main h1')
    await helper.close()
  })

  it('prints nothing after its end', async () => {
    const rower = await visit(stage.browser, stage.site.url, token)
    const over = await make('Calm', [-60, -10], { hasPrinting: true })
    await open(rower.page, `/contest/${over.number}`)
    await rower.page.getByRole('link', { name: 'Print', exact: true }).click()
    await rower.page.getByText('Printing is closed.').waitFor()
    expect(rower.complaints).toEqual([])
    await rower.close()
  })
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
  await dialog.getByText('Verdicts and scoreboard stay as they are').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('The tests were wrong')
  await dialog.getByRole('button', { name: 'Rejudge' }).click()
  await page.waitForURL('**/rejudging/*')
  const address = page.url()
  const held = page.getByRole('region', { name: 'Changes to the scoreboard' })
  await held.getByText('Nothing counts or is visible').waitFor()
  await held.getByRole('row', { name: /pilot/ }).waitFor({ timeout: 150_000 })
  await held.getByText('pilot in minute 20').waitFor()
  const solved = async () => {
    type Rows = { edges: { node: { total: number } }[] }
    const { contest } = await stage.ask<{ contest: { scoreboard: { rows: Rows } } }>(
      'query ($number: Int!) { contest(number: $number) { scoreboard { rows { edges { node { total } } } } } }',
      { number },
    )
    return contest.scoreboard.rows.edges.map(({ node }) => node.total)
  }
  expect(await solved()).toEqual([1, 1])
  await held.getByRole('table').waitFor()
  await expectFineLooks({ page }, 'held')
  await open(page, `/admin/contest/${number}/problems`)
  await page.getByRole('row', { name: /3/ }).last().getByText('To review').waitFor()
  // Every page of the contest says so to its organisers.
  const waiting = page.getByRole('region', { name: 'Rejudgings to review' })
  for (const path of ['', '/rejudge']) {
    await open(page, `/contest/${number}${path}`)
    await waiting.getByText('2 verdicts change. Apply').waitFor()
    await expectFineLooks({ page }, `waits${path}`)
  }
  await page.getByRole('button', { name: /^Rejudge A / }).click()
  await dialog.getByText('Verdicts and scoreboard stay as they are').waitFor()
  await page.keyboard.press('Escape')
  await waiting.getByRole('link').first().click()
  await page.waitForURL(address)
  // Another organiser applies it, past this page.
  const other = await root()
  await open(other.page, `/contest/${number}/rejudge`)
  await other.page.getByRole('button', { name: /^Apply/ }).click()
  const asked = other.page.getByRole('dialog')
  await asked.getByText('2 verdicts change, immediately on all screens.').waitFor()
  await asked.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/^Applied on/).waitFor()
  await other.page.getByRole('cell', { name: 'Applied' }).waitFor()
  expect(await other.page.getByRole('region', { name: 'Rejudgings to review' }).count()).toBe(0)
  expect(other.complaints).toEqual([])
  await other.close()
  await expect.poll(solved).toEqual([0, 0])
  expect(complaints).toEqual([])
  await close()
}, 240_000)

it('its organiser rejudges, corrects and cancels submissions in the list of the contest, and nobody else does', async () => {
  const [owner, gust] = [await addMember(stage, 'harbour', 'ADMIN'), await addMember(stage, 'gust')]
  const ask: typeof stage.ask = async (query, variables = {}) => {
    const response = await fetch(`${stage.site.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: owner },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await response.json()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  const { id, number } = await makeContest({ ...stage, ask }, 'Trade winds', [-30, 60], { boardIsOpen: true })
  await ask('mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }', {
    input: { contestId: id, problemNumber: 5, label: 'A', color: '#1591d2' },
  })
  // It was accepted with a program that prints nothing.
  const sent = await withConnection(stage.site.databaseUrl, (client) =>
    client.query<{ id: string }>(
      `with "sent" as (
         insert into "Submission" ("problemId", "userId", "contestId", "createdAt", "language", "codeLength", "ip",
           "state", "verdict")
         select 5, "id", $1, now() - interval '5 minutes', 'c11', 12, '127.0.0.1', 'DONE', 'ACCEPTED' from "User"
         where "username" = 'gust' returning "id"
       ) insert into "SubmissionCode" ("submissionId", "source") select "id", 'int main(){}' from "sent"
       returning "submissionId" as "id"`,
      [number],
    ),
  )
  const submission = sent.rows[0]?.id
  const solved = async () => {
    const { contest } = await stage.ask<{
      contest: { scoreboard: { rows: { edges: { node: { total: number } }[] } } }
    }>(
      'query ($number: Int!) { contest(number: $number) { scoreboard { rows { edges { node { total } } } } } }',
      { number },
    )
    return contest.scoreboard.rows.edges.map(({ node }) => node.total)
  }
  expect(await solved()).toEqual([1])

  const { page, complaints, close } = await visit(stage.browser, stage.site.url, owner)
  await open(page, `/contest/${number}/submissions`)
  const row = page.getByRole('row', { name: /gust/ })
  await row.getByText('Accepted').waitFor()
  await row.getByRole('button', { name: `Rejudge submission ${submission}` }).click()
  await page.getByText('Rejudge successfully').waitFor()
  await row.getByText('Wrong Answer').waitFor({ timeout: 100_000 })
  await expect.poll(solved).toEqual([0])

  const menu = row.getByRole('button', { name: `Verdict of submission ${submission}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change verdict' }).click()
  await page.getByRole('dialog').getByLabel('Status').selectOption({ label: 'Accepted' })
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
  await row.getByText('Accepted').waitFor()
  await row.getByText('manual').waitFor()
  await expect.poll(solved).toEqual([1])

  await menu.click()
  await page.getByRole('menuitem', { name: 'Cancel verdict' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel verdict' }).click()
  await row.getByText('Cancelled').waitFor()
  await expect.poll(solved).toEqual([0])
  expect(await axe(page)).toEqual([])
  expect(complaints).toEqual([])

  const contestant = await visit(stage.browser, stage.site.url, gust)
  await open(contestant.page, `/contest/${number}/submissions`)
  await contestant.page.getByRole('row', { name: /gust/ }).getByText('Cancelled').waitFor()
  expect(
    await contestant.page.getByRole('button', { name: /^(Rejudge|Evaluation of) submission/ }).count(),
  ).toBe(0)
  await Promise.all([close(), contestant.close()])
}, 240_000)

it('organisers read a question mark for frozen tries until they ask, and everybody counts those after the end', async () => {
  const add = async (contestId: string) => {
    const input = { contestId, problemNumber: 3, label: 'A', color: '#1591d2' }
    await stage.ask(
      'mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }',
      {
        input,
      },
    )
  }
  const freezesAt = new Date(Date.now() + 1500).toISOString()
  const ice = await make('Ice', [-60, 60], { freezesAt })
  const calm = await make('Dead calm', [-60, -10], { takesLate: true })
  for (const { id } of [ice, calm]) await add(id)
  const token = await addMember(stage, 'stoker')
  await runSql(
    stage.site.databaseUrl,
    `insert into "Submission" ("problemId", "userId", "contestId", "createdAt", "language", "codeLength", "ip", "state",
       "verdict")
     select 3, u."id", c."number", now() + c."ago" * interval '1 minute', 'c11', 12, '127.0.0.1', 'DONE', 'ACCEPTED'
     from (values (${ice.number}, -40), (${ice.number}, 1), (${calm.number}, -40), (${calm.number}, -5)) as c("number", "ago"),
       "User" u where u."username" = 'stoker'`,
  )
  const { page, complaints, close } = await root()
  await open(page, `/contest/${ice.number}/problems`)
  await page.getByText('? / ?').waitFor()
  expect(await axe(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/question.png` })
  await page.getByRole('switch', { name: 'Show frozen results' }).click()
  await page.getByText('2 / 2').waitFor()
  await page.getByRole('switch', { name: 'Show frozen results' }).click()
  await page.getByText('? / ?').waitFor()
  const stoker = await visit(stage.browser, stage.site.url, token)
  await open(stoker.page, `/contest/${calm.number}/problems`)
  await stoker.page.getByText('1 / 1', { exact: true }).last().waitFor()
  await stoker.page.getByRole('switch', { name: 'Include upsolving' }).click()
  await stoker.page.getByText('2 / 2').waitFor()
  await expectFineLooks(stoker, 'after the end')
  // An ended contest invites nobody to submit.
  const over = await make('Flat calm', [-60, -10])
  await add(over.id)
  await stoker.page.goto(`${stage.site.url}/contest/${over.number}/problem/A`)
  await stoker.page.locator('button[aria-disabled=true]').first().waitFor()
  if (process.env.SHOTS) await stoker.page.screenshot({ path: `${process.env.SHOTS}/over.png` })
  for (const each of [complaints, stoker.complaints]) expect(each).toEqual([])
  await Promise.all([close(), stoker.close()])
})
