import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember } from '../support/member.ts'
import { makeContest } from '../support/organising.ts'
import { chooseLanguage, codeOf, isMarked, mark, openProblem, write } from '../support/problemPage.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

it('can be read and turned over before the editor is there', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const { page } = reader
  // Monaco is late; one can type all the same, and what was typed is kept.
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/MonacoEditor/, async (route) => {
    await late
    await route.continue()
  })
  await page.goto(`${stage.site.url}/problem/P1090`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Sample 1' }).waitFor()
  const field = page.getByRole('textbox', { name: 'Code in C++ 17', exact: true })
  await field.click()
  await page.keyboard.type('if (x) {\n')
  await page.keyboard.press('Tab')
  await page.keyboard.type('go();\nstay();')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await field.inputValue()).toBe('if (x) {\n    go();\n    stay();')
  await page.getByRole('tab', { name: /Problem Annex/ }).click()
  await page.waitForURL(/tab=annex/)
  await page.getByText('whys-3.in').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download whys-3.in' }).click()
  expect((await download).suggestedFilename()).toBe('whys-3.in')
  await page.getByRole('tab', { name: 'Description' }).click()
  expect(await page.getByRole('link', { name: 'Solutions' }).getAttribute('href')).toBe(
    '/status?problemID=P1090&completeProblemID=true',
  )
  await page.getByRole('button', { name: 'Statistics' }).click()
  await page.getByRole('dialog', { name: 'Statistics' }).getByRole('table').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')

  // It takes text, caret and focus: one goes on typing where one was.
  await field.focus()
  await page.keyboard.press('Home')
  arrive()
  await page.locator('.monaco-editor .view-line').first().waitFor()
  await page.keyboard.type('and ')
  await expect.poll(() => codeOf(page)).toBe('if (x) {\ngo();\nand     stay();')
  await reader.close()
})

it('says how limits grow with the language, and what is read and written', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const { page } = reader
  await openProblem(page, stage.site.url, 'P1065')
  await page.getByText('market.in → market.out').waitFor()
  const time = page.getByText(/^Time\s*\d+ ms/)
  const plain = Number(/\d+/.exec(await time.innerText())?.[0])
  await chooseLanguage(page, 'Python3')
  await expect.poll(async () => Number(/\d+/.exec(await time.innerText())?.[0])).toBe(plain * 2)
  await reader.close()
})

it('moves its divider by keyboard, and remembers where it stood', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const { page } = reader
  await openProblem(page, stage.site.url, 'P1001')
  const divider = page.getByRole('separator').first()
  await divider.focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  const moved = await divider.getAttribute('aria-valuenow')
  expect(Number(moved)).toBeGreaterThan(46)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('separator').first().getAttribute('aria-valuenow')).toBe(moved)
  await reader.close()
})

it('goes into focus mode and back with what was typed', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const { page } = reader
  await openProblem(page, stage.site.url, 'P1013')
  expect(await page.getByRole('contentinfo').count()).toBe(0)
  await write(page, 'C++ 17', 'int typed;')
  await page.getByRole('link', { name: 'Focus mode' }).click()
  await page.waitForURL(/\/problem\/P1013\/full-screen$/)
  await page.getByRole('banner').waitFor({ state: 'detached' })
  await expect.poll(() => codeOf(page)).toBe('int typed;')
  await page.getByRole('link', { name: 'Leave focus mode' }).click()
  await page.waitForURL(/\/problem\/P1013$/)
  await expect.poll(() => codeOf(page)).toBe('int typed;')
  await reader.close()
})

