import type { Client } from 'pg'
import { expect, it } from 'vitest'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite, setSubmitInterval } from '../support/browserSite.ts'
import { globalId } from '../support/judgeable.ts'
import { expectFinePages } from '../support/looks.ts'
import { withConnection } from '../support/postgres.ts'
import { visit } from '../support/visitor.ts'

/** Contests of a group as its administrators make them and its members find them. */

const stage = openBrowserSite()

const { newName, makeGroup, join, askAs } = openGroups(stage)

/** The group that is entered below, its administrator's token, and the number of its contest. */
let entered = { group: { id: '', number: 0 }, admin: '', contest: 0 }

it('a contest of a group is created by an admin, shown to members live, and not listed on the site (area-rules G12)', async () => {
  const group = await makeGroup()
  const adminToken = await join(group, newName('assistant'), 'ADMIN')
  const memberToken = await join(group, newName('pupil'), 'MEMBER')
  const home = `${stage.site.url}/group/${group.number}`
  const [admin, member] = [
    await visit(stage.browser, stage.site.url, adminToken),
    await visit(stage.browser, stage.site.url, memberToken),
  ]
  const reader = member.page
  await reader.goto(`${home}/contest`)
  await reader.getByText('No contests yet').waitFor()
  expect(await reader.getByRole('link', { name: 'New contest' }).count()).toBe(0)
  await reader.waitForLoadState('networkidle')

  const { page } = admin
  await page.goto(`${home}/contest`)
  await page.getByRole('link', { name: 'New contest' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Two hours')
  await page.getByLabel('Title').fill('Midterm exam')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Midterm exam was created, hidden for now').waitFor()
  await page.waitForURL(`**/group/${group.number}/contest/manage/*/problems`)
  const contest = Number(page.url().split('/').at(-2))
  await page.getByRole('button', { name: 'Add a problem' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Problem' }).fill('P1001')
  await page.getByRole('option', { name: /^P1001/ }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /P1001/ }).waitFor()

  // A problem made for the contest is named in it next.
  await page.getByRole('link', { name: 'New problem' }).click()
  await page.waitForURL(`**/contest/manage/${contest}/problem/create`)
  await page.getByLabel('Display ID').fill('exam')
  await page.getByRole('textbox', { name: 'Title (English)', exact: true }).fill('Exam sum')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(`**/contest/manage/${contest}/problems?add=*`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Exam sum/ }).waitFor()

  await page.goto(`${home}/contest/manage`)
  const row = page.getByRole('row', { name: /Midterm exam/ })
  await row.getByRole('switch').click()
  await reader.getByRole('link', { name: 'Midterm exam' }).waitFor()
  await reader.getByRole('link', { name: 'Midterm exam' }).click()
  await reader.getByRole('heading', { level: 1, name: 'Midterm exam' }).waitFor()
  await reader.getByRole('link', { name: /^Contest of Algorithms class/ }).click()
  await reader.waitForURL(`**/group/${group.number}/contest`)
  await reader.goto(`${stage.site.url}/contest?keyword=Midterm`)
  await reader.getByText('No contest matches').waitFor()
  for (const who of [admin, member]) {
    expect(who.complaints).toEqual([])
    await who.close()
  }
  entered = { group, admin: adminToken, contest }
})

it('opens no contest of the site under an address of a group', async () => {
  const { group } = entered
  const root = await visit(stage.browser, stage.site.url, stage.token)
  for (const page of ['edit', 'problems', 'announcement', 'participants']) {
    await root.page.goto(`${stage.site.url}/admin/contest/1/${page}`)
    await root.page.locator('main h1').waitFor()
    expect(await root.page.getByRole('heading', { name: '404' }).count()).toBe(0)
    await root.page.goto(`${stage.site.url}/group/${group.number}/contest/manage/1/${page}`)
    await root.page.getByRole('heading', { name: '404' }).waitFor()
  }
  await root.close()
})

const ADD = '#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b; }'

/** Says that a contest changed. */
async function tell(client: Client, contestId: number): Promise<void> {
  const event = JSON.stringify({ name: 'contest.changed', payload: { contestId } })
  await client.query('select pg_notify($1, $2)', [EVENT_CHANNEL, event])
}

/** A running contest of an administrator of a group with P1001 as its problem A; its number. */
const addContest = (group: number, username: string): Promise<number> =>
  withConnection(stage.site.databaseUrl, async (client) => {
    const { rows } = await client.query(
      `with made as (
         insert into "Contest" ("type", "ownerId", "groupId", "title", "startsAt", "endsAt", "visible", "updatedAt")
         select 'ACM', "id", $1, 'Class final', now() - interval '1 hour', now() + interval '1 hour', true, now()
         from "User" where "username" = $2 returning "id"),
       linked as (
         insert into "ContestProblem" ("contestId", "problemId", "displayId", "title", "position")
         select made."id", p."id", 'A', 'Sum', 0 from made, "Problem" p where p."displayId" = 'P1001')
       select "id" from made`,
      [group, username],
    )
    const contest = Number(rows[0].id)
    await tell(client, contest)
    return contest
  })

/** Ends a contest now, frozen since its beginning. */
const freeze = (contest: number) =>
  withConnection(stage.site.databaseUrl, async (client) => {
    await client.query(
      `update "Contest" set "freezesAt" = "startsAt" + interval '1 second', "endsAt" = now() where "id" = $1`,
      [contest],
    )
    await tell(client, contest)
  })

it('goes from the submissions of two students over the live board to the reveal by its organiser (area-rules G12)', async () => {
  await setSubmitInterval(stage, 0)
  const group = await makeGroup()
  const names = [newName('assistant'), newName('amy'), newName('bob')] as const
  const teacher = await join(group, names[0], 'ADMIN')
  const students = [await join(group, names[1], 'MEMBER'), await join(group, names[2], 'MEMBER')]
  const contest = await addContest(group.number, names[0])
  const submit = async (token: string, source: string) => {
    const { contest: found } = await askAs<{ contest: { problems: { problemId: string }[] } }>(
      token,
      'query ($n: Int!) { contest(number: $n) { problems { problemId } } }',
      { n: contest },
    )
    const input = { contestId: globalId('Contest', contest), problemId: found.problems[0]?.problemId }
    await askAs(token, 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }', {
      input: { ...input, language: 'cpp17', source },
    })
  }
  const organiser = await visit(stage.browser, stage.site.url, teacher)
  const { page } = organiser
  await page.goto(`${stage.site.url}/contest/${contest}/rank`)
  await submit(students[0] ?? '', ADD)
  await submit(students[1] ?? '', ADD.replace('a + b', 'a - b'))
  const cellOf = (name: string) =>
    page.locator('[data-row]').filter({ hasText: name }).getByRole('cell', { name: /^A/ })
  await expect.poll(() => cellOf(names[1]).getAttribute('aria-label')).toMatch(/minute/)
  await expect.poll(() => cellOf(names[2]).getAttribute('aria-label')).toMatch(/1/)

  await freeze(contest)
  await page.getByRole('link', { name: 'Scroll board' }).click()
  const open = page.getByRole('link', { name: 'Open the scroll board' })
  await open.waitFor()
  await page.goto(`${stage.site.url}${await open.getAttribute('href')}`)
  await page.getByText('Step 0 of').waitFor()
  expect(await page.locator('[role=cell][aria-label*="pending"]').count()).toBeGreaterThan(0)
  while ((await page.getByText('The scoreboard is final').count()) === 0) await page.keyboard.press(' ')
  expect(await page.locator('[data-row]').first().innerText()).toContain(names[1])
  // A student sees neither the form of the reveal nor the verdict of the other one.
  const student = await visit(stage.browser, stage.site.url, students[1])
  await student.page.goto(`${stage.site.url}/contest/${contest}/rank`)
  await student.page.locator('[data-row]').first().waitFor()
  expect(await student.page.getByRole('link', { name: 'Scroll board' }).count()).toBe(0)
  const other = student.page
    .locator('[data-row]')
    .filter({ hasText: names[1] })
    .getByRole('cell', { name: /^A/ })
  expect(await other.getAttribute('aria-label')).toMatch(/pending/)
  for (const who of [organiser, student]) {
    expect(who.complaints).toEqual([])
    await who.close()
  }
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { group, admin, contest } = entered
  const someone = await visit(stage.browser, stage.site.url, admin)
  const manage = `/group/${group.number}/contest/manage`
  await expectFinePages(someone, stage.site.url, [
    `/group/${group.number}/contest`,
    manage,
    `${manage}/${contest}/problems`,
    `/contest/${contest}`,
  ])
  await someone.close()
})
