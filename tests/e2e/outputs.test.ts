import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { zippedOf } from '../support/packages.ts'
import { visit } from '../support/visitor.ts'

const stage = openBrowserSite()

/** A file as the native dialog gives it. */
const file = (name: string, content: Uint8Array | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

/** Answers of the tests of a problem, by the names of their inputs without the ending. */
async function answersOf(number: number): Promise<Map<string, Uint8Array>> {
  const response = await fetch(`${stage.site.url}/api/file/download-testcase?pid=${number}`, {
    headers: { authorization: stage.token },
  })
  const files = await unpackZip(new Uint8Array(await response.arrayBuffer()))
  return new Map(
    [...files].flatMap(([name, content]) =>
      /\.(?:out|ans)$/.test(name) ? [[name.replace(/\.\w+$/, ''), content] as const] : [],
    ),
  )
}

it('files of output are set, downloaded, submitted and judged in place of a program', async () => {
  const { problem } = await stage.ask<{ problem: { number: number } }>(
    '{ problem(displayId: "P1001") { number } }',
  )
  const setter = await visit(stage.browser, stage.site.url, stage.token)
  await setter.page.goto(`${stage.site.url}/admin/problem/edit/${problem.number}`)
  await setter.page.getByRole('switch', { name: 'Output only' }).check()
  await setter.page.getByRole('button', { name: 'Save' }).click()
  await setter.page.getByText('Saved').first().waitFor()
  expect(setter.complaints).toEqual([])
  await setter.close()

  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/problem/P1001`)
  await guest.page.getByRole('region', { name: 'Output files' }).waitFor()
  const inputs = guest.page.waitForEvent('download')
  await guest.page.getByRole('button', { name: 'Download inputs' }).click()
  const names = [...(await unpackZip(await readFile(await (await inputs).path()))).keys()]
  await guest.page.getByRole('button', { name: 'Submit' }).click()
  await guest.page.getByRole('dialog').waitFor()
  expect(guest.complaints).toEqual([])
  await guest.close()

  const answers = await answersOf(problem.number)
  expect(names.length).toBe(answers.size)
  const [first = '', ...others] = answers.keys()
  const token = await addMember(stage, 'olympian')
  const solver = await visit(stage.browser, stage.site.url, token)
  const { page } = solver
  await page.goto(`${stage.site.url}/problem/P1001`)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Add output files first').waitFor()
  const chooser = page.getByLabel('Add files', { exact: true })
  const zip = zippedOf(Object.fromEntries(others.map((name) => [`${name}.out`, answers.get(name) ?? ''])))
  await chooser.setInputFiles([file('answers.zip', zip), file('notes.txt', 'by hand')])
  await page.getByText(`${others.length} of ${answers.size} tests have a file`).waitFor()
  await page.getByText('Not named after a test: notes.txt').waitFor()
  await expectFineLooks(solver, 'outputs-partial')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('tabpanel').getByText('Wrong Answer').first().waitFor()
  await page.getByText('No output file was submitted for this test').first().waitFor()

  await page.getByRole('button', { name: 'Type the output for test 1', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Output for test 1' })
  await dialog.getByLabel('Your output').fill('nothing like it')
  await dialog.getByRole('button', { name: 'Use' }).click()
  await page.getByText(`${answers.size} of ${answers.size} tests have a file`).waitFor()
  await page.getByRole('button', { name: 'Type the output for test 1', exact: true }).click()
  await expect.poll(() => dialog.getByLabel('Your output').inputValue()).toBe('nothing like it')
  await expectFineLooks(solver, 'outputs-typed')
  // Other widths have another layout, which draws the pane again.
  await page.getByRole('button', { name: 'Type the output for test 1', exact: true }).click()
  expect(await dialog.getByLabel('Your output').inputValue()).toBe('nothing like it')
  await dialog.getByLabel('Your output').fill(
    Buffer.from(answers.get(first) ?? '')
      .toString()
      .trimEnd(),
  )
  await dialog.getByRole('button', { name: 'Use' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('tabpanel').getByText('Accepted').first().waitFor()
  await expectFineLooks(solver, 'outputs-accepted')

  await page.goto(`${stage.site.url}/status?onlyMine=true`)
  await page.getByText('Output files').first().waitFor()
  await page.getByRole('link', { name: 'Accepted' }).first().click()
  await page.getByRole('heading', { name: 'Output files' }).waitFor()
  await expectFineLooks(solver, 'outputs-submission')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the files' }).click()
  const sent = await unpackZip(await readFile(await (await download).path()))
  expect([...sent.keys()].sort()).toEqual(
    [`${first}.out`, 'notes.txt', ...others.map((name) => `${name}.out`)].sort(),
  )
  expect(solver.complaints).toEqual([])
  await solver.close()
})
