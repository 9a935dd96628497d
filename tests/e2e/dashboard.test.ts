import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBrowserSite, setSubmitInterval } from '../support/browserSite.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

it('counts on the dashboard as somebody submits, where the administration begins', async () => {
  await setSubmitInterval(stage, 0)
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
  await page.goto(`${stage.site.url}/admin`)
  await page.waitForURL('**/admin/dashboard')
  const figure = page.locator('dl > div', { hasText: 'Submissions today' }).locator('dd').first()
  const before = Number(await figure.textContent())
  const { problem } = await stage.ask<{ problem: { id: string } }>('{ problem(displayId: "P1001") { id } }')
  await stage.ask('mutation ($input: SubmitInput!) { submit(input: $input) { number } }', {
    input: { problemId: problem.id, language: 'cpp17', source: 'int main() {}' },
  })
  await expect.poll(async () => Number(await figure.textContent()), { timeout: 10_000 }).toBe(before + 1)
  await page.getByRole('heading', { name: 'Your logins' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

it('tries the mail settings and shows what the server says', async () => {
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token, {
    theme: 'dark',
    width: 390,
  })
  await page.goto(`${stage.site.url}/admin/mail`)
  await page.getByLabel('To', { exact: true }).fill('keeper@example.org')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('No mail server is set, so the mail was not sent').waitFor()
  const outbox = join(stage.site.dataDir, 'outbox')
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
  expect(mails.some((mail) => mail.startsWith('To: keeper@example.org'))).toBe(true)

  await page.getByLabel('SMTP server').fill('127.0.0.1')
  await page.getByLabel('Port').fill('1')
  await page.getByLabel('Password').fill('hidden words')
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('A password is saved. Leave empty to keep it.').waitFor()
  await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The mail could not be sent.').waitFor()
  await page.getByText(/ECONNREFUSED/).waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await axe(page)).toEqual([])

  await page.goto(`${stage.site.url}/admin/audit?subject=Settings:mail`)
  await page.getByText('changed settings').waitFor()
  await page.locator('summary', { hasText: 'Password' }).click()
  await page.getByText('••••••••').waitFor()
  expect(await page.getByText('hidden words').count()).toBe(0)
  await page.getByRole('link', { name: 'Settings:mail' }).first().waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await axe(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
