import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFinePages } from '../support/looks.ts'
import { sees, submit, write } from '../support/problemPage.ts'
import { visit } from '../support/visitor.ts'

/** A problem of a group from its creation to the public list. */

const stage = openBrowserSite()

const { newName, makeGroup, apply, stand } = openGroups(stage)

const PROGRAM =
  '#include <cstdio>\nint main() { int n; std::scanf("%d", &n); std::printf("%d\\n", 2 * n); }\n'

/** What the pages below are of. */
let entered = { group: 0, displayId: '', number: 0, admin: '', member: '' }

const menu = async (page: Page, row: string, act: string) => {
  await page.getByRole('button', { name: new RegExp(`More actions for ${row}`) }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

it('is created by an admin, solved by a member and approved for the site (area-rules G9, G10, G11)', async () => {
  const group = await makeGroup()
  const [admin, member] = [newName('assistant'), newName('pupil')]
  const tokens = {
    admin: await apply(group, admin, 'I set the problems'),
    member: await apply(group, member, 'I take the course'),
  }
  await stand(group, admin, 'ADMIN')
  await stand(group, member, 'MEMBER')
  const base = `${stage.site.url}/group/${group.number}/problem`

  // The list is empty, and the admin creates the first problem.
  const setter = await visit(stage.browser, stage.site.url, tokens.admin)
  const { page } = setter
  await page.goto(base)
  await page.getByText('No problems yet').waitFor()
  await page.getByRole('link', { name: 'New problem' }).click()
  await page.getByText('The short name of the group is put before it.').waitFor()
  const title = page.getByRole('textbox', { name: 'Title (English)', exact: true })
  await title.fill('Twice the herring')
  await page.getByRole('textbox', { name: 'Description (English)', exact: true }).fill('Double $n$.')
  await page.getByLabel('Memory limit').fill('2048')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('At most 1024').waitFor()
  await page.getByText('This is required').waitFor()
  await page.getByLabel('Memory limit').fill('256')
  await page.getByLabel('Display ID').fill('twice')
  await page.getByLabel('Tags', { exact: true }).fill('Homework')
  await page.keyboard.press('Enter')
  await page.getByLabel('Visibility').selectOption('GROUP')
  expect(await page.getByLabel('Visibility').locator('option').allInnerTexts()).toEqual([
    'Group members',
    'Hidden',
  ])
  // Members see it at once, so that formats and an example are needed.
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Add an example with an input or an output').waitFor()
  expect(await page.getByText('This is required').count()).toBe(2)
  await page.getByRole('textbox', { name: 'Input (English)', exact: true }).fill('One $n$.')
  await page.getByRole('textbox', { name: 'Output (English)', exact: true }).fill('$2n$.')
  await page.getByLabel('Input of example 1').fill('1')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('heading', { name: 'Edit problem' }).waitFor()
  const displayId = await page.getByLabel('Display ID').inputValue()
  expect(displayId).toMatch(/^ALGO\d{3}TWICE$/)
  const number = Number(/edit\/(\d+)/.exec(page.url())?.[1])

  // A test by hand, by the rights of the group.
  await page.getByRole('link', { name: 'Test data and solutions' }).click()
  await page.getByRole('button', { name: 'Type a case' }).click()
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('21')
  await page.getByRole('textbox', { name: 'Output', exact: true }).fill('42')
  await page.getByRole('button', { name: 'Add case' }).click()
  await page.getByRole('button', { name: 'Save test data' }).click()
  await page.getByText(/Test data saved as version/).waitFor()

  // A member finds it by its tag and solves it under the bar of the group.
  const solver = await visit(stage.browser, stage.site.url, tokens.member)
  const { page: desk } = solver
  await desk.goto(base)
  await desk.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'Homework' }).click()
  await desk.waitForURL('**/problem?tagId=*')
  await desk.getByRole('cell', { name: displayId }).click()
  await desk.locator('.monaco-editor .view-line').first().waitFor()
  await desk.getByRole('navigation', { name: 'Group', exact: true }).waitFor()
  expect(await desk.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  await write(desk, 'C++ 17', PROGRAM)
  await submit(desk)
  await sees(desk, 'Accepted')
  // The site's address leads to the group's.
  await desk.goto(`${stage.site.url}/problem/${displayId}`)
  await desk.waitForURL(`**/group/${group.number}/problem/${displayId}`)
  await desk.goto(`${base}/manage`)
  await desk.getByText('404').waitFor()
  await solver.close()

  // The admin applies in the table; the problem administrators approve.
  await page.goto(`${base}/manage`)
  await page.getByRole('table').getByText(displayId).waitFor()
  await menu(page, displayId, 'Apply for the site')
  await page.getByRole('dialog').getByRole('button', { name: 'Apply for the site' }).click()
  await page.getByRole('table').getByText('Waiting for approval').waitFor()
  const staff = await visit(stage.browser, stage.site.url, stage.token)
  await staff.page.goto(`${stage.site.url}/admin/group-problem/apply`)
  await staff.page.getByRole('button', { name: `Approve ${displayId}` }).click()
  await staff.page.getByRole('table').getByText('Public on the site').waitFor()
  expect(staff.complaints).toEqual([])
  await staff.close()

  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/problem?keyword=${displayId}`)
  await guest.page.getByRole('table').getByRole('link', { name: 'Twice the herring' }).waitFor()
  await guest.close()
  await page.goto(`${base}/manage`)
  await page.getByRole('table').getByText('Public on the site').waitFor()
  expect(await page.getByRole('button', { name: /^More actions/ }).count()).toBe(0)
  expect(setter.complaints).toEqual([])
  await setter.close()
  entered = { group: group.number, displayId, number, ...tokens }
}, 300_000)

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { group, admin } = entered
  const base = `/group/${group}/problem`
  // Back in the group, so that its pages have what they show.
  const { problemApplications } = await stage.ask<{
    problemApplications: { edges: { node: { id: string; displayId: string } }[] }
  }>('{ problemApplications(first: 100) { edges { node { id displayId } } } }')
  const id = problemApplications.edges.find(({ node }) => node.displayId === entered.displayId)?.node.id
  await stage.ask('mutation ($input: AnswerApplicationInput!) { answerApplication(input: $input) { id } }', {
    input: { id, answer: 'ASKED' },
  })
  const walks = [
    {
      token: admin,
      paths: [
        base,
        `${base}/${entered.displayId}`,
        `${base}/manage`,
        `${base}/manage/create`,
        `${base}/manage/edit/${entered.number}`,
        `${base}/manage/tests/${entered.displayId}`,
      ],
    },
    { token: stage.token, paths: ['/admin/group-problem/apply'] },
  ]
  for (const { token, paths } of walks) {
    const someone = await visit(stage.browser, stage.site.url, token)
    await expectFinePages(someone, stage.site.url, paths)
    await someone.close()
  }
})
