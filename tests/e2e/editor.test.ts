import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { codeOf, openProblem } from '../support/problemPage.ts'
import { visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const field = (page: Page) => page.getByRole('textbox', { name: 'Code in C++ 17', exact: true })
const monaco = (page: Page) => page.locator('.monaco-editor .view-line').first()

/** Holds Monaco back until it is called. */
async function holdMonaco(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/MonacoEditor/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

it('keeps every character that is typed while Monaco takes its place on a slow line', async () => {
  const writer = await visit(stage.browser, stage.site.url)
  const { page, context } = writer
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 400_000,
    uploadThroughput: 93_750,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${stage.site.url}/problem/P1090`, { waitUntil: 'commit' })
  await field(page).click()
  let typed = ''
  const word = async () => {
    const next = `word${typed.length} `
    typed += next
    await page.keyboard.type(next, { delay: 20 })
  }
  // Words with a short rest between them, as people type; Monaco comes in one of the rests.
  await expect
    .poll(
      async () => {
        await word()
        return monaco(page).isVisible()
      },
      { timeout: 60_000, interval: 350 },
    )
    .toBe(true)
  await word()
  await word()
  await expect.poll(() => codeOf(page)).toBe(typed.trimEnd())
  expect(writer.complaints).toEqual([])
  await writer.close()
}, 90_000)

it('waits for the end of a composed character, and hands over selection, scroll and undo', async () => {
  const writer = await visit(stage.browser, stage.site.url)
  const { page, context } = writer
  const release = await holdMonaco(page)
  await page.goto(`${stage.site.url}/problem/P1027`)
  await field(page).click()
  await page.keyboard.insertText(Array.from({ length: 120 }, (_, line) => `line ${line}`).join('\n'))
  await field(page).evaluate((area: HTMLTextAreaElement) => {
    area.scrollTop = 700
    area.setSelectionRange(450, 460, 'backward')
  })
  const chosen = await page.evaluate(() => getSelection()?.toString())

  const devtools = await context.newCDPSession(page)
  await page.getByText('Saved', { exact: true }).waitFor()
  await devtools.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
  release()
  await page.waitForResponse(/MonacoEditor.*\.js$/)
  // The composition goes on in the plain field.
  await devtools.send('Input.imeSetComposition', { text: '你', selectionStart: 1, selectionEnd: 1 })
  expect(await monaco(page).isVisible()).toBe(false)
  const scrolled = await field(page).evaluate((area) => area.scrollTop)
  expect(scrolled).toBeGreaterThan(0)
  await devtools.send('Input.insertText', { text: '你' })
  await monaco(page).waitFor()
  const lines = page.locator('.monaco-editor .lines-content')
  await expect.poll(() => lines.evaluate((one: HTMLElement) => -one.offsetTop)).toBe(scrolled)
  await page.keyboard.type('好')
  await page.getByText('你好').waitFor()
  expect(chosen).toHaveLength(10)

  // What was typed in the plain field is undone after what was typed in Monaco.
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('你好').waitFor({ state: 'hidden' })
  await expect
    .poll(async () => {
      await page.keyboard.press('ControlOrMeta+z')
      return codeOf(page)
    })
    .toBe('')
  await writer.close()
})

it.each(['plain', 'Monaco'])('is left by Escape and Tab, and says so: %s', async (kind) => {
  const writer = await visit(stage.browser, stage.site.url)
  const { page } = writer
  const release = await holdMonaco(page)
  await page.goto(`${stage.site.url}/problem/P1042`)
  if (kind === 'Monaco') {
    release()
    await monaco(page).waitFor()
  }
  await page.getByRole('button', { name: 'Editor settings' }).focus()
  await page.keyboard.press('Tab')
  const hint = page.getByText('Press Esc, then Tab to leave the editor')
  await expect.poll(async () => (await hint.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  const editor = field(page)
  expect(await editor.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await editor.getAttribute('aria-describedby')).toBe(await hint.getAttribute('id'))

  await page.keyboard.press('Tab')
  await page.keyboard.type('x;')
  await expect.poll(async () => (await hint.boundingBox())?.width).toBe(1)
  expect(await editor.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.monaco-editor, textarea'))).toBe(null)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await writer.close()
})

it('leads by Ctrl K from the editor to the search, back, and to the problem that is meant', async () => {
  const writer = await visit(stage.browser, stage.site.url)
  const { page } = writer
  await openProblem(page, stage.site.url, 'P1001')
  await field(page).focus()
  const search = page.getByRole('searchbox', { name: 'Search problems' })
  const hasFocus = (one: typeof search) => one.evaluate((element) => element === document.activeElement)
  await page.keyboard.press('ControlOrMeta+k')
  await expect.poll(() => hasFocus(search)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(field(page))).toBe(true)

  const title = await stage.ask<{ problem: { title: string; number: number } }>(
    '{ problem(displayId: "P1013") { title number } }',
  )
  for (const meant of ['p1013', String(title.problem.number), title.problem.title]) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(meant)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/problem\/P1013$/)
    // The page begins at its heading for those who do not see it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.goto(`${stage.site.url}/home`)
    await page.getByRole('searchbox', { name: 'Search problems' }).waitFor()
  }
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('the')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/problem\?keyword=the$/)
  expect(writer.complaints.filter((words) => !/404/.test(words))).toEqual([])
  await writer.close()
})

it('shows the whole name of the language on a phone, beside the mark of saved code', async () => {
  for (const locale of ['zh-CN', 'en-US'] as const) {
    const writer = await visit(stage.browser, stage.site.url, null, { width: 360, height: 780, locale })
    const { page } = writer
    await page.goto(`${stage.site.url}/problem/P1001`)
    await page.getByRole('tab', { name: /^(代码|Code)$/ }).click()
    await page.getByRole('textbox', { name: /^(C\+\+ 17 代码|Code in C\+\+ 17)$/ }).focus()
    await page.keyboard.insertText('int typed;')
    const mark = page.getByText(/^(已保存|Saved)$/)
    await mark.waitFor()
    const picker = page.getByRole('combobox', { name: /^(语言|Language)$/ })
    const room = await picker.evaluate((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) return 0
      pen.font = font
      const inner = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return inner - pen.measureText('C++ 17').width
    })
    expect(room, locale).toBeGreaterThan(0)
    const bar = mark.locator('xpath=..').locator('> *')
    const boxes = await bar.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()))
    for (const [place, { right }] of boxes.slice(0, -1).entries())
      expect(right, `${locale} ${place}`).toBeLessThanOrEqual(boxes[place + 1]?.left ?? 0)
    await writer.close()
  }
})
