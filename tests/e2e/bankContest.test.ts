import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeBank } from '../support/banks/all.ts'
import { program } from '../support/banks/talking.ts'
import { openBrowserSite, setSubmitInterval } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { makeContest, openPath } from '../support/organising.ts'
import { isMarked, mark, result, sees, submit } from '../support/problemPage.ts'
import { visit } from '../support/visitor.ts'

/** A contest with a problem of another judge, for who takes part and for its organiser. */

const codeforces = await startFakeBank('CF', { pace: { polls: 2 } })
afterAll(() => codeforces.close())
const stage = openBrowserSite({
  BANK_ORIGINS: `CF=${codeforces.origin},GYM=${codeforces.origin}`,
  BANK_WAIT_PERCENT: '2',
})
const PATIENCE = 60_000

let accountId: string
beforeAll(async () => {
  const { addBankAccount } = await stage.ask<{ addBankAccount: { id: string } }>(
    'mutation { addBankAccount(input: { bank: "CF", username: "robot", password: "right password" }) { id } }',
  )
  accountId = addBankAccount.id
})

it('is solved there, resubmitted after a failure, and rejudged by asking the bank again (area-rules B7)', async () => {
  const { site, browser, token, ask } = stage
  await setSubmitInterval(stage, 0)
  const { importBankProblem } = await ask<{ importBankProblem: { number: number } }>(
    'mutation { importBankProblem(input: { bank: "CF", problem: "4242A" }) { number } }',
  )
  const contest = await makeContest(stage, 'Two judges', [-10, 120], { boardIsOpen: true })
  await ask('mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }', {
    input: {
      contestId: contest.id,
      problemNumber: importBankProblem.number,
      label: 'A',
      color: '#1591d2',
    },
  })

  const member = await visit(browser, site.url, await addMember(stage, 'bankracer'))
  const { page } = member
  await page.goto(`${site.url}/contest/${contest.number}/problem/A`)
  await page.locator('.monaco-editor .view-line').first().waitFor()
  await mark(page)
  // Its picture is read with the token: guests may not see the problem of a contest.
  const picture = page.locator('img[src^="blob:"]').first()
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1)
  await page.getByRole('textbox', { name: /^Code in / }).focus()
  await page.keyboard.insertText(program('WA'))
  // The bank has the run, and asks for a captcha when it is polled.
  codeforces.bank.fault('poll', 'CAPTCHA')
  await submit(page)
  await sees(page, 'Submitted Failed')
  await sees(page, /asks for a captcha/)
  await expectFineLooks(member, 'contest-failed')
  await result(page).getByRole('button', { name: 'Resubmit' }).waitFor()
  codeforces.bank.fault('poll', null)
  await ask('mutation ($id: ID!) { testBankAccount(input: { id: $id }) { trouble } }', {
    id: accountId,
  })
  // The list of the contest offers it too, in rows of one's own.
  const root = await visit(browser, site.url, token)
  const list = await member.page.context().newPage()
  const again = { name: /^Resubmit submission/ }
  for (const each of [root.page, list]) {
    await openPath(stage, each, `/contest/${contest.number}/submissions`)
    await each
      .getByRole('row', { name: /bankracer/ })
      .getByText('Submitted Failed')
      .waitFor()
  }
  expect(await root.page.getByRole('button', again).count()).toBe(0)
  await list.getByRole('button', again).click()
  await list
    .getByRole('row', { name: /bankracer/ })
    .getByText('Wrong Answer')
    .waitFor()
  expect(await list.getByRole('button', again).count()).toBe(0)
  await list.close()
  await sees(page, 'Wrong Answer')
  expect(await isMarked(page)).toBe(true)

  // The bank judges it once more, and the organiser has its verdict fetched.
  const run = codeforces.bank.runs.at(-1)
  if (!run) throw new Error('the bank has no run')
  run.verdict = 'AC'
  await openPath(stage, root.page, `/contest/${contest.number}/rejudge`)
  await root.page.getByRole('button', { name: /^Rejudge A / }).click()
  await root.page.getByRole('dialog').getByRole('button', { name: 'Rejudge' }).click()
  await root.page.waitForURL('**/rejudging/*')
  const held = root.page.getByRole('region', { name: 'Changes to the scoreboard' })
  await held.getByRole('row', { name: /bankracer/ }).waitFor({ timeout: PATIENCE })
  await root.page.getByRole('button', { name: /^Apply/ }).click()
  await root.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Apply/ })
    .click()
  await sees(page, 'Accepted')
  await openPath(stage, root.page, `/contest/${contest.number}/rank`)
  await root.page.getByRole('row', { name: /bankracer/ }).waitFor()
  expect(root.complaints).toEqual([])
  expect(member.complaints).toEqual([])
  await Promise.all([root.close(), member.close()])
}, 300_000)

it('shows its statement to contestants when that is a PDF, though guests may not read it', async () => {
  const { site, browser, ask } = stage
  const { importBankProblem } = await ask<{ importBankProblem: { number: number } }>(
    'mutation { importBankProblem(input: { bank: "GYM", problem: "100777C" }) { number } }',
  )
  const contest = await makeContest(stage, 'A statement on paper', [-10, 120])
  await ask('mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }', {
    input: { contestId: contest.id, problemNumber: importBankProblem.number, label: 'A', color: '#1591d2' },
  })
  const reader = await visit(browser, site.url, await addMember(stage, 'paperreader'))
  const { page } = reader
  await page.goto(`${site.url}/contest/${contest.number}/problem/A`)
  await page.locator('iframe[title="Statement (PDF)"][src^="blob:"]').waitFor()
  const statement = page.locator('a[href$="statement.pdf"]')
  const address = await statement.first().getAttribute('href')
  expect((await fetch(`${site.url}${address}`)).status).toBe(404)
  // The link within the text, and the one below the frame.
  for (const link of [statement.first(), statement.last()]) {
    const saved = page.waitForEvent('download', (file) => file.suggestedFilename() === 'statement.pdf')
    await link.click()
    await saved
  }
  expect(await statement.count()).toBe(2)
  await expectFineLooks(reader, 'contest-pdf')
  expect(reader.complaints).toEqual([])
  await reader.close()
}, 300_000)
