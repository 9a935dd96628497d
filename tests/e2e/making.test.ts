import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite, setSubmitInterval } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { axe, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const GEN = `#include "testlib.h"
int main(int argc, char **argv) {
  registerGen(argc, argv, 1);
  int most = opt<int>(1);
  if (most == 13) return 3;
  printf("%d %d\\n", rnd.next(0, most), rnd.next(0, most));
}`
const VALIDATOR = `#include "testlib.h"
int main(int argc, char **argv) {
  registerValidation(argc, argv);
  inf.readInt(0, 1000, "a"); inf.readSpace(); inf.readInt(0, 1000, "b"); inf.readEoln(); inf.readEof();
}`
const SUM = '#include <cstdio>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }'
const WRONG = '#include <cstdio>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a - b); }'

type Made = { id: string; displayId: string }

/** A problem with one case made by hand and a solution. */
async function make(title: string): Promise<Made> {
  const { createProblem } = await stage.ask<{ createProblem: Made }>(
    `mutation ($changes: ProblemChanges!) { createProblem(input: { changes: $changes,
       solutions: [{ name: "sum.cpp", source: ${JSON.stringify(SUM)}, expected: [ACCEPTED] }] }) { id displayId } }`,
    { changes: { words: [{ locale: 'EN_US', title }] } },
  )
  await stage.ask('mutation ($input: SaveTestsetInput!) { saveTestset(input: $input) { id } }', {
    input: {
      problemId: createProblem.id,
      cases: [{ input: { text: '1 2\n' }, answer: { text: '3\n' }, subtask: 0, score: 0 }],
    },
  })
  return createProblem
}

const section = (page: Page) =>
  page.getByRole('region', { name: /^(Generators and validator|数据生成器与校验器)$/ })
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Writes the script again, as people do. */
async function writeScript(page: Page, text: string) {
  await section(page).locator('.monaco-editor .view-lines').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}
const press = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true }).click()
const cells = (page: Page) => section(page).getByRole('table').getByRole('row')

async function picture(page: Page, name: string) {
  if (process.env.SHOTS) await section(page).screenshot({ path: `${process.env.SHOTS}/making-${name}.png` })
}

