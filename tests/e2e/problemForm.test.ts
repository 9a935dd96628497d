import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember } from '../support/member.ts'
import { openProblem, sees, submit, write } from '../support/problemPage.ts'
import { axe, signIn, type Visitor, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

let named = 0
/** A name of its own for each try of a test. */
const newName = (name: string) => `${name}${++named}`

type Made = { id: string; number: number; displayId: string }

/** Makes a problem past the pages. */
async function make(title: string, changes: object = {}): Promise<Made> {
  const words = [{ locale: 'EN_US', title, description: 'Some text', input: 'In', output: 'Out' }]
  const { createProblem } = await stage.ask<{ createProblem: Made }>(
    'mutation ($changes: ProblemChanges!) { createProblem(input: { changes: $changes }) { id number displayId } }',
    { changes: { words, ...changes } },
  )
  return createProblem
}

/** A browser of the administrator's on the form of a problem, or of a new one. */
async function edit(problem: Made | null, token = stage.token): Promise<Visitor> {
  const visitor = await visit(stage.browser, stage.site.url, token)
  const path = problem ? `edit/${problem.number}` : 'create'
  await visitor.page.goto(`${stage.site.url}/admin/problem/${path}`)
  await title(visitor.page).waitFor()
  await text(visitor.page, 'Description').waitFor()
  return visitor
}

const title = (page: Page) => text(page, 'Title')
const text = (page: Page, part: string) =>
  page.getByRole('textbox', { name: `${part} (English)`, exact: true })
const time = (page: Page) => page.getByLabel('Time limit')
const save = (page: Page) => page.keyboard.press('ControlOrMeta+s')
const saved = (page: Page) => page.getByText('Saved', { exact: true }).first()
const PROGRAM =
  '#include <cstdio>\nint main() { int n; std::scanf("%d", &n); std::printf("%d\\n", 2 * n); }\n'

/** Types another program over what the editor has. */
async function program(page: Page, code: string): Promise<void> {
  const group = page.getByRole('group', { name: 'Checker' })
  await group.locator('.monaco-editor .view-lines').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(code)
}

describe('the form of a problem', () => {
  it('previews a text as its readers will see it, and one that takes too long as it is typed', async () => {
    const problem = await make('A preview')
    const { page, complaints, close } = await edit(problem)
    const preview = page.getByRole('region', { name: /^Preview of: Description/ })
    const description = text(page, 'Description')
    await description.fill('Let\n$$x^2$$\nbe *it*.')
    await preview.locator('.katex-display').waitFor()
    expect(await preview.locator('em').textContent()).toBe('it')
    await description.fill(`${'a*_ '.repeat(15_000)}\n- b`)
    await preview.locator('.as-typed').waitFor()
    expect(await preview.locator('em').count()).toBe(0)
    await description.fill('Let\n$$x^2$$\nbe **it**, where $n$ is $n$ and $\\frac{1$ is wrong.')
    await preview.locator('strong').waitFor()
    await save(page)
    await saved(page).waitFor()
    const reader = await visit(stage.browser, stage.site.url, stage.token)
    await reader.page.goto(`${stage.site.url}/problem/${problem.displayId}`)
    await reader.page.locator('.katex-display').waitFor()
    expect(await reader.page.locator('.katex-display .katex-html').textContent()).toBe('x2')
    expect(await reader.page.locator('.katex-error').textContent()).toBe('\\frac{1')
    expect(reader.complaints).toEqual([])
    await reader.close()
    expect(complaints).toEqual([])
    await close()
  }, 180_000)

  it('makes a problem, which somebody solves as soon as it has tests and is public', async () => {
    const name = newName('fish')
    const { page, complaints, close } = await edit(null)
    await page.getByLabel('Display ID').fill('P1042')
    await page.getByLabel('Time limit').fill('0')
    await save(page)
    await page.getByText('At least 1').waitFor()
    // Of the statement only the title is needed.
    expect(await page.getByText('This is required').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Time limit').fill('500')
    await title(page).fill('Twice the herring')
    for (const part of ['Description', 'Input', 'Output'])
      await text(page, part).fill(`${part} with $n$ herrings`)
    await page
      .getByRole('region', { name: /^Preview of: Description/ })
      .locator('.katex')
      .waitFor()
    await page.getByLabel('Input of example 1').fill('2\n')
    await page.getByLabel('Output of example 1').fill('4\n')
    await page.getByLabel('Tags', { exact: true }).fill('Herring')
    await page.keyboard.press('Enter')
    await page.getByLabel('Tags', { exact: true }).fill('Herring')
    await page.keyboard.press('Enter')
    await page.getByText('The tag has been added, please do not add it repeatedly!').waitFor()
    await save(page)
    await page.getByText('Problem P1042 already exists.').waitFor()
    await page.getByLabel('Display ID').fill(name)
    await save(page)
    // The address is there before the page is, and the form of a new problem has the same fields.
    await page.waitForURL('**/admin/problem/edit/*')
    await page.getByRole('heading', { name: 'Edit problem' }).waitFor()
    expect(await page.getByLabel('Display ID').inputValue()).toBe(name.toUpperCase())

    const { problem } = await stage.ask<{ problem: Made }>(
      'query ($displayId: String!) { problem(displayId: $displayId) { id } }',
      { displayId: name.toUpperCase() },
    )
    await stage.ask('mutation ($input: SaveTestsetInput!) { saveTestset(input: $input) { id } }', {
      input: {
        problemId: problem.id,
        cases: [{ input: { text: '21\n' }, answer: { text: '42\n' } }],
      },
    })
    await page.getByLabel('Visibility').selectOption('PUBLIC')
    await save(page)
    await saved(page).waitFor()
    expect(complaints).toEqual([])
    await close()

    const fisher = await visit(stage.browser, stage.site.url, await addMember(stage, newName('fisher')))
    await openProblem(fisher.page, stage.site.url, name.toUpperCase())
    await write(fisher.page, 'C++ 17', PROGRAM)
    await submit(fisher.page)
    await sees(fisher.page, 'Accepted')
    await fisher.close()
  })

  it('brings together what two change, and shows both texts where both changed one', async () => {
    const made = await make('Lock keeper')
    const [one, other] = [await edit(made), await edit(made)]
    await time(one.page).fill('1500')
    await save(one.page)
    await saved(one.page).waitFor()
    await title(other.page).fill('The lock keeper')
    await save(other.page)
    await saved(other.page).waitFor()
    await expect.poll(() => time(other.page).inputValue()).toBe('1500')

    await time(one.page).fill('2000')
    await title(one.page).fill('A lock keeper')
    await save(one.page)
    const conflict = one.page.getByRole('group', { name: /^Also changed by someone else: Title/ })
    await conflict.getByText('The lock keeper').waitFor()
    expect(await title(one.page).inputValue()).toBe('A lock keeper')
    expect(await axe(one.page)).toEqual([])
    await conflict.getByRole('button', { name: /keep mine/ }).click()
    await save(one.page)
    const kept = () =>
      stage.ask('query ($id: ID!) { node(id: $id) { ... on Problem { title timeLimitMs } } }', {
        id: made.id,
      })
    await expect.poll(kept).toEqual({ node: { title: 'A lock keeper', timeLimitMs: 2000 } })
    await Promise.all([one.close(), other.close()])
  })

  it('tells as it happens who has it open too and what they save, and brings that in', async () => {
    const made = await make('Ferry')
    const one = await edit(made)
    const other = await edit(made, await addMember(stage, 'ferryman', 'PROBLEM_ADMIN'))
    await one.page.getByText('ferryman also has this form open').waitFor()
    await other.page.getByText('root also has this form open').waitFor()
    await title(one.page).fill('The ferry')
    await time(other.page).fill('1500')
    await save(other.page)
    await one.page.getByText('ferryman saved version 2').waitFor()
    expect(await axe(one.page)).toEqual([])
    await one.page.getByRole('button', { name: 'Merge into my form' }).click()
    await expect.poll(() => time(one.page).inputValue()).toBe('1500')
    await one.page.getByText('saved version').waitFor({ state: 'hidden' })
    expect(await title(one.page).inputValue()).toBe('The ferry')

    // One's own save is no news to oneself.
    await save(one.page)
    await saved(one.page).waitFor()
    await other.page.getByText('root saved version 3').waitFor()
    expect(await one.page.getByText('saved version').count()).toBe(0)
    await other.close()
    await one.page.getByText('also has this form open').waitFor({ state: 'hidden' })
    expect(one.complaints).toEqual([])
    await one.close()
  })

  it('keeps a draft without formats and examples, and asks for them, and for a language, before it is visible', async () => {
    const { page, complaints, close } = await edit(null)
    await title(page).fill('Half a lighthouse')
    await save(page)
    await page.getByRole('heading', { name: 'Edit problem' }).waitFor()
    const setting = async () => {
      const { problem } = await stage.ask<{ problem: { setting: object } }>(
        'query ($id: String!) { problem(displayId: $id) { setting { visibility languageKeys samples { input output } } } }',
        { id: await page.getByLabel('Display ID').inputValue() },
      )
      return problem.setting
    }
    await page.getByLabel('Visibility').selectOption('PUBLIC')
    await save(page)
    await page.getByText('Add an example with an input or an output').waitFor()
    expect(await page.getByText('This is required').count()).toBe(2)
    expect(await setting()).toMatchObject({ visibility: 'HIDDEN', samples: [] })
    await text(page, 'Input').fill('Nothing')
    await text(page, 'Output').fill('A light')
    await page.getByRole('button', { name: 'Add an example' }).click()
    await page.getByLabel('Output of example 1').fill('*')
    expect(await page.getByText('This is required').count()).toBe(0)

    await page.getByRole('switch', { name: 'All languages' }).click()
    const chips = page.getByRole('group', { name: 'Languages' })
    const pressed = chips.getByRole('button', { pressed: true })
    for (let left = await pressed.count(); left > 0; left--) await pressed.first().click()
    await save(page)
    await page.getByText('Choose at least one language').waitFor()
    expect(await setting()).toMatchObject({ visibility: 'HIDDEN', languageKeys: [] })
    await chips.getByRole('button', { name: 'Python3', exact: true }).click()
    await save(page)
    await saved(page).waitFor()
    expect(await setting()).toEqual({
      visibility: 'PUBLIC',
      languageKeys: ['python3'],
      samples: [{ input: '', output: '*' }],
    })
    expect(complaints).toEqual([])
    await close()
  })

  it.each(['light', 'dark'] as const)('can be read where its languages are chosen, in %s', async (theme) => {
    const made = await make(`Lantern ${theme}`)
    const visitor = await edit(made)
    const { page } = visitor
    await page.emulateMedia({ colorScheme: theme })
    await page.getByRole('switch', { name: 'All languages' }).click()
    const chips = page.getByRole('group', { name: 'Languages' })
    await chips.getByRole('button', { name: 'Python3', exact: true }).click()
    await chips.getByRole('button', { name: 'Python3', exact: true, pressed: false }).waitFor()
    expect(await axe(page)).toEqual([])
    await visitor.close()
  })

  it('compiles a checker, says in place what is wrong with it, and saves it once it compiles', async () => {
    const { page, complaints, close } = await edit(await make('Any herring'))
    await page.getByRole('button', { name: 'Special judge' }).click()
    await program(page, 'int main() { return nothing; }')
    await save(page)
    await page.getByText('was not compiled successfully').waitFor()
    await page.getByRole('button', { name: 'Compile', exact: true }).click()
    await page.getByText('Compilation failed:').waitFor()
    await page.getByText(/nothing\W+ was not declared/).waitFor()
    expect(await axe(page)).toEqual([])
    await program(page, 'int main() { return 0; }')
    await page.getByText('Changed since it was last compiled').waitFor()
    await page.getByRole('button', { name: 'Compile', exact: true }).click()
    await page.getByText('Compiled successfully').waitFor()
    const passes = page.getByLabel('Most runs per case')
    await passes.fill('0')
    await save(page)
    await page.getByText('At least 1').waitFor()
    await passes.fill('3')
    await page.getByText('Its other files are kept').waitFor()
    await save(page)
    await saved(page).waitFor()
    await page.reload()
    await expect.poll(() => passes.inputValue()).toBe('3')
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps what is typed through a reload, and asks before it is left', async () => {
    const made = await make('Driftwood')
    const { page, complaints, close } = await edit(made)
    await title(page).fill('Drift wood')
    await page.getByText('Draft saved in this browser').waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('Your draft of').waitFor()
    expect(await title(page).inputValue()).toBe('Drift wood')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    expect(await title(page).inputValue()).toBe('Driftwood')
    await page.reload()
    await title(page).waitFor()
    expect(await title(page).inputValue()).toBe('Driftwood')
    expect(complaints).toEqual([])
    await close()
  })

  it('gives back what was typed to anyone who logs in again after the session ended', async () => {
    const made = await make('Long night')
    const token = await signIn(stage.site.url, 'root', stage.site.adminPassword)
    const { page, close } = await edit(made, token)
    await title(page).fill('A very long night')
    await page.getByText('Draft saved in this browser').waitFor()
    await fetch(`${stage.site.url}/api/logout`, { headers: { authorization: token } })
    await page.waitForURL('**/admin/login**')
    await page.getByLabel('Username').fill('root')
    await page.getByLabel('Password', { exact: true }).fill(stage.site.adminPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/problem/edit/${made.number}`)
    await page.getByText('Your draft of').waitFor()
    expect(await title(page).inputValue()).toBe('A very long night')
    await save(page)
    await saved(page).waitFor()
    await close()
  })
})
