import { expect, it } from 'vitest'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { withConnection } from '../support/postgres.ts'
import { disguised, independentSolutions } from '../support/solutions.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

/** Similar solutions in a training of a group, as its administrators check and compare them. */

const stage = openBrowserSite()
const shots = process.env.SHOTS
const { newName, makeGroup, join, stand, giveProblem } = openGroups(stage)

/** A training of the group with one of its problems, which two members solved alike; its number. */
const addHomework = (group: number, students: readonly string[]) =>
  withConnection(stage.site.databaseUrl, async (client) => {
    const { rows } = await client.query<{ trainingId: number; problemId: number }>(
      `with training as (
         insert into "Training" ("title", "description", "categoryId", "groupId", "ownerId")
         select 'Week six', 'Shortest ways', (select min("id") from "TrainingCategory"), "id", "ownerId" from "Group"
         where "id" = $1 returning "id"
       ), problem as (select "id" from "Problem" where "displayId" = 'P1013')
       insert into "TrainingProblem" ("trainingId", "problemId", "rank")
       select training."id", problem."id", 1 from training, problem returning "trainingId", "problemId"`,
      [group],
    )
    const { trainingId = 0, problemId = 0 } = rows[0] ?? {}
    const [original] = independentSolutions()
    if (!original) throw new Error('there is no solution')
    for (const [at, username] of students.entries())
      await client.query(
        `with sent as (
           insert into "Submission" ("problemId", "groupId", "userId", "language", "codeLength", "ip", "state", "verdict",
             "countedVerdict")
           select $1, $2, "id", 'cpp17o2', 10, '127.0.0.1', 'DONE', 'ACCEPTED', 'ACCEPTED' from "User" where "username" = $3
           returning "id"
         ) insert into "SubmissionCode" ("submissionId", "source") select "id", $4 from sent`,
        [problemId, group, username, at === 0 ? original.source : disguised(original, at).source],
      )
    return trainingId
  })

it('is checked by a root, who compares a pair side by side and marks it as unrelated', async () => {
  const group = await makeGroup()
  const names = [newName('northwind'), newName('quartz')]
  for (const name of names) await join(group, name, 'MEMBER')
  const rootName = newName('professor')
  const root = await visit(stage.browser, stage.site.url, await join(group, rootName, 'ROOT'))
  await giveProblem(group, 'P1013')
  const training = await addHomework(group.number, names)
  const { page } = root
  const manage = `${stage.site.url}/group/${group.number}/training/manage`
  await page.goto(manage)
  await page.getByRole('button', { name: 'More actions for Week six' }).click()
  await page.getByRole('menuitem', { name: 'Code similarity' }).click()
  await page.waitForURL(`**/manage/${training}/similarity`)
  await page.getByText('Not checked yet').waitFor()
  await page.getByRole('button', { name: 'Check similarity' }).click()
  const row = page.getByRole('table', { name: 'Code similarity' }).locator('tbody tr')
  await row.getByText(names[0] ?? '').waitFor()
  await page.getByText('2 solutions compared').waitFor()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: theme })
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      if (shots) await page.screenshot({ path: `${shots}/similarity-${width}-${theme}.png` })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('link', { name: `Side by side: ${names.join(' and ')}` }).click()
  const panes = names.map((name) => page.getByRole('region', { name: `Code by ${name}` }))
  const [left, right] = panes
  await left?.getByText('#include').first().waitFor()
  const parts = await left?.getByRole('button', { name: /^Matching part/ }).count()
  expect(parts).toBeGreaterThan(0)
  expect(await right?.getByRole('button', { name: /^Matching part/ }).count()).toBe(parts)
  // A part that is chosen in one pane by the keyboard is chosen in the other.
  const last = `Matching part ${parts}`
  await right?.getByRole('button', { name: last, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => left?.getByRole('button', { name: last, exact: true }).getAttribute('aria-pressed'))
    .toBe('true')
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: theme })
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      if (shots) await page.screenshot({ path: `${shots}/pair-${width}-${theme}.png` })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Mark as unrelated/ }).click()
  await page.getByRole('button', { name: /^Undo unrelated/ }).waitFor()
  await page.getByRole('link', { name: 'All pairs' }).click()
  await page.getByText('No similar solutions').waitFor()
  await page.getByRole('switch', { name: 'Show unrelated' }).click()
  await row.getByText(names[0] ?? '').waitFor()

  // An admin reads the code too; a member sees no page at all.
  const [adminName, memberName] = [newName('assistant'), newName('pupil')]
  const adminToken = await join(group, adminName, 'ADMIN')
  const memberToken = await join(group, memberName, 'MEMBER')
  const address = `${manage}/${training}/similarity`
  const admin = await visit(stage.browser, stage.site.url, adminToken, {
    width: 390,
    height: 844,
    theme: 'dark',
    locale: 'zh-CN',
  })
  await admin.page.goto(`${address}?unrelated=true`)
  await admin.page.getByRole('link', { name: /^并排查看/ }).click()
  await admin.page.getByText('#include').first().waitFor()
  expect(await axe(admin.page)).toEqual([])
  expect(await overflow(admin.page)).toBe(0)
  if (shots) await admin.page.screenshot({ path: `${shots}/pair-of-admin-390-dark.png` })
  expect(admin.complaints).toEqual([])
  await admin.close()
  const member = await visit(stage.browser, stage.site.url, memberToken)
  await member.page.goto(address)
  await member.page.getByText("This training doesn't exist, or you don't administer its group").waitFor()
  expect(await member.page.getByText(names[0] ?? '').count()).toBe(0)
  await member.close()

  // Who leads the group no longer loses the open page.
  await stand(group, rootName, 'MEMBER')
  await row.getByText(names[0] ?? '').waitFor({ state: 'detached' })
  expect(root.complaints).toEqual([])
  await root.close()
}, 240_000)