describe('generators and a validator', () => {
  it('make and check the cases with one button, which count when they are accepted', async () => {
    const { displayId, id } = await make('Made by machines')
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/tests/${displayId}`)
    await section(page).getByText('None yet. Write one, or drop files below').waitFor()
    await picture(page, 'empty')
    await section(page)
      .getByLabel('Add generators and validators')
      .and(page.locator('input'))
      .setInputFiles([file('gen.cpp', GEN), file('validator.cpp', VALIDATOR)])
    const programs = section(page).getByRole('list', { name: 'Programs' }).getByRole('listitem')
    await expect.poll(() => programs.count()).toBe(2)
    expect(await programs.allInnerTexts()).toMatchObject([
      expect.stringMatching(/^Generator[\s\S]*gen\.cpp/),
      expect.stringMatching(/^Validator[\s\S]*validator\.cpp/),
    ])

    // What is wrong with the script is said where it stands.
    await writeScript(page, '# small\ngen 10\nbig 5')
    await press(page, 'Make and check cases')
    await section(page).getByText('Line 3: no generator is called “big”').waitFor()
    await picture(page, 'script-fault')

    // And so is what a program does wrong.
    await writeScript(page, '# small\ngen 10\ngen 5000\ngen 13\ngen 10')
    await press(page, 'Make and check cases')
    await section(page).getByText('2 cases have errors; nothing was saved').waitFor({ timeout: 60_000 })
    const texts = await cells(page).allInnerTexts()
    expect(texts[1]).toContain('by hand')
    expect(texts[3]).toMatch(/Line 3: Rejected by the validator[\s\S]*FAIL/)
    expect(texts[4]).toContain('Line 4: The generator failed')
    expect(texts[5]).toContain('same input as case 2')
    expect(await section(page).getByRole('button', { name: /^Use/ }).count()).toBe(0)
    await picture(page, 'faults')
    expect(await axe(page)).toEqual([])

    await writeScript(page, '# small\ngen 10\ngen 1000')
    await press(page, 'Make and check cases')
    await section(page).getByText('All 3 cases are ready to save').waitFor({ timeout: 60_000 })
    await section(page)
      .getByRole('button', { name: /^Show case 2/ })
      .click()
    await page
      .getByRole('dialog')
      .getByText(/^\d+ \d+\s*$/)
      .waitFor()
    await page.keyboard.press('Escape')
    await picture(page, 'OK')
    const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem')
    expect(await cases.count()).toBe(1)
    await press(page, 'Use these 3 cases')
    await page.getByText('Test data now has 3 cases').waitFor()
    await expect.poll(() => cases.count()).toBe(3)
    await section(page).getByText('Saved as the test data').waitFor()

    // A wrong program fails on the cases that were made, a right one does not.
    await setSubmitInterval(stage, 0)
    await stage.ask('mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { id } }', {
      input: { id, changes: { visibility: 'PUBLIC' } },
    })
    for (const [source, verdict] of [
      [SUM, 'ACCEPTED'],
      [WRONG, 'WRONG_ANSWER'],
    ]) {
      const { submit } = await stage.ask<{ submit: { number: number } }>(
        'mutation ($input: SubmitInput!) { submit(input: $input) { number } }',
        { input: { problemId: id, language: 'cpp17', source } },
      )
      const outcome = async () =>
        (
          await stage.ask<{ submission: { verdict: string | null; caseCount: number } }>(
            'query ($number: Int!) { submission(number: $number) { verdict caseCount } }',
            submit,
          )
        ).submission
      await expect.poll(outcome, { timeout: 30_000 }).toMatchObject({ verdict, caseCount: 3 })
    }

    await press(page, 'Check cases')
    await section(page).getByText('All 3 cases are valid').waitFor({ timeout: 60_000 })
    expect(complaints).toEqual([])
    await close()
  })

  it('show the errors of the compiler, are mended in the page, and fit every window in both languages', async () => {
    const { displayId } = await make('Broken generator')
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/tests/${displayId}`)
    await press(page, 'Add generator')
    const dialog = page.getByRole('dialog', { name: 'Add generator' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('two words')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('One word of letters').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('gen')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await section(page)
      .getByLabel('Add generators and validators')
      .and(page.locator('input'))
      .setInputFiles(file('validator.cpp', 'int main() { return nonsense; }'))
    await section(page).getByText('validator.cpp').waitFor()
    await writeScript(page, 'gen 3')
    await press(page, 'Make and check cases')
    await section(page).getByText('The validator validator.cpp does not compile').waitFor({ timeout: 60_000 })
    expect(await section(page).locator('pre').innerText()).toContain('nonsense')
    await picture(page, 'compile-error')

    await section(page).getByRole('button', { name: 'More actions for validator.cpp' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await section(page)
      .getByRole('listitem')
      .filter({ hasText: 'validator.cpp' })
      .waitFor({ state: 'detached' })
    // The row goes with the stream, maybe before the question has closed.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFineLooks({ page }, 'making')
    await page.setViewportSize({ width: 390, height: 844 })
    const more = await page.getByRole('button', { name: 'More actions for sum.cpp' }).boundingBox()
    expect((more?.x ?? 390) + (more?.width ?? 0)).toBeLessThanOrEqual(390)
    expect(complaints).toEqual([])
    await close()
  })

  it('have tests whose sides are read from files', async () => {
    const { displayId, id } = await make('Read from files')
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/tests/${displayId}`)
    await press(page, 'Add a wrong output')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('wrong sum')
    const bring = (side: string, name: string, buffer: Buffer) =>
      dialog
        .locator(`input[type=file][aria-label="Read the ${side} from a file"]`)
        .setInputFiles({ name, mimeType: 'text/plain', buffer })
    await bring('input', 'binary.in', Buffer.from([0xff, 0xfe]))
    await dialog.getByText('Choose a text file in UTF-8. Import other files in a package').waitFor()
    await bring('input', 'large.in', Buffer.alloc(200_000, '1 '))
    await dialog.getByText('Choose a file of at most 100 KB. Import larger ones in a package').waitFor()
    if (process.env.SHOTS) await dialog.screenshot({ path: `${process.env.SHOTS}/making-files.png` })
    await bring('input', '1.in', Buffer.from('1 2\r\n'))
    await bring('output', '1.out', Buffer.from('4\n'))
    await bring('answer', '1.ans', Buffer.from('3\n'))
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await section(page).getByText('wrong sum').waitFor()
    const { node } = await stage.ask<{ node: { refereeTests: object[] } }>(
      `query ($id: ID!) { node(id: $id) { ... on Problem {
         refereeTests { input { text } output { text } answer { text } } } } }`,
      { id },
    )
    expect(node.refereeTests).toEqual([
      { input: { text: '1 2\r\n' }, output: { text: '4\n' }, answer: { text: '3\n' } },
    ])
    expect(complaints).toEqual([])
    await close()
  })

  it('have a script that two people may write at once, and neither loses a line', async () => {
    const { displayId, id } = await make('Written by two')
    const saveScript = (text: string) =>
      stage.ask('mutation ($input: SaveTestScriptInput!) { saveTestScript(input: $input) { id } }', {
        input: { problemId: id, text },
      })
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/tests/${displayId}`)
    await writeScript(page, 'mine 1')
    await section(page).getByText('The script has unsaved changes').waitFor()
    await saveScript('theirs 1')
    const conflict = section(page).getByRole('group', { name: /^Also changed by someone else/ })
    await conflict.getByText('theirs 1').waitFor()
    const save = section(page).getByRole('button', { name: 'Save script' })
    expect(await save.count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await picture(page, 'conflict')
    await conflict.getByRole('button', { name: /keep mine$/ }).click()
    await save.click()
    await section(page).getByText('Line 1: no generator is called “mine”').waitFor()

    await writeScript(page, 'mine 2')
    await saveScript('theirs 2')
    await conflict.getByRole('button', { name: /take theirs$/ }).click()
    await conflict.waitFor({ state: 'detached' })
    await expect
      .poll(() => section(page).locator('.monaco-editor .view-lines').innerText())
      .toMatch(/^theirs.2/)

    // Programs as well; theirs is shown as code.
    const { node } = await stage.ask<{ node: { solutions: { number: number }[] } }>(
      'query ($id: ID!) { node(id: $id) { ... on Problem { solutions { number } } } }',
      { id },
    )
    await page.getByRole('button', { name: 'More actions for sum.cpp' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit solution' })
    await dialog.locator('.monaco-editor .view-line').first().click()
    await page.keyboard.insertText('// mine')
    await stage.ask('mutation ($input: ChangeSolutionInput!) { changeSolution(input: $input) { id } }', {
      input: { number: node.solutions[0]?.number, source: '// theirs' },
    })
    const theirs = dialog.getByRole('group', { name: /Code$/ }).getByText('// theirs')
    await theirs.waitFor()
    expect(await theirs.evaluate((text) => getComputedStyle(text).fontFamily)).toMatch(/monospace/)
    expect(complaints).toEqual([])
    await close()
  })
})
