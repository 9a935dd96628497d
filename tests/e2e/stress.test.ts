import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { axe, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const GEN = `#include <cstdio>
int main(int, char **argv) { printf("%s %s\\n", argv[1], argv[2]); }`
const VALIDATOR = `#include "testlib.h"
int main(int argc, char **argv) {
  registerValidation(argc, argv);
  inf.readInt(1, 1000); inf.readSpace(); inf.readInt(1, 1000); inf.readEoln(); inf.readEof();
}`
const SUM = `#include <cstdio>
int main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }`
/** Wrong from the seed 4 on. */
const WRONG = SUM.replace('a + b', 'b < 4 ? a + b : a - b')

async function make(title: string, second: string) {
  const { createProblem } = await stage.ask<{ createProblem: { id: string; displayId: string } }>(
    `mutation ($changes: ProblemChanges!, $solutions: [SolutionInput!]!, $makers: [MakerInput!]!) {
       createProblem(input: { changes: $changes, solutions: $solutions, makers: $makers }) { id displayId } }`,
    {
      changes: { words: [{ locale: 'EN_US', title }] },
      solutions: [
        { name: 'sum.cpp', source: SUM, expected: ['ACCEPTED'] },
        { name: 'other.cpp', source: second, expected: ['WRONG_ANSWER'] },
      ],
      makers: [
        { role: 'GENERATOR', name: 'gen.cpp', source: GEN },
        { role: 'VALIDATOR', name: 'validator.cpp', source: VALIDATOR },
      ],
    },
  )
  await stage.ask('mutation ($input: SaveTestsetInput!) { saveTestset(input: $input) { id } }', {
    input: {
      problemId: createProblem.id,
      cases: [{ input: { text: '1 2\n' }, answer: { text: '3\n' }, subtask: 0, score: 0 }],
    },
  })
  return createProblem
}

const section = (page: Page) => page.getByRole('region', { name: /^(Stress test|对拍)$/ })

async function picture(page: Page, name: string) {
  if (process.env.SHOTS) await section(page).screenshot({ path: `${process.env.SHOTS}/stress-${name}.png` })
}

describe('a stress test', () => {
  it('finds the input on which two solutions differ, which becomes a case with one click', async () => {
    const { displayId } = await make('Two sums', WRONG)
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/tests/${displayId}`)
    const line = section(page).getByRole('textbox', { name: 'Generator and arguments' })
    expect(await line.inputValue()).toBe('gen {seed}')
    await line.fill('gen 10')
    await line.press('Enter')
    await section(page).getByText('Put {seed} where the seed goes').waitFor()
    await line.fill('gen 10 {seed}')
    expect(await section(page).getByLabel('Solution under test').locator('option:checked').innerText()).toBe(
      'other.cpp',
    )
    await line.press('Enter')
    await section(page).getByText('The solutions differ at seed 4').waitFor({ timeout: 60_000 })
    await section(page).getByText('gen 10 4', { exact: true }).waitFor()
    const text = (name: string) =>
      section(page).getByRole('region', { name, exact: true }).locator('pre').innerText()
    await expect.poll(() => text('Input')).toBe('10 4\n')
    expect(await text('Output of sum.cpp')).toBe('14\n')
    expect(await text('Output of other.cpp')).toBe('6\n')
    expect(await section(page).getByRole('list', { name: 'Solutions' }).innerText()).toMatch(
      /Accepted[\s\S]*Wrong Answer/i,
    )
    expect(await axe(page)).toEqual([])
    await picture(page, 'found')
    await section(page).getByRole('button', { name: 'Add as case' }).click()
    await page.getByText('Test data now has 2 cases').waitFor()
    await section(page).getByText('Added as a case').waitFor()
    await expectFineLooks({ page }, 'stress')
    expect(complaints).toEqual([])
    await close()
  })

  it('shows the seed it is at, is cancelled, says when there is no difference, and why it cannot begin', async () => {
    const { displayId } = await make('Same sums', SUM)
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/tests/${displayId}`)
    const start = section(page).getByRole('button', { name: 'Start stress test' })
    await section(page).getByRole('textbox', { name: 'Generator and arguments' }).fill('gen 10 {seed}')
    await start.click()
    await section(page)
      .getByText(/^[1-9][\d,]* seeds tried, now at \d+$/)
      .waitFor({ timeout: 60_000 })
    expect(await start.getAttribute('aria-disabled')).toBe('true')
    await picture(page, 'running')
    await section(page).getByRole('button', { name: 'Cancel' }).click()
    await section(page)
      .getByText(/^Cancelled after [\d,]+ seeds$/)
      .waitFor()
    await section(page).getByRole('textbox', { name: 'Time limit (seconds)' }).fill('1')
    await start.click()
    await section(page)
      .getByText(/^No difference in [\d,]+ seeds$/)
      .waitFor({ timeout: 60_000 })
    await picture(page, 'none')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('tests of validator and checker', () => {
  const tests = (page: Page) =>
    page.getByRole('region', { name: /^(Tests of validator and checker|校验器与检查器的测试)$/ })

  it('are written in the page, and the check says which are accepted wrongly', async () => {
    const { displayId } = await make('Refused', SUM)
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/tests/${displayId}`)
    const write = async (button: string, sides: Record<string, string>) => {
      await tests(page).getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog', { name: button })
      for (const [label, text] of Object.entries(sides))
        await dialog.getByRole('textbox', { name: label, exact: true }).fill(text)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await write('Add an invalid input', { Name: 'zero', Input: '0 1\n' })
    await write('Add an invalid input', { Name: 'fine after all', Input: '3 4\n' })
    await write('Add a wrong output', {
      Name: 'off by one',
      Input: '3 4\n',
      "Contestant's output": '8\n',
      Answer: '7\n',
    })
    await page.getByRole('button', { name: 'Check cases', exact: true }).click()
    await page.getByText('1 test of validator or checker fails').waitFor({ timeout: 60_000 })
    await expect
      .poll(() => tests(page).getByRole('listitem').allInnerTexts())
      .toMatchObject([
        expect.stringMatching(
          /^Validator\s+fine after all\s+must be rejected\s+Accepted, but must be rejected/,
        ),
        expect.stringMatching(/^Validator\s+zero\s+must be rejected\s+OK/),
        expect.stringMatching(/^Checker\s+off by one\s+must be rejected\s+OK/),
      ])
    await expectFineLooks({ page }, 'tests of a checker')
    expect(complaints).toEqual([])
    await close()
  })
})
