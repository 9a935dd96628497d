import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { zippedOf } from '../support/packages.ts'
import { visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const open = async (page: Page, displayId: string) => {
  await page.goto(`${stage.site.url}/admin/problem/tests/${displayId}`)
  await page.locator('main h1').waitFor()
  await rowsOf(page).first().waitFor()
}

const rowsOf = (page: Page) => page.getByRole('list', { name: /^(Cases|测试点)$/ }).getByRole('listitem')
const chooser = (page: Page) => page.getByLabel('Upload archive or files').and(page.locator('input'))
const save = (page: Page) => page.getByRole('button', { name: 'Save test data' }).click()
const zip = (files: Record<string, string>, name = 'tests.zip') => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.from(zippedOf(files)),
})

const CASES = `query ($id: String!) { problem(displayId: $id) { id fullScore testset { number
  cases { score subtask input { name head { text } } answer { head { text } } } } } }`
type Tests = {
  problem: {
    testset: {
      number: number
      cases: {
        score: number
        input: { name: string; head: { text: string } }
        answer: { head: { text: string } }
      }[]
    }
  }
}
const testsOf = async (id: string) => (await stage.ask<Tests>(CASES, { id })).problem.testset

/** Windows (px) and themes in which pages are looked at. */
describe('test data', () => {
  it('is uploaded, mended, ordered, saved, compared and restored', async () => {
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await open(page, 'P1001')
    const before = await testsOf('P1001')
    await expect.poll(() => rowsOf(page).count()).toBe(before.cases.length)

    await page.getByRole('button', { name: 'Replace all cases' }).click()
    await chooser(page).setInputFiles(
      zip({
        'set/1.in': '1 2\r\n',
        'set/1.out': '3\n',
        'set/2.in': '5 5\n',
        'set/10.in': '7 7\n',
        'set/10.ans': '14\n',
      }),
    )
    await page.getByText('3 cases read').waitFor()
    expect(await rowsOf(page).count()).toBe(3)
    expect(await rowsOf(page).nth(0).innerText()).toContain('line endings converted to Unix')
    expect(await rowsOf(page).nth(1).innerText()).toContain('output file missing')

    // The missing output comes as a file of its own.
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose the output of case 2' }).click(),
    ])
    await picker.setFiles({ name: 'two.out', mimeType: 'text/plain', buffer: Buffer.from('10\n') })
    await rowsOf(page).nth(1).getByText('two.out').waitFor()

    await page.getByRole('button', { name: 'Type a case' }).click()
    await page.getByRole('textbox', { name: 'Input' }).fill('0 0')
    await page.getByRole('textbox', { name: 'Output' }).fill('0')
    await page.getByRole('button', { name: 'Add case' }).click()
    await page.getByRole('button', { name: 'Move case 4' }).focus()
    await page.keyboard.press('Alt+Home')
    await expect.poll(() => rowsOf(page).nth(0).innerText()).toContain('4.in')

    await page.getByRole('button', { name: 'More actions for case 3' }).click()
    await page.getByRole('menuitem', { name: 'Preview' }).click()
    await page.getByRole('dialog').getByText('5 5').waitFor()
    await page.keyboard.press('Escape')

    await save(page)
    await page.getByText(/Test data saved as version/).waitFor()
    const saved = await testsOf('P1001')
    expect(saved.number).toBe(before.number + 1)
    expect(saved.cases.map(({ input, answer }) => [input.head.text, answer.head.text])).toEqual([
      ['0 0', '0'],
      ['1 2\n', '3\n'],
      ['5 5\n', '10\n'],
      ['7 7\n', '14\n'],
    ])

    await page.getByRole('button', { name: 'Versions' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Compare with current' }).first().click()
    await dialog
      .getByRole('region', { name: 'Compared with the current version' })
      .getByText('added')
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Restore' }).first().click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Version restored').waitFor()
    await expect.poll(() => rowsOf(page).count()).toBe(before.cases.length)
    expect((await testsOf('P1001')).number).toBe(before.number + 2)
    expect(complaints).toEqual([])
    await close()
  })

  it('asks before answers are empty, and refuses what somebody else overtook', async () => {
    const [one, other] = [
      await visit(stage.browser, stage.site.url, stage.token),
      await visit(stage.browser, stage.site.url, stage.token),
    ]
    await Promise.all([open(one.page, 'P1005'), open(other.page, 'P1005')])
    await chooser(one.page).setInputFiles(zip({ '99.in': '1\n' }))
    await one.page.getByText('1 case read').waitFor()
    await save(one.page)
    await one.page.getByRole('button', { name: 'Save with empty outputs' }).click()
    await one.page.getByText(/Test data saved as version/).waitFor()
    expect((await testsOf('P1005')).cases.at(-1)).toMatchObject({
      input: { name: '99.in' },
      answer: { head: { text: '' } },
    })

    await other.page.getByRole('button', { name: 'More actions for case 1', exact: true }).click()
    await other.page.getByRole('menuitem', { name: 'Delete' }).click()
    await save(other.page)
    await other.page.getByText('Someone else saved other test data in the meantime').waitFor()
    await other.page.getByRole('button', { name: 'Discard changes' }).click()
    await rowsOf(other.page).last().getByText('99.in').waitFor()
    await Promise.all([one.close(), other.close()])
  })

  it('shows a refused archive with its reason, and a thousand cases without drawing them all', async () => {
    const { page, close } = await visit(stage.browser, stage.site.url, stage.token)
    await open(page, 'P1008')
    await chooser(page).setInputFiles(zip({ 'readme.md': '' }))
    await page.getByRole('alert').getByText('no pair of test files').waitFor()
    await page.getByRole('button', { name: 'Replace all cases' }).click()
    const many = Array.from({ length: 1000 }, (_, at) => [`${at}.in`, `${at}\n`] as const)
    await chooser(page).setInputFiles(zip(Object.fromEntries(many)))
    await page.getByText('1000 cases read').waitFor()
    expect(await rowsOf(page).count()).toBeLessThan(100)
    expect(await rowsOf(page).first().getAttribute('aria-setsize')).toBe('1000')

    // What is out of the document is found by its number or the name of a file, and the keyboard goes on from there.
    const find = page.getByRole('searchbox', { name: 'Case number or file name' })
    await find.fill('1000')
    await find.press('Enter')
    const last = page.getByRole('button', { name: 'Choose the output of case 1000' })
    await last.waitFor()
    expect(
      await rowsOf(page)
        .last()
        .evaluate((row) => row === document.activeElement),
    ).toBe(true)
    expect(await rowsOf(page).last().getAttribute('aria-posinset')).toBe('1000')
    expect(await rowsOf(page).count()).toBeLessThan(100)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Alt+Home')
    await expect.poll(() => rowsOf(page).first().innerText()).toContain('999.in')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('case 1')
    await find.fill('500.in')
    await find.press('Enter')
    await page.getByRole('button', { name: 'Choose the output of case 502' }).waitFor()
    await find.fill('1001')
    await find.press('Enter')
    await page.getByText('No case 1001').waitFor()

    // A handle in the middle of the list drags its row among those that are there.
    await find.fill('502')
    await find.press('Enter')
    const handle = page.getByRole('button', { name: /^Move case 502,/ })
    const box = await handle.boundingBox()
    if (!box) throw new Error('there is no handle')
    await page.mouse.move(box.x + 5, box.y + 5)
    await page.mouse.down()
    await page.mouse.move(box.x + 5, box.y + 5 + 2 * 44 + 25, { steps: 4 })
    await page.mouse.up()
    await page.locator('[aria-posinset="504"]').getByText('500.in').waitFor()
    await close()
  })

  it('lists cases by subtask, folded when there are many, and gives points to a whole subtask', async () => {
    const { problem } = await stage.ask<{ problem: { id: string } }>('{ problem(displayId: "P1027") { id } }')
    await stage.ask(
      'mutation ($id: ID!) { updateProblem(input: { id: $id, changes: { scoring: OI, caseMode: ALL } }) { id } }',
      { id: problem.id },
    )
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/tests/P1027`)
    await page.getByRole('searchbox', { name: 'Case number or file name' }).waitFor()
    const count = (await testsOf('P1027')).cases.length
    await page.getByRole('button', { name: 'Save test data' }).hover()
    await page.getByRole('tooltip').getByText('No changes').waitFor()
    await page.getByRole('combobox', { name: 'Scoring mode' }).selectOption('Lowest in subtask')
    const list = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem')
    await list('Subtask 1').first().waitFor()

    // Typing a subtask moves the case when it is left, not under the hands.
    await page.getByRole('textbox', { name: 'Subtask of case 1', exact: true }).fill('2')
    expect(await list('Subtask 1').count()).toBe(count)
    await page.keyboard.press('Enter')
    await expect.poll(() => list('Subtask 1').count()).toBe(count - 1)
    expect(await list('Subtask 2').evaluateAll(([row]) => row === document.activeElement)).toBe(true)
    await page.getByRole('textbox', { name: 'Points of all cases of Subtask 2' }).fill('30')
    await page.getByRole('textbox', { name: 'Points of all cases of Subtask 1' }).fill('70')
    expect(await page.getByRole('textbox', { name: 'Points of case 3', exact: true }).inputValue()).toBe('70')
    await page.getByText(`${count} cases, 100 points`).waitFor()
    await page.getByRole('button', { name: /^Subtask 1/ }).click()
    expect(await list('Subtask 1').count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Case number or file name' }).fill('2')
    await page.keyboard.press('Enter')
    await expect.poll(() => list('Subtask 1').count()).toBe(count - 1)
    await save(page)
    await page.getByText(/Test data saved as version/).waitFor()

    const many = Array.from({ length: 300 }, (_, at) => [`big/${at}.in`, `${at}\n`] as const)
    await chooser(page).setInputFiles(zip(Object.fromEntries(many)))
    await page.getByText('300 cases read').waitFor()
    await save(page)
    await page.getByRole('button', { name: 'Save with empty outputs' }).click()
    await page
      .getByText(/Test data saved as version/)
      .first()
      .waitFor()
    await page.reload()
    const heads = page.getByRole('heading', { level: 3, name: /^Subtask/ })
    await heads.first().waitFor()
    expect(await heads.allInnerTexts()).toEqual([
      expect.stringMatching(/^Subtask 1\s+\d+ cases, /),
      expect.stringMatching(/^Subtask 2\s+1 case, 30 points/),
    ])
    expect(await list('Subtask 1').count()).toBe(0)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect.poll(() => list('Subtask 1').count()).toBeLessThan(100)
    await expectFineLooks({ page }, 'groups')
    expect(complaints).toEqual([])
    await close()
  })

  it.each(['en-US', 'zh-CN'] as const)(
    'is verified live by its solutions, and drawn for every window in %s',
    async (locale) => {
      const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token, { locale })
      await open(page, 'P1013')
      const table = page.getByRole('region', { name: /^(Solutions|标程)$/ })
      const rows = table.locator('tbody tr')
      await rows.first().waitFor()
      const count = await rows.count()
      expect(count).toBeGreaterThan(0)
      const fails = table.getByText(/not as expected|不符合预期/)
      const right = table.getByText(/( as expected|符合预期)$/)
      await page.getByRole('button', { name: /^(Verify all|全部验证)$/ }).click()
      await expect.poll(() => right.count(), { timeout: 60_000 }).toBe(count)
      expect(await fails.count()).toBe(0)
      await expectFineLooks({ page }, `tests ${locale}`)
      expect(complaints).toEqual([])
      await close()
    },
    90_000,
  )
})
