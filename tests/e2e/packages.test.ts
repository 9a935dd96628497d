import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { hydroPackage, legacyIcpc, zippedOf } from '../support/packages.ts'
import { axe, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const PACKAGE = zippedOf({
  ...hydroPackage(),
  'H300/problem.yaml': 'pid: [',
  'H300/testdata/1.in': '',
})

it.each(['en-US', 'zh-CN'] as const)(
  'brings packages in and out, each with its report, in %s',
  async (locale) => {
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token, { locale })
    await page.goto(`${stage.site.url}/admin/problem/batch-operation`)
    const english = locale === 'en-US'
    const say = <Words>(en: Words, zh: Words) => (english ? en : zh)
    const chooser = page.getByLabel(say('Choose packages', '选择题目包')).and(page.locator('input'))
    await page.getByRole('heading', { level: 1 }).waitFor()

    await chooser.setInputFiles({
      name: 'none.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(zippedOf({ 'a.txt': '' })),
    })
    await page.getByText(say('Unknown package format', '无法识别这个题目包')).waitFor()
    const rows = page
      .getByRole('list', { name: say('Imports and exports', '导入与导出记录') })
      .locator('> li')
    const before = await rows.count()
    await chooser.setInputFiles({
      name: 'set.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(PACKAGE),
    })
    await expect.poll(() => rows.count()).toBe(before + 1)
    const first = rows.first()
    await first.getByText(say('Finished', '已完成')).waitFor()
    // One of its problems cannot be read.
    await first.getByText('set.zip').waitFor()
    await first.getByText(say(/· \d+ succeeded/, /· \d+ 项成功/)).waitFor()
    await first.getByRole('button', { name: say(/^\d refused/, /^\d 项被拒绝/) }).waitFor()
    await first.getByRole('button', { name: say('Report', '报告'), exact: true }).click()
    const report = first.getByRole('list')
    await report.getByText('H300').first().waitFor()
    if (english) {
      await report.getByText('H100').first().waitFor()
      await report
        .getByText(/notes?$/)
        .first()
        .click()
      await report
        .getByText(/^imported: /)
        .first()
        .waitFor()
    }

    await page.getByRole('button', { name: /^(Export \d|导出 \d)/ }).click()
    await page.getByText(say('Choose the problems to export first', '请先选择要导出的题目')).waitFor()
    for (const id of ['P1001', 'P1005']) {
      await page.getByRole('combobox', { name: say('Add a problem', '添加题目') }).fill(id)
      await page
        .getByRole('option', { name: new RegExp(id) })
        .first()
        .click()
    }
    await page.getByRole('button', { name: say('Remove P1005', '移除 P1005') }).click()
    await page.getByRole('button', { name: say('Export 1 problem', '导出 1 题') }).click()
    const [got] = await Promise.all([
      page.waitForEvent('download'),
      first.getByRole('button', { name: say('Download', '下载') }).click(),
    ])
    const packed = new Uint8Array(await readFile(await got.path()))
    const paths = [...(await unpackZip(packed)).keys()]
    expect(paths).toContain('problem_P1001.json')
    expect(paths.filter((path) => path.includes('P1005'))).toEqual([])

    await expectFineLooks({ page }, `batch ${locale}`)
    expect(complaints).toEqual([])
    await close()
  },
)

it('takes in the Kattis folder and the DOMjudge zip that a teacher drops on the form of a new problem', async () => {
  const token = await addMember(stage, 'harbourmaster', 'ADMIN')
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, token)
  const folder = join(mkdtempSync(join(tmpdir(), 'kattis-')), 'harbour')
  const { 'domjudge-problem.ini': ini = '', ...files } = legacyIcpc({
    'problem.yaml': 'name: Two ships\nvalidation: custom\nlimits:\n  time_limit: 2\n',
    'output_validators/validator/validate.py': 'import sys\nsys.exit(42)\n',
    'submissions/slow_accepted/late.py': 'print(sum(map(int, input().split())))\n',
  })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await page.goto(`${stage.site.url}/admin/problem/create`)
  const zone = page.getByRole('button', { name: 'Choose a folder' }).first()
  await zone.scrollIntoViewIfNeeded()
  const box = await zone.boundingBox()
  if (!box) throw new Error('there is nowhere to drop it')
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: box.x + 4, y: box.y + 4, data })
  const dialog = page.getByRole('dialog', { name: 'This is a problem package: ICPC / Kattis' })
  await dialog.waitFor()
  await expectFineLooks({ page }, 'package')
  await dialog.getByRole('button', { name: 'Import problem' }).click()
  await dialog.getByText(/^Imported as P\d+ Two ships$/).waitFor()
  await dialog.getByText('imported: checker program [output_validators/validator/validate.py]').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/package-done.png` })
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('link', { name: /^Open P\d+$/ }).click()
  await page.waitForURL(/\/admin\/problem\/edit\/\d+/)
  await page
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .waitFor()
  rmSync(dirname(folder), { recursive: true })

  // The points of the zip can be read in two ways, and its solution fits neither.
  const zip = zippedOf({
    ...files,
    'domjudge-problem.ini': ini,
    'problem.yaml': 'name: Cranes\ntype: scoring\n',
    'data/testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\n',
    'data/secret/testdata.yaml': 'accept_score: 15\non_reject: continue\n',
    'submissions/accepted/sum.py': '# @EXPECTED_SCORE@: 77\nprint(1)\n',
  })
  await page.goto(`${stage.site.url}/admin/problem/create`)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files or a zip' }).first().click(),
  ])
  await chooser.setFiles({ name: 'cranes.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await dialog.getByRole('button', { name: 'Import problem' }).click()
  await dialog.getByText('30 in all when accept_score counts per test case').waitFor()
  await dialog.getByLabel('Count points').selectOption({ label: 'Once per group (DOMjudge)' })
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/package-points.png` })
  await dialog.getByRole('button', { name: 'Import problem' }).click()
  await dialog.getByText(/^Imported as HARBOUR Cranes$/).waitFor()
  await dialog.getByText('accept_score counts once per group, as in DOMjudge: 15 points in all').waitFor()

  await page.goto(`${stage.site.url}/admin/problem/batch-operation`)
  await page.getByText('The problems are yours and stay hidden until they are published.').waitFor()
  expect(complaints).toEqual([])
  await close()
})
