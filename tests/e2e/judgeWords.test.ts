import { beforeAll, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { axe, type Look, overflow, visit } from '../support/visitor.ts'

/** Asks twice for the middle at length, and then for what is not a number, without the end of a line. */
const ODD = String.raw`#include <iostream>
int main() { long long top; std::cin >> top; std::string word;
for (int i = 0; i < 2; i++) { std::cout << std::string(400, '0') << (top + 1) / 2 << std::endl; std::cin >> word; }
std::cout << "\x1b[2J\xff" << std::flush; std::cin >> word; }`

const stage = openBrowserSite()
let number: number

beforeAll(async () => {
  const { problem } = await stage.ask<{ problem: { id: string } }>('{ problem(displayId: "P1128") { id } }')
  const input = { problemId: problem.id, language: 'cpp17', source: ODD }
  const { submit } = await stage.ask<{ submit: { number: number } }>(
    'mutation ($input: SubmitInput!) { submit(input: $input) { number } }',
    { input },
  )
  number = submit.number
  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/submission-detail/${number}`)
  await guest.page.getByText('Presentation Error').first().waitFor({ timeout: 200_000 })
  await guest.close()
}, 240_000)

const LOOKS: Look[] = [
  { width: 1440 },
  { width: 1024, theme: 'dark', locale: 'zh-CN' },
  { width: 390, height: 844, locale: 'zh-CN' },
  { width: 360, height: 780, theme: 'dark' },
]

it.each(LOOKS)('shows the conversation to those who manage the problem: %o', async (look) => {
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token, look)
  await page.goto(`${stage.site.url}/submission-detail/${number}`)
  const name = look.locale === 'zh-CN' ? '交互记录' : 'Conversation'
  const talk = page.getByRole('list', { name })
  await talk.waitFor()
  const turns = await talk.getByRole('listitem').allInnerTexts()
  expect(turns.some((turn) => turn.includes('\\x1B[2J\\xFF'))).toBe(true)
  expect(turns[1]).toMatch(/000.*(bytes|字节).*0050/s)
  expect(turns[0]).toContain(look.locale === 'zh-CN' ? '交互器' : 'Interactor')
  const [said, heard] = [
    await talk.getByRole('listitem').nth(0).boundingBox(),
    await talk.getByRole('listitem').nth(1).boundingBox(),
  ]
  // The program is on the left, below what it answers.
  expect(heard?.x).toBeLessThan(said?.x ?? 0)
  expect(heard?.y).toBeGreaterThan(said?.y ?? 0)
  expect(await overflow(page)).toBe(0)
  expect(await axe(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

it('shows it to nobody else', async () => {
  const { page, complaints, close } = await visit(stage.browser, stage.site.url)
  await page.goto(`${stage.site.url}/submission-detail/${number}`)
  await page.getByTitle(/^Test 1:/).click()
  await page.getByRole('region', { name: 'Test 1' }).waitFor()
  expect(await page.getByText('Conversation').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

it('judges a whole problem again from its page, and leads to how far that is', async () => {
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
  await page.goto(`${stage.site.url}/problem/P1128?tab=submissions`)
  const part = page.getByRole('region', { name: 'Rejudge this problem' })
  await part.getByRole('button', { name: 'Rejudge this problem' }).click()
  const dialog = page.getByRole('dialog', {
    name: /^Rejudge (all \d+ submissions|the 1 submission) of P1128\?$/,
  })
  await dialog.getByLabel('Reason').fill('the interactor was too strict')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Rejudge', exact: true }).click()
  const strip = part.getByRole('region', { name: 'Rejudgings' })
  await strip.getByText('the interactor was too strict').first().waitFor()
  await strip
    .getByText(/^Finished/)
    .first()
    .waitFor({ timeout: 100_000 })
  expect(await axe(page)).toEqual([])
  await strip
    .getByRole('link', { name: /^Rejudging \d+$/ })
    .first()
    .click()
  await page.getByRole('heading', { name: /^Rejudging \d+$/ }).waitFor()
  expect(complaints).toEqual([])
  await close()
}, 240_000)
