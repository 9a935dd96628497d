import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember } from '../support/member.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

type Made = { id: string; number: number; displayId: string }

/** Makes a problem past the pages. */
async function make(title: string, changes: object = {}): Promise<Made> {
  const { createProblem } = await stage.ask<{ createProblem: Made }>(
    'mutation ($changes: ProblemChanges!) { createProblem(input: { changes: $changes }) { id number displayId } }',
    { changes: { words: [{ locale: 'EN_US', title }], ...changes } },
  )
  return createProblem
}

describe('the list of managed problems', () => {
  it('publishes with one click, hides and deletes several, and says what depends on them', async () => {
    const [low, high] = [await make('Low ebbmark'), await make('High ebbmark')]
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problems`)
    await page.getByRole('searchbox').fill('ebbmark')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/problems?keyword=ebbmark')
    const knob = page.getByRole('switch', { name: `Public: ${low.displayId} Low ebbmark` })
    await knob.click()
    await expect.poll(() => knob.isChecked()).toBe(true)
    const guest = await stage.ask<{ problems: { totalCount: number } }>(
      '{ problems(keyword: "Low ebbmark", first: 1) { totalCount } }',
    )
    expect(guest.problems.totalCount).toBe(1)

    await page.getByLabel('Visibility', { exact: true }).selectOption('PUBLIC')
    await page.waitForURL('**/admin/problems?keyword=ebbmark&visibility=PUBLIC')
    await page.getByRole('link', { name: 'High ebbmark' }).waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('link', { name: 'High ebbmark' }).waitFor()

    for (const { displayId } of [low, high])
      await page.getByRole('checkbox', { name: `Select ${displayId}` }).check()
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await page.getByText('2 rows done').waitFor()
    await expect.poll(() => knob.isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 2 problems?' })
    await dialog.getByText('Nothing else depends on it.').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No problem matches').waitFor()

    await page.goto(`${stage.site.url}/admin/problems?keyword=P1001`)
    await page.getByRole('checkbox', { name: 'Select P1001' }).check()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const archive = page.getByRole('dialog', { name: 'Export' })
    await archive.getByRole('button', { name: 'Export 1 problem' }).click()
    const download = archive.getByRole('button', { name: /Download/ })
    await download.waitFor()
    const [packed] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(packed.suggestedFilename()).toMatch(/\.zip$/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More actions for P1001' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete P1001' })
      .getByText(/^\d+ submissions?$/)
      .waitFor()
    await page.keyboard.press('Escape')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More actions for P1001' }).click()
    await page.getByRole('menuitem', { name: 'Download test data' }).click()
    expect((await coming).suggestedFilename()).toMatch(/\.zip$/)
    await page.getByText('Test data downloaded').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('shows a teacher their own problems, which they can hide but not publish or delete', async () => {
    const token = await addMember(stage, 'setter', 'ADMIN')
    const own = await make('Own work', { author: 'setter' })
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, token)
    await page.goto(`${stage.site.url}/admin/problems`)
    await page.getByRole('link', { name: 'Own work' }).waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    await page.getByRole('checkbox', { name: `Select ${own.displayId}` }).check()
    await page.getByRole('button', { name: 'Contests only' }).click()
    await page.getByRole('cell', { name: 'Contests only' }).waitFor()
    await page.getByRole('checkbox', { name: `Select ${own.displayId}` }).check()
    for (const name of ['Publish', 'Delete'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)

    // Nobody can ask for what has no tests, which the keyboard is told too; then one click is enough.
    await page.goto(`${stage.site.url}/admin/problem/edit/${own.number}`)
    const ask = page.getByRole('button', { name: 'Ask to publish' })
    await ask.focus()
    await expect.poll(() => ask.getAttribute('aria-disabled')).toBe('true')
    expect(await ask.evaluate((node) => document.activeElement === node)).toBe(true)
    const why = await ask.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${why}"]`).textContent()).toBe('No test data yet')
    await page.goto(`${stage.site.url}/admin/problem/tests/${own.displayId}`)
    await page.getByRole('button', { name: 'Type a case' }).click()
    const typing = page.getByRole('dialog', { name: 'Type a case' })
    for (const number of ['1', '2']) {
      await typing.getByLabel('Input').fill(number)
      await typing.getByLabel('Output').fill(number)
      await typing.getByRole('button', { name: 'Add and type next' }).click()
    }
    await typing.getByText('2 cases added').waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/typed.png` })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save test data' }).click()
    await page.getByText('2 cases ·').waitFor()
    await ask.click()
    await page.getByText('Request sent to the problem administrators').waitFor()
    await page.getByRole('button', { name: 'Publication requested' }).waitFor()
    // The tip lies over the page, in none of its parts.
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/asked-${width}.png` })
      expect(await axe(page), `${width}`).toEqual([])
    }
    const chief = await visit(stage.browser, stage.site.url, stage.token)
    await chief.page.goto(`${stage.site.url}/admin/problems?keyword=${own.displayId}`)
    await chief.page.getByText('Publication requested').waitFor()
    if (process.env.SHOTS) await chief.page.screenshot({ path: `${process.env.SHOTS}/asked-list.png` })
    await chief.page.getByRole('button', { name: `More actions for ${own.displayId}` }).click()
    await chief.page.getByRole('menuitem', { name: 'Decline request' }).click()
    await chief.page.getByText('Request declined').waitFor()
    expect(chief.complaints).toEqual([])
    await chief.close()
    expect(complaints).toEqual([])
    await close()
  })
})

