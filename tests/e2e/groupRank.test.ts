import { expect, it } from 'vitest'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFinePages } from '../support/looks.ts'
import { runSql } from '../support/postgres.ts'
import { visit } from '../support/visitor.ts'

/** The rank and the submissions of a group, as its members follow them. */

const stage = openBrowserSite()

const { newName, makeGroup, apply, join, giveProblem, askAs } = openGroups(stage)

const ADD =
  '#include <cstdio>\nint main() { long long a, b; std::scanf("%lld %lld", &a, &b); std::printf("%lld\\n", a + b); }\n'

/** Submits a sum to a problem; the number of the submission. */
async function send(token: string, displayId: string): Promise<number> {
  const { problem } = await askAs<{ problem: { id: string } }>(
    token,
    'query ($d: String!) { problem(displayId: $d) { id } }',
    { d: displayId },
  )
  const input = { problemId: problem.id, language: 'cpp17', source: ADD }
  const { submit } = await askAs<{ submit: { number: number } }>(
    token,
    'mutation ($input: SubmitInput!) { submit(input: $input) { number } }',
    { input },
  )
  return submit.number
}

/** The group that is entered below, the token of a member, and the number of their submission. */
let entered = { group: { id: '', number: 0 }, member: '', number: 0 }

it('shows an accepted submission of a member in the list and in the rank live (area-rules G13)', async () => {
  const group = await makeGroup()
  const [pupil, reader] = [newName('pupil'), newName('reader')]
  const readerToken = await join(group, reader, 'MEMBER')
  const token = await join(group, pupil, 'MEMBER')
  await giveProblem(group, 'P1001')
  const home = `${stage.site.url}/group/${group.number}`
  const [list, rank] = [
    await visit(stage.browser, stage.site.url, readerToken),
    await visit(stage.browser, stage.site.url, readerToken),
  ]
  await list.page.goto(`${home}/status`)
  await list.page.getByText('No submissions yet').waitFor()
  await rank.page.goto(home)
  const tabs = rank.page.getByRole('navigation', { name: /^Algorithms class/ })
  await tabs.getByRole('link', { name: 'Rank' }).click()
  const rows = rank.page.getByRole('table', { name: 'Rank' }).locator('tbody tr')
  // The older account stands first while nobody has solved anything.
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.nth(1).innerText()).toContain(reader)
  for (const { page } of [list, rank]) {
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  }

  const number = await send(token, 'P1001')
  const row = list.page.getByRole('row').filter({ hasText: pupil })
  await row.getByText('Accepted').waitFor()
  await rows.first().getByText(pupil, { exact: true }).waitFor()
  for (const { page } of [list, rank]) expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(await rows.nth(1).innerText()).not.toContain(reader)

  // From the rank to what a member solved, and to one submission under the bar of the group.
  const { page } = rank
  await page.getByRole('group', { name: 'Order' }).getByRole('button', { name: 'OI' }).click()
  await page.waitForURL('**/rank?type=1')
  await rows
    .first()
    .getByRole('link', { name: `1 solved by ${pupil}` })
    .click()
  await page.waitForURL(`**/group/${group.number}/status?status=0&username=${pupil}`)
  await page.getByRole('link', { name: String(number), exact: true }).click()
  await page.waitForURL(`**/group/${group.number}/submission-detail/${number}`)
  await page.locator('#verdict').getByText('Accepted').first().waitFor()
  await page.getByText('code is not public').first().waitFor()
  const bar = page.getByRole('navigation', { name: 'Group', exact: true })
  await bar.getByRole('link', { name: 'Submissions', exact: true }).waitFor()
  await page.goto(`${stage.site.url}/submission-detail/${number}`)
  await page.waitForURL(`**/group/${group.number}/submission-detail/${number}`)
  await giveProblemBack()
  const practice = await send(readerToken, 'P1001')
  await page.goto(`${home}/submission-detail/${practice}`)
  await page.waitForURL(({ pathname }) => pathname === `/submission-detail/${practice}`)
  await page.locator('#verdict').waitFor()
  for (const who of [list, rank]) {
    expect(who.complaints).toEqual([])
    await who.close()
  }
  await giveProblem(group, 'P1001')
  entered = { group, member: token, number }
})

const giveProblemBack = () =>
  runSql(
    stage.site.databaseUrl,
    `update "Problem" set "groupId" = null, "visibility" = 'PUBLIC' where "displayId" = 'P1001'`,
  )

it('is locked for strangers (area-rules G13)', async () => {
  const { group, number } = entered
  const stranger = await visit(
    stage.browser,
    stage.site.url,
    await apply(group, newName('applicant'), 'Let me in'),
  )
  const { page } = stranger
  const tabs = page.getByRole('navigation', { name: /^Algorithms class/ })
  for (const [tab, path, name] of [
    ['Rank', 'rank', 'Only members can see the rank'],
    ['Submissions', 'status', 'Only members can see the submissions'],
  ] as const) {
    await page.goto(`${stage.site.url}/group/${group.number}/${path}`)
    await page.getByText(name).first().waitFor()
    expect(await tabs.getByRole('link', { name: tab }).getAttribute('aria-disabled')).toBe('true')
  }
  await page.goto(`${stage.site.url}/group/${group.number}/submission-detail/${number}`)
  await page.getByText(`Submission ${number} doesn't exist`).waitFor()
  await stranger.close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { group, member, number } = entered
  const someone = await visit(stage.browser, stage.site.url, member)
  const paths = ['/rank', '/rank?type=1&searchUser=pupil', '/status', `/submission-detail/${number}`]
  await expectFinePages(someone, `${stage.site.url}/group/${group.number}`, paths)
  await someone.close()
})
