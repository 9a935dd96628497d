import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openBrowserSite, setSubmitInterval } from '../support/browserSite.ts'
import {
  chooseLanguage,
  codeOf,
  isMarked,
  mark,
  openProblem,
  result,
  run,
  sees,
  submit,
  write,
} from '../support/problemPage.ts'
import { axe, visit } from '../support/visitor.ts'

const ADD =
  '#include <cstdio>\nint main() { long long a, b; std::scanf("%lld %lld", &a, &b); std::printf("%lld\\n", a + b); }\n'
const SUBTRACT = ADD.replace('a + b)', 'a - b)')
/** Right, and slow enough that a server can go and come back meanwhile. */
const SLOW = ADD.replace('long long a', 'for (volatile long i = 0; i < 250000000; i++) {} long long a')

const stage = openBrowserSite()

/** The code of the mail that was sent to an address, as soon as it is there. */
async function codeOfMail(address: string): Promise<string> {
  const outbox = join(stage.site.dataDir, 'outbox')
  let code = ''
  await expect
    .poll(async () => {
      for (const name of await readdir(outbox).catch(() => [])) {
        const mail = await readFile(join(outbox, name), 'utf8')
        if (mail.startsWith(`To: ${address}\n`)) code = /\b(\d{6})\b/.exec(mail)?.[1] ?? ''
      }
      return code
    })
    .not.toBe('')
  return code
}

async function register(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('E-mail', { exact: true }).fill(`${username}@example.org`)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByLabel('E-mail code').fill(await codeOfMail(`${username}@example.org`))
  await dialog.getByLabel('Password', { exact: true }).fill('a first word')
  await dialog.getByLabel('Confirm password').fill('a first word')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

it('takes a newcomer from the statement to an accepted program without leaving the page', async () => {
  const username = 'newcomer'
  const newcomer = await visit(stage.browser, stage.site.url)
  const { page } = newcomer
  await openProblem(page, stage.site.url, 'P1001')
  expect(await page.title()).toMatch(/^P1001 A \+ B - /)
  await mark(page)

  // A guest may write; sending asks for a login, and nothing of what was written is lost.
  await write(page, 'C++ 17', ADD)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Please login first').waitFor()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await register(page, username)
  // The editor is made again for the account, which takes over what the guest wrote.
  await page.getByRole('button', { name: new RegExp(username) }).waitFor()
  await page.locator('.monaco-editor .view-line', { hasText: 'printf' }).first().waitFor()

  await submit(page)
  await sees(page, 'Accepted')
  await sees(page, /10 of 10 tests/)
  // So few have solved it that a share among them is not told.
  await sees(page, /^Time/)
  expect(await result(page).getByText('of the other accepted submissions').count()).toBe(0)
  expect(await isMarked(page)).toBe(true)

  // The verdict is told once, also to those who do not see it: what stands in the panel needs no dialog. The tests
  // keep their numbers and times.
  const dialog = page.getByRole('dialog', { name: 'Accepted, well done!' })
  await page.getByText('Judged: Accepted, 10 of 10 tests passed').waitFor({ state: 'attached' })
  expect(await page.getByText('Judged: Accepted, 10 of 10 tests passed').count()).toBe(1)
  expect(await dialog.count()).toBe(0)
  await result(page).getByText('10', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])

  // Where the panel shows something else a dialog tells it, and takes no focus.
  await write(page, 'C++ 17', SLOW)
  await submit(page)
  await page.getByRole('tab', { name: 'Test input', exact: true }).click()
  await dialog.waitFor()
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]'))).toBeNull()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('main').getByText('Solved', { exact: true }).waitFor()
  await page.getByRole('tab', { name: /My Submissions/ }).click()
  await page
    .getByRole('list', { name: 'My submissions to this problem' })
    .getByText('Accepted')
    .first()
    .waitFor()
  // Anyone who comes after the logout does not see the code; who wrote it has it again.
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(`${stage.site.url}/problem/P1001`)
  await page.locator('.monaco-editor .view-line').first().waitFor()
  expect(await codeOf(page)).toBe('')
  await signInAs(page, username, 'a first word')
  await page.locator('.monaco-editor .view-line', { hasText: 'printf' }).first().waitFor()
  // Asking guests to log in is no failure of the page.
  expect(newcomer.complaints).toEqual([])
  await newcomer.close()
})

it('shows what became of code that was sent while the page was read again for the account', async () => {
  const guest = await visit(stage.browser, stage.site.url)
  const { page } = guest
  await openProblem(page, stage.site.url, 'P1001')
  await write(page, 'C++ 17', ADD)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/graphql', async (route) => {
    if (/^\{"query":"query (Layout|ProblemPage)Query/.test(route.request().postData() ?? '')) await held
    await route.continue()
  })
  await signInAs(page, 'root', stage.site.adminPassword)
  await submit(page)
  release()
  await sees(page, 'Accepted')
  await guest.close()
})

