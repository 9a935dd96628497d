import type { Page } from 'playwright'

/** How long a verdict may take where everything is slow. */
const PATIENCE = 60_000

/** Opens a problem and waits until one can type. */
export async function openProblem(page: Page, url: string, displayId: string): Promise<void> {
  await page.goto(`${url}/problem/${displayId}`)
  await page.locator('.monaco-editor .view-line').first().waitFor()
}

/** Chooses a language by its name; beside it stands its compiler. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  const picker = page.getByLabel('Language', { exact: true }).last()
  const option = picker
    .locator('option')
    .filter({ hasText: new RegExp(`^${name.replaceAll('+', '\\+')} · `) })
  await picker.selectOption(await option.getAttribute('value'))
}

/** Chooses a language, and puts code into the editor as somebody who pastes it. */
export async function write(page: Page, language: string, code: string): Promise<void> {
  await chooseLanguage(page, language)
  await page.getByRole('textbox', { name: `Code in ${language}`, exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(code)
}

/** What stands in the editor, without the white space at the begin of lines that it puts there. */
export async function codeOf(page: Page): Promise<string> {
  // After a login the editor is another one, with the account's draft.
  await page.locator('.monaco-editor .view-line').first().waitFor()
  const lines = await page.locator('.monaco-editor .view-line').allInnerTexts()
  return lines.map((line) => line.replaceAll('\u00a0', ' ').trim()).join('\n')
}

type Answer = { errors?: { extensions?: { seconds?: number } }[] }

/** Sends this mutation by `act`; when rate limited, waits as long as the site says and retries. */
async function send(page: Page, mutation: string, act: () => Promise<void>): Promise<void> {
  for (;;) {
    const answered = page.waitForResponse(
      (response) => response.request().postData()?.includes(mutation) ?? false,
    )
    await act()
    const { errors } = (await (await answered).json()) as Answer
    if (!errors) return
    const seconds = errors[0]?.extensions?.seconds
    if (!seconds) throw new Error(JSON.stringify(errors))
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/** Sends the code in. */
export const submit = (page: Page) =>
  send(page, 'useSubmitMutation', () => page.getByRole('button', { name: 'Submit', exact: true }).click())

/** Runs the code by doing so. */
export const run = (page: Page, act: () => Promise<void>) => send(page, 'useTrialStartMutation', act)

/** The result panel; its words are those of what was sent last. */
export const result = (page: Page) => page.getByRole('tabpanel', { name: 'Result' })

/** Waits until the result says so. */
export const sees = (page: Page, words: string | RegExp) =>
  result(page).getByText(words).first().waitFor({ timeout: PATIENCE })

/** Marks the document: a reload would lose the mark. */
export const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }))
export const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window)
