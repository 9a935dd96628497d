import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

beforeAll(async () => {
  // What the seed sent in is judged first.
  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/status`)
  await guest.page.getByText('queue 0, 1 judge online').waitFor({ timeout: 220_000 })
  await guest.close()
}, 240_000)

/** A submission of the seed with this verdict, and how many there are. */
async function seeded(verdict: string) {
  const { submissions } = await stage.ask<{
    submissions: { totalCount: number; edges: { node: { number: number } }[] }
  }>(
    'query ($filter: SubmissionFilter) { submissions(filter: $filter, first: 1) { totalCount edges { node { number } } } }',
    {
      filter: { verdict },
    },
  )
  return { number: submissions.edges[0]?.node.number ?? 0, total: submissions.totalCount }
}

const rowOf = (page: Page, number: number) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: String(number), exact: true }) })

it('judges one submission again from the list, and shows what it was before on its page', async () => {
  const { number } = await seeded('WRONG_ANSWER')
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
  await page.goto(`${stage.site.url}/status?status=-1`)
  await page.getByRole('button', { name: `Rejudge submission ${number}` }).click()
  await page.getByText('Rejudge successfully').waitFor()
  await rowOf(page, number).getByText('Wrong Answer').waitFor({ timeout: 100_000 })
  await page.goto(`${stage.site.url}/submission-detail/${number}`)
  await page.getByRole('heading', { name: 'Earlier judgements' }).waitFor()
  const judgements = page.getByRole('table', { name: 'Earlier judgements' }).locator('tbody tr')
  expect(await judgements.count()).toBe(2)
  await judgements.first().getByText('current').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /root.*rejudged it/ })
    .waitFor()
  expect(await axe(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
}, 240_000)

it('sets a verdict by hand, says so, and cancels it again', async () => {
  const { number } = await seeded('RUNTIME_ERROR')
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token, {
    theme: 'dark',
  })
  await page.goto(`${stage.site.url}/status?status=3`)
  const menu = page.getByRole('button', { name: `Verdict of submission ${number}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change verdict' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Status').selectOption({ label: 'Accepted' })
  expect(await axe(page)).toEqual([])
  const score = dialog.getByLabel('Score')
  if (await score.isVisible()) await score.fill('100')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Update Successfully').waitFor()
  await rowOf(page, number).getByText('Accepted').waitFor()
  await rowOf(page, number).getByText('manual').waitFor()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Cancel verdict' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel verdict' }).click()
  await page.getByText('Cancel Successfully').waitFor()
  await rowOf(page, number).getByText('Cancelled').waitFor()
  await menu.click()
  expect(await page.getByRole('menuitem', { name: 'Cancel verdict' }).getAttribute('aria-disabled')).toBe(
    'true',
  )

  await page.goto(`${stage.site.url}/submission-detail/${number}`)
  await page
    .getByRole('listitem')
    .filter({ hasText: /root.*set the verdict by hand/ })
    .waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /root.*cancelled the verdict/ })
    .waitFor()
  expect(await axe(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

it('judges a whole list again after naming how many, and its progress can be left and come back to', async () => {
  const { total } = await seeded('TIME_LIMIT_EXCEEDED')
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
  await page.goto(`${stage.site.url}/status?status=1`)
  await page.getByRole('button', { name: 'Rejudge these' }).click()
  const dialog = page.getByRole('dialog', {
    name: total === 1 ? 'Rejudge 1 submission?' : `Rejudge ${total} submissions?`,
  })
  await dialog.getByLabel('Reason').fill('the limit was too tight')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Rejudge', exact: true }).click()
  const strip = page.getByRole('region', { name: 'Rejudgings' })
  await strip.getByText('the limit was too tight').waitFor()
  await page.goto(`${stage.site.url}/home`)
  await page.goto(`${stage.site.url}/status`)
  await strip.getByText(`${total} of ${total} done`).waitFor({ timeout: 100_000 })
  expect(await axe(page)).toEqual([])
  await strip.getByRole('link').click()
  await page.getByRole('heading', { name: /^Rejudging \d+$/ }).waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.waitForURL(/all=true/)
  await page
    .locator('tbody tr')
    .nth(total - 1)
    .waitFor()
  expect(await page.locator('tbody tr').count()).toBe(total)
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await overflow(page)).toBe(0)
  expect(complaints).toEqual([])
  await close()
}, 240_000)

it('offers neither rejudging nor corrections to others', async () => {
  const { page, close } = await visit(stage.browser, stage.site.url)
  await page.goto(`${stage.site.url}/status`)
  await page.locator('tbody tr').first().waitFor()
  expect(await page.getByRole('button', { name: /Rejudge|Evaluation/ }).count()).toBe(0)
  expect(await page.getByRole('columnheader', { name: 'Rejudge' }).count()).toBe(0)
  await close()
})