it('shows which case is wrong, and what the compiler says', async () => {
  const solver = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = solver
  await openProblem(page, stage.site.url, 'P1001')
  await write(page, 'C++ 17', SUBTRACT)
  await submit(page)
  await sees(page, 'Wrong Answer')
  await sees(page, /first failure at test 1/)
  await sees(page, /^Test 1:/)
  await result(page).locator('[title^="Test 1: Wrong Answer"]').waitFor()
  // It is a sample, so what was read and written is open at once.
  for (const [label, text] of [
    ['Input', '1 2'],
    ['Expected output', '3'],
    ['Your output', '-1'],
  ] as const) {
    await result(page).getByText(label, { exact: true }).waitFor()
    await result(page).locator('pre').getByText(text, { exact: true }).waitFor()
  }
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')

  await write(page, 'C++ 17', 'int main( { return 0; }\n')
  await submit(page)
  await sees(page, 'Compile Error')
  await sees(page, /error:/)
  expect(solver.complaints).toEqual([])
  await solver.close()
})

it('runs code on a sample, and on an input of one’s own', async () => {
  const solver = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = solver
  await openProblem(page, stage.site.url, 'P1001')
  await write(page, 'C++ 17', ADD)
  await run(page, () => page.getByRole('button', { name: 'Run this sample' }).last().click())
  await sees(page, 'Accepted')
  await sees(page, '-4')

  await page.getByRole('tab', { name: 'Test input' }).click()
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('20 22')
  await page.getByRole('textbox', { name: 'Expected output' }).fill('')
  await run(page, () => page.keyboard.press("ControlOrMeta+'"))
  await sees(page, 'Ran')
  await sees(page, '42')

  await page.getByRole('tab', { name: 'Test input' }).click()
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('1'.repeat(1001))
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('The test input can not exceed 1000 characters').waitFor()
  await solver.close()
})

it('says what is wrong with code that cannot be sent', async () => {
  const solver = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = solver
  await openProblem(page, stage.site.url, 'P1005')
  await write(page, 'C++ 17', ' ')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Code can not be empty').waitFor()
  await page.getByRole('button', { name: 'Last accepted' }).click()
  await page.getByText('You havenot passed the problem so you cannot get the code passed recently').waitFor()
  await solver.close()
})

it('keeps code, language and settings over a reload', async () => {
  const writer = await visit(stage.browser, stage.site.url)
  const { page } = writer
  await openProblem(page, stage.site.url, 'P1008')
  await write(page, 'C++ 20', 'int kept;')
  await page.getByRole('button', { name: 'Editor settings' }).click()
  await page.getByLabel('Font size').selectOption('18')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.locator('.monaco-editor .view-line').first().waitFor()
  expect(await codeOf(page)).toBe('int kept;')
  expect(await page.getByLabel('Language', { exact: true }).last().inputValue()).toBe('cpp20')
  const line = page.locator('.monaco-editor .view-line').first()
  await expect.poll(() => line.evaluate((element) => getComputedStyle(element).fontSize)).toBe('18px')

  // Another language hides nothing of it, and each offers what was written in it.
  await chooseLanguage(page, 'Python3')
  await page.getByRole('textbox', { name: 'Code in Python3', exact: true }).waitFor({ state: 'attached' })
  expect(await codeOf(page)).toBe('int kept;')
  await write(page, 'Python3', 'kept = 1')
  await chooseLanguage(page, 'C++ 20')
  expect(await codeOf(page)).toBe('kept = 1')
  await page.getByRole('button', { name: 'Restore my code in C++ 20' }).click()
  await expect.poll(() => codeOf(page)).toBe('int kept;')

  await page.getByRole('button', { name: 'Reset the code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the code' }).click()
  await expect.poll(() => codeOf(page)).toBe('')
  await writer.close()
})

it('comes back after the server was away, and misses nothing', async () => {
  const solver = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = solver
  await openProblem(page, stage.site.url, 'P1001')
  await mark(page)
  await write(page, 'C++ 17', SLOW)
  await submit(page)
  await sees(page, 'Judging')
  const before = stage.site.server.pid()
  process.kill(before ?? 0, 'SIGKILL')
  await sees(page, 'Accepted')
  await sees(page, /10 of 10 tests/)
  expect(stage.site.server.pid()).not.toBe(before)
  expect(await isMarked(page)).toBe(true)
  expect(await codeOf(page)).toContain('volatile')
  await solver.close()
})

it('counts down for anyone who is too soon, and asks for a captcha after three times', async () => {
  await setSubmitInterval(stage, 3)
  const hasty = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = hasty
  await openProblem(page, stage.site.url, 'P1001')
  await write(page, 'C++ 17', ADD)
  await submit(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: /^Too soon: \d s/ }).waitFor()
  await sees(page, 'This is the result of an earlier submission')

  const { problem } = await stage.ask<{ problem: { id: string } }>('{ problem(displayId: "P1001") { id } }')
  const again = () =>
    stage.ask('mutation ($input: SubmitInput!) { submit(input: $input) { id } }', {
      input: { problemId: problem.id, language: 'cpp17', source: ADD },
    })
  await expect.poll(() => again().catch(String), { interval: 10 }).toMatch('CAPTCHA_REQUIRED')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Captcha' })
  await dialog.getByText('Speed too fast, may be machine operation').waitFor()
  await dialog.getByRole('img').waitFor()
  await dialog.getByRole('textbox').fill('x')
  await page.keyboard.press('Enter')
  await dialog.getByText('The captcha is wrong').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await codeOf(page)).toContain('printf')
  expect(hasty.complaints).toEqual([])
  await hasty.close()
})