const STATEMENT = `# Twice the ebb

Given $n$, say $2n$.

## Input

One number.

## Output

One number.

## Sample Input

\`\`\`
1
\`\`\`

## Sample Output

\`\`\`
2
\`\`\`
`
const CHECKER = `#include "testlib.h"
int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  if (ouf.readInt() != ans.readInt()) quitf(_wa, "differs");
  quitf(_ok, "fine");
}
`
const program = (body: string) =>
  `#include <cstdio>\nint main() { int n; std::scanf("%d", &n); ${body} std::printf("%d", 2 * n); }\n`

/** A folder as teachers have it: statement, twenty cases, a checker, three solutions, and what nobody needs. */
const folderOfTwice = (): Record<string, string> => ({
  'statement.md': STATEMENT,
  'checker.cpp': CHECKER,
  'notes.txt': 'made on the beach',
  'solutions/std.cpp': program(''),
  'solutions/wa.cpp': program('if (n > 5) n++;'),
  'solutions/tle.cpp': program('volatile int spin = 0; if (n == 20) for (;;) spin = spin + 1;'),
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => at + 1).flatMap((n) => [
      [`data/${n}.in`, `${n}\n`],
      [`data/${n}.ans`, `${2 * n}\n`],
    ]),
  ),
})

/** What somebody does with mouse and keyboard from now on: clicks, and fields that are typed into. */
const countActs = (page: Page) =>
  page.addInitScript(() => {
    const acts = { clicks: 0, fields: new Set<string>() }
    Object.assign(window, { acts })
    addEventListener('click', (event) => event.isTrusted && acts.clicks++, true)
    addEventListener('keydown', ({ target }) => acts.fields.add((target as Element).id), true)
  })
const actsOf = (page: Page) =>
  page.evaluate(() => {
    const { acts } = window as never as { acts: { clicks: number; fields: Set<string> } }
    return { clicks: acts.clicks, fields: acts.fields.size }
  })