it("begins with the problem's template of the language, and gives it back", async () => {
  const solver = await visit(stage.browser, stage.site.url)
  const { page } = solver
  await openProblem(page, stage.site.url, 'P1171')
  const cpp = /^#include <iostream>\n\n#include "lantern\.h"/
  await expect.poll(() => codeOf(page)).toMatch(cpp)

  // Nothing was typed: another language brings its own template, and one without a template an empty editor.
  await chooseLanguage(page, 'C')
  await expect.poll(() => codeOf(page)).toMatch(/^#include <stdio\.h>/)
  await chooseLanguage(page, 'Python3')
  await expect.poll(() => codeOf(page)).toBe('')
  await chooseLanguage(page, 'C++ 17')
  await expect.poll(() => codeOf(page)).toMatch(cpp)

  // What was typed stays, and the template is offered.
  await write(page, 'C++ 17', 'int mine;')
  await chooseLanguage(page, 'C')
  expect(await codeOf(page)).toBe('int mine;')
  await page.getByRole('button', { name: 'Use the template for C', exact: true }).click()
  await expect.poll(() => codeOf(page)).toMatch(/^#include <stdio\.h>/)

  await chooseLanguage(page, 'C++ 17')
  await write(page, 'C++ 17', 'int spoilt;')
  await page.getByRole('button', { name: 'Reset the code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the code of P1171?' })
  await dialog.getByRole('button', { name: 'Reset the code' }).click()
  await expect.poll(() => codeOf(page)).toMatch(cpp)

  // It is the draft from now on: a reload shows it again.
  await page.getByText('Saved', { exact: true }).waitFor()
  await openProblem(page, stage.site.url, 'P1171')
  await expect.poll(() => codeOf(page)).toMatch(cpp)
  expect(solver.complaints).toEqual([])
  await solver.close()
})

it('lets two tabs write without taking anything from each other', async () => {
  const writer = await visit(stage.browser, stage.site.url)
  const first = writer.page
  await openProblem(first, stage.site.url, 'P1027')
  await write(first, 'C++ 17', 'int first;')
  await first.getByText('Saved', { exact: true }).waitFor()
  const second = await writer.context.newPage()
  await openProblem(second, stage.site.url, 'P1027')
  expect(await codeOf(second)).toBe('int first;')
  await write(second, 'C++ 17', 'int second;')

  const offer = first.getByText('Another tab saved newer code')
  await offer.waitFor()
  expect(await codeOf(first)).toBe('int first;')
  await first.bringToFront()
  await write(first, 'C++ 17', 'int third;')
  expect(await codeOf(second)).toBe('int second;')
  await second.bringToFront()
  await second.getByRole('button', { name: 'Use it here' }).click()
  await expect.poll(() => codeOf(second)).toBe('int third;')
  // Both have the same text now, so there is nothing left to offer.
  await offer.waitFor({ state: 'hidden' })
  await first.bringToFront()
  await expect.poll(() => codeOf(first)).toBe('int third;')
  await writer.close()
})

it.each(['light', 'dark'] as const)('is three views with two buttons on a phone, in %s', async (theme) => {
  const reader = await visit(stage.browser, stage.site.url, stage.token, { width: 360, height: 740, theme })
  const { page } = reader
  await page.goto(`${stage.site.url}/problem/P1042`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const view of ['Statement', 'Code', 'Result']) {
    await page.getByRole('tab', { name: view, exact: true }).first().click()
    await page.getByRole('tabpanel', { name: view, exact: true }).first().waitFor()
    if (view === 'Code') await page.locator('.monaco-editor .view-line').first().waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await axe(page)).toEqual([])
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    const submit = page.getByRole('button', { name: 'Submit', exact: true })
    expect((await submit.boundingBox())?.height).toBe(44)
  }
  await page.getByRole('tab', { name: 'Statement', exact: true }).first().click()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByText('Code can not be empty').waitFor()
  await page.getByRole('tabpanel', { name: 'Code', exact: true }).first().waitFor()
  expect(reader.complaints).toEqual([])
  await reader.close()
})

it('says so when there is no such problem', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  await reader.page.goto(`${stage.site.url}/problem/P0`)
  await reader.page.getByText('404').first().waitFor()
  await expect.poll(() => reader.page.title()).toMatch(/^404/)
  await reader.close()
})

it('keeps the tags of its list hidden for readers who do not want the hint', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const { page, complaints, close } = reader
  await page.goto(`${stage.site.url}/problem`)
  const head = page.getByRole('columnheader', { name: 'Tags' })
  await head.waitFor()
  await page.getByRole('button', { name: 'Hide tags' }).click()
  await head.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Show tags' }).waitFor()
  expect(await head.count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('listitem').filter({ hasText: 'P1001' })
  await card.getByRole('link', { name: 'A + B' }).waitFor()
  expect(await card.getByRole('link').count()).toBe(1)
  await page.getByRole('button', { name: 'Show tags' }).click()
  await expect.poll(() => card.getByRole('link').count()).toBeGreaterThan(1)
  expect(complaints).toEqual([])
  await close()
})

/** Changes a problem as an administrator. */
const change = (id: string, changes: object) =>
  stage.ask('mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { id } }', {
    input: { id, changes },
  })

it('shows an edit while it is open, in lists and in a contest too, and keeps the code', async () => {
  const { ask, browser, site } = stage
  const { problem, raced } = await ask<Record<'problem' | 'raced', { id: string; number: number }>>(
    '{ problem(displayId: "P1065") { id number } raced: problem(displayId: "P1090") { id number } }',
  )
  // A problem of a running contest leaves the list of the site.
  const contest = await makeContest(stage, 'A statement with a mistake', [-10, 120])
  await ask('mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }', {
    input: { contestId: contest.id, problemNumber: raced.number, label: 'A', color: '#1591d2' },
  })
  const [reader, racer, browsing, front] = await Promise.all([
    visit(browser, site.url),
    addMember(stage, 'racer').then((token) => visit(browser, site.url, token)),
    visit(browser, site.url),
    visit(browser, site.url),
  ])
  await openProblem(reader.page, site.url, 'P1065')
  await write(reader.page, 'C++ 17', 'int typed;')
  await racer.page.goto(`${site.url}/contest/${contest.number}/problem/A`)
  await browsing.page.goto(`${site.url}/problem?keyword=P1065`)
  const row = browsing.page.getByRole('row').filter({ hasText: 'P1065' })
  for (const each of [reader.page, racer.page]) await each.getByRole('heading', { name: 'Input' }).waitFor()
  await row.waitFor()
  await front.page.goto(`${site.url}/home`)
  const recent = front.page.getByRole('table', { name: 'Recently updated problems' })
  await recent.waitFor()
  const pages = [reader.page, racer.page, browsing.page, front.page]
  await Promise.all(pages.map(mark))

  const words = [{ locale: 'EN_US', title: 'Market day, corrected', input: 'There are $n$ stalls.' }]
  for (const { id } of [problem, raced]) await change(id, { words })
  for (const each of [reader.page, racer.page]) {
    await each.getByText(/^There are/).waitFor()
    await each.getByText('This problem was edited just now').waitFor()
  }
  for (const list of [row, recent])
    await list.getByRole('link', { name: 'Market day, corrected' }).first().waitFor()
  expect(await codeOf(reader.page)).toBe('int typed;')

  // What is hidden leaves the list, and its page says that there is none.
  await change(problem.id, { visibility: 'HIDDEN' })
  await row.waitFor({ state: 'detached' })
  await reader.page.getByText('404').first().waitFor()
  expect(await Promise.all(pages.map(isMarked))).toEqual([true, true, true, true])
  for (const visitor of [reader, racer, browsing, front]) {
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }
})
