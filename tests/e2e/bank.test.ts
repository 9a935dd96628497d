import { afterAll, expect, it } from 'vitest'
import { startFakeBank } from '../support/banks/all.ts'
import { program } from '../support/banks/talking.ts'
import { openBrowserSite, setSubmitInterval } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { runSql } from '../support/postgres.ts'
import { isMarked, mark, openProblem, result, sees, submit } from '../support/problemPage.ts'
import { visit } from '../support/visitor.ts'

const hdu = await startFakeBank('HDU', { pace: { polls: 2 } })
const codeforces = await startFakeBank('CF')
afterAll(() => Promise.all([hdu.close(), codeforces.close()]))

const stage = openBrowserSite({
  BANK_ORIGINS: `HDU=${hdu.origin},CF=${codeforces.origin},GYM=${codeforces.origin}`,
  BANK_WAIT_PERCENT: '2',
})
const PATIENCE = 60_000

const words = (page: import('playwright').Page, text: string | RegExp) =>
  page.getByText(text).first().waitFor({ timeout: PATIENCE })

it('super administrators add and test accounts of a bank, and see live when one goes out of service', async () => {
  const { site, browser, token } = stage
  await setSubmitInterval(stage, 0)
  const root = await visit(browser, site.url, token)
  const { page } = root
  await page.goto(`${site.url}/admin/bank`)
  const card = page.getByRole('region', { name: /^HDU/ })
  await card.getByText('No account in service').waitFor()
  await card.getByText('No account yet.').waitFor()

  await card.getByRole('button', { name: 'Add account at HDU' }).click()
  const form = page.getByRole('dialog', { name: 'Add account at HDU' })
  await form.getByLabel('Username at HDU').fill('robot')
  await form.getByLabel('Password', { exact: true }).fill('wrong password')
  await Promise.all([
    words(page, 'robot was added'),
    form.getByRole('button', { name: 'Add account' }).click(),
  ])
  const account = card.getByRole('listitem').filter({ hasText: 'robot' })
  await account.getByRole('button', { name: 'Test robot' }).click()
  await account.getByRole('alert').getByText('HDU refuses the username or password').waitFor()

  await account.getByRole('button', { name: 'More actions for robot' }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const change = page.getByRole('dialog', { name: 'Change the password of robot' })
  await change.getByLabel('Password', { exact: true }).fill('right password')
  await Promise.all([
    words(page, 'The password of robot was changed'),
    change.getByRole('button', { name: 'Save' }).click(),
  ])
  await Promise.all([
    words(page, 'robot can log in'),
    account.getByRole('button', { name: 'Test robot' }).click(),
  ])
  await card.getByText('In service').first().waitFor()
  expect(await page.content()).not.toContain('right password')
  expect(root.complaints).toEqual([])

  // Importing is for all of the staff.
  const setter = await visit(browser, site.url, await addMember(stage, 'banksetter', 'ADMIN'))
  await setter.page.goto(`${site.url}/admin/bank`)
  await setter.page
    .getByRole('region', { name: /^HDU/ })
    .getByText('Super administrators keep the accounts.')
    .waitFor()
  expect(await setter.page.getByText('robot').count()).toBe(0)
  expect(await setter.page.getByRole('switch').count()).toBe(0)
  await setter.page.goto(`${site.url}/admin/problems`)
  await setter.page.getByRole('button', { name: 'Import from another judge' }).click()
  const dialog = setter.page.getByRole('dialog', { name: 'Import from another judge' })
  await dialog.getByLabel('Problem IDs').fill('nonsense')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('HDU has no problem ids like this one').waitFor()
  await dialog.getByLabel('Problem IDs').fill('1001')
  await Promise.all([
    words(setter.page, 'HDU-1001 was imported'),
    dialog.getByRole('button', { name: 'Import', exact: true }).click(),
  ])
  await setter.page.getByRole('row').filter({ hasText: 'HDU-1001' }).waitFor()

  await setter.page.goto(`${site.url}/admin/problem/edit/HDU-1001`)
  await words(setter.page, 'HDU judges this problem')
  await setter.page.getByRole('button', { name: 'Compare with HDU' }).click()
  await words(setter.page, 'Nothing has changed')
  expect(setter.complaints).toEqual([])
  await setter.close()

  // A member solves it.
  const member = await visit(browser, site.url, await addMember(stage, 'banksolver'))
  await member.page.goto(`${site.url}/problem?oj=HDU`)
  await member.page.getByRole('link', { name: 'Two Baskets' }).waitFor()
  await openProblem(member.page, site.url, 'HDU-1001')
  await mark(member.page)
  const type = async (code: string) => {
    await member.page.getByRole('textbox', { name: /^Code in / }).focus()
    await member.page.keyboard.press('ControlOrMeta+A')
    await member.page.keyboard.insertText(code)
  }
  await type(program('AC'))
  await submit(member.page)
  await sees(member.page, 'Accepted')
  expect(await isMarked(member.page)).toBe(true)

  // A captcha takes the account out of service, and the open page of the administration shows it.
  hdu.bank.fault('signIn', 'CAPTCHA')
  hdu.bank.fault('submit', 'CAPTCHA')
  hdu.bank.expireSessions()
  await type(program('WA', 'again'))
  await submit(member.page)
  await account.getByText('Out of service').waitFor({ timeout: PATIENCE })
  await account.getByText('Captcha required').waitFor()
  await card.getByText('No account in service').waitFor()
  await sees(member.page, /Pending|Submitted Failed/)

  hdu.bank.fault('signIn', null)
  hdu.bank.fault('submit', null)
  await Promise.all([
    words(page, 'robot can log in'),
    account.getByRole('button', { name: 'Test robot' }).click(),
  ])
  const again = result(member.page).getByRole('button', { name: 'Resubmit' })
  await Promise.race([
    again.waitFor({ timeout: PATIENCE }).then(() => again.click()),
    sees(member.page, 'Wrong Answer'),
  ])
  await sees(member.page, 'Wrong Answer')
  expect(member.complaints).toEqual([])
  await member.close()

  // Problems that a bank has only as a file are shown in the viewer of the browser.
  await stage.ask(
    'mutation { addBankAccount(input: { bank: "CF", username: "robot", password: "right password" }) { id } }',
  )
  await stage.ask('mutation { importBankProblem(input: { bank: "GYM", problem: "100777C" }) { id } }')
  const guest = await visit(browser, site.url)
  await guest.page.goto(`${site.url}/problem/GYM-100777C`)
  const frame = guest.page.locator('iframe[title="Statement (PDF)"]')
  await frame.waitFor()
  const address = await frame.getAttribute('src')
  const answer = await fetch(`${site.url}${address}`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBeNull()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  await guest.page.getByRole('link', { name: 'Download PDF' }).waitFor()
  await guest.close()
  // Members read it with their token.
  await page.goto(`${site.url}/problem/GYM-100777C`)
  await page.locator('iframe[title="Statement (PDF)"][src^="blob:"]').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/problem-pdf.png` })

  // What has changed there is taken over.
  await runSql(
    site.databaseUrl,
    `update "Statement" set "title" = 'Three Baskets' where "problemId" = (select "id" from "Problem" where "displayId" = 'HDU-1001')`,
  )
  await page.goto(`${site.url}/admin/problems?oj=HDU`)
  const line = page.getByRole('row').filter({ hasText: 'HDU-1001' })
  await line.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Compare with HDU' }).click()
  const compare = page.getByRole('dialog', { name: 'HDU-1001 compared with HDU' })
  await compare.getByText('Three Baskets').waitFor({ timeout: PATIENCE })
  await expectFineLooks(root, 'compare')
  await Promise.all([
    words(page, 'Updated from HDU'),
    compare.getByRole('button', { name: 'Take over' }).click(),
  ])
  await line.getByText('Two Baskets').waitFor()

  await page.getByRole('button', { name: 'Import from another judge' }).click()
  const many = page.getByRole('dialog', { name: 'Import from another judge' })
  await many.getByLabel('Problem IDs').fill('1001-1002')
  await expectFineLooks(root, 'import')
  await many.getByRole('button', { name: 'Import', exact: true }).click()
  await many.getByText('Finished · 1 succeeded').waitFor({ timeout: PATIENCE })
  await many.getByRole('button', { name: '1 refused' }).waitFor()
  await many.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('row').filter({ hasText: 'HDU-1002' }).waitFor()

  // Trainings and contests get them as well.
  const { trainings } = await stage.ask<{ trainings: { edges: { node: { number: number } }[] } }>(
    '{ trainings(first: 1) { edges { node { number } } } }',
  )
  const add = page.getByRole('dialog', { name: 'Add from another judge' })
  await page.goto(`${site.url}/admin/training/${trainings.edges[0]?.node.number}/problems`)
  await page.getByRole('button', { name: 'Add from another judge' }).click()
  await add.getByLabel('Problem ID').fill('1002')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('HDU-1002').first().waitFor()
  await page.goto(`${site.url}/admin/contest/1/problems`)
  await page.getByRole('button', { name: 'Add from another judge' }).click()
  await add.getByLabel('Problem ID').fill('1002')
  await add.getByText('The problem leaves the public list.').waitFor()
  await expectFineLooks(root, 'contest-add')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('HDU-1002').first().waitFor()

  await page.goto(`${site.url}/admin/bank`)
  await account.waitFor()
  await expectFineLooks(root, 'admin-bank')
  await page.getByRole('button', { name: 'Add account at HDU' }).click()
  await expectFineLooks(root, 'admin-bank-add')
  await page.goto(`${site.url}/problem/HDU-1001`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectFineLooks(root, 'problem-hdu')
  await page.goto(`${site.url}/problem`)
  await page.getByRole('link', { name: 'Two Baskets' }).waitFor()
  await expectFineLooks(root, 'problem-list')
  expect(root.complaints).toEqual([])
  await root.close()

  const chinese = await visit(browser, site.url, token, { locale: 'zh-CN' })
  await chinese.page.goto(`${site.url}/admin/bank`)
  await words(chinese.page, '远程评测')
  await chinese.page.getByText('HDU').first().waitFor()
  await expectFineLooks(chinese, 'admin-bank-zh')
  await chinese.page.goto(`${site.url}/admin/problem/edit/HDU-1001`)
  await chinese.page.getByRole('button', { name: '与 HDU 比较' }).waitFor()
  await expectFineLooks(chinese, 'problem-edit-zh')
  expect(chinese.complaints).toEqual([])
  await chinese.close()
}, 600_000)