describe('a folder of a problem', () => {
  it('is dropped onto the page, and may be without a single case', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'dropped-')), 'ebb')
    for (const [path, text] of Object.entries(folderOfTwice()).filter(
      ([path]) => !path.startsWith('data/'),
    )) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problem/create`)
    const zone = page.getByRole('button', { name: 'Choose a folder' }).first()
    await zone.scrollIntoViewIfNeeded()
    const box = await zone.boundingBox()
    if (!box) throw new Error('there is nowhere to drop it')
    // The browser is handed the folder itself, as the platform does it.
    const devtools = await page.context().newCDPSession(page)
    const data = { items: [], files: [folder], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: box.x + 4, y: box.y + 4, data })
    const dialog = page.getByRole('dialog', { name: 'Found in the folder' })
    await dialog.getByText('Twice the ebb').waitFor()
    await dialog.getByText('No test cases found').waitFor()
    await dialog.getByText('Not used: notes.txt').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Use these' }).click()
    await page.getByText('Also imported: 0 cases, 3 solutions').waitFor()
    rmSync(dirname(folder), { recursive: true })
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/admin\/problem\/(tests|edit)\//)
    expect(complaints).toEqual([])
    await close()
  })

  it('becomes a problem that is verified and public, in at most 12 clicks and 5 typed fields', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'twice-'))
    for (const [path, text] of Object.entries(folderOfTwice())) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await countActs(page)
    await page.goto(`${stage.site.url}/admin/problems`)
    await page.getByRole('link', { name: 'New problem' }).click()
    // The one click that opens the platform's dialog counts; what is done in there is the folder.
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a folder' }).first().click(),
    ])
    await chooser.setFiles(folder)
    const dialog = page.getByRole('dialog', { name: 'Found in the folder' })
    await dialog.getByText('Twice the ebb').waitFor()
    await dialog.getByText('20 cases').waitFor()
    await dialog.getByText('Not used: notes.txt').waitFor()
    expect(await dialog.getByLabel('Expected of solutions/tle.cpp').inputValue()).toBe('TIME_LIMIT_EXCEEDED')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Use these' }).click()
    await page.getByText('Also imported: 20 cases, 3 solutions').waitFor()
    rmSync(folder, { recursive: true })
    await page.getByRole('button', { name: 'Create' }).click()

    await page.waitForURL('**/admin/problem/tests/*')
    await page.getByText('20 cases · 3 solutions, not verified').waitFor()
    await page.getByRole('button', { name: 'Verify all' }).click()
    await page.getByText('20 cases · all 3 solutions as expected').waitFor({ timeout: 60_000 })
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/^P\d+ is public$/).waitFor()
    const { clicks, fields } = await actsOf(page)
    expect(clicks).toBeLessThanOrEqual(12)
    expect(fields).toBeLessThanOrEqual(5)

    const guest = await stage.ask<{ problems: { edges: object[] } }>(
      '{ problems(keyword: "Twice the ebb", first: 1) { edges { node { title samples { input output } } } } }',
    )
    expect(guest.problems.edges).toEqual([
      { node: { title: 'Twice the ebb', samples: [{ input: '1\n', output: '2\n' }] } },
    ])

    // Solutions are mended where they are tried.
    const table = page.getByRole('region', { name: 'Solutions', exact: true })
    await page
      .getByLabel('Add solutions')
      .and(page.locator('input'))
      .setInputFiles({
        name: 'ac_python.py',
        mimeType: 'text/plain',
        buffer: Buffer.from('print(2 * int(input()))'),
      })
    await table.getByText('ac_python.py').waitFor()
    await table.getByRole('button', { name: 'More actions for solutions/wa.cpp' }).click()
    await page.getByRole('menuitem', { name: 'Edit solution' }).click()
    const form = page.getByRole('dialog', { name: 'Edit solution' })
    await form
      .getByLabel('Expected')
      .selectOption('RUNTIME_ERROR,MEMORY_LIMIT_EXCEEDED,OUTPUT_LIMIT_EXCEEDED')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 of 4 not as expected').waitFor()
    await table.getByRole('button', { name: 'More actions for solutions/wa.cpp' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await table.getByText('solutions/wa.cpp').waitFor({ state: 'detached' })
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
      expect(await overflow(page), `${width}`).toBe(0)
    }
    expect(complaints).toEqual([])
    await close()
  }, 90_000)
})
