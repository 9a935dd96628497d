import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { axe, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

it('a tag has its colour wherever readers meet it', async () => {
  const { saveTag } = await stage.ask<{ saveTag: { id: string } }>(
    'mutation ($input: SaveTagInput!) { saveTag(input: $input) { id } }',
    { input: { names: [{ locale: 'EN_US', name: 'Tides' }], color: '#1591d2' } },
  )
  const { problem } = await stage.ask<{ problem: { id: string } }>('{ problem(displayId: "P1042") { id } }')
  await stage.ask('mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { id } }', {
    input: { id: problem.id, changes: { tags: [{ id: saveTag.id }] } },
  })
  const { page, complaints, close } = await visit(stage.browser, stage.site.url)
  for (const path of ['/problem?keyword=P1042', '/problem/P1042']) {
    await page.goto(`${stage.site.url}${path}`)
    const dot = page.locator('main').getByRole('link', { name: 'Tides' }).first().locator('i')
    await dot.waitFor()
    expect(await dot.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(21, 145, 210)',
    )
  }
  expect(complaints).toEqual([])
  await close()
})

it('the tags page makes a classification with a tag, merges that into another one, and deletes', async () => {
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
  await page.goto(`${stage.site.url}/admin/dashboard`)
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await page.getByRole('button', { name: 'New classification' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Save/ }).waitFor()
  await dialog.getByLabel('Name (English)').fill('Birds')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  const birds = page.getByRole('region', { name: 'Birds' })
  await birds.getByText('No tags yet').waitFor()
  await birds.getByRole('button', { name: /Birds/ }).click()
  await page.getByRole('menuitem', { name: 'New tag in Birds' }).click()
  await dialog.getByLabel('Name (English)').fill('heron')
  await dialog.getByLabel('Colour', { exact: true }).fill('#2657d4')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await birds.getByRole('button', { name: /^heron/ }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await dialog.getByText('0 problems with heron').waitFor()
  await dialog.getByLabel('Tag to keep').selectOption({ index: 1 })
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await birds.getByText('No tags yet').waitFor()
  await birds.getByRole('button', { name: /Birds/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await birds.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const staff = await visit(stage.browser, stage.site.url, stage.token)
  const { page, complaints, close } = staff
  await page.goto(`${stage.site.url}/admin/problem/tag`)
  await page.getByRole('region').getByRole('listitem').first().waitFor()
  await expectFineLooks(staff, 'tags')
  await page.getByRole('region').getByRole('listitem').first().getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  await expectFineLooks(staff, 'tag')
  expect(complaints).toEqual([])
  await close()
})
