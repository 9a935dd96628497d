import { expect, it } from 'vitest'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

/** Copies of trainings and of whole groups for the next term (issue 22). */

const stage = openBrowserSite()

const shots = process.env.SHOTS

const { newName, makeGroup, join, giveProblem } = openGroups(stage)

/** A group with a private training that has a public problem and one of the group. */
async function makeCourse(displayId: string) {
  const group = await makeGroup()
  const { trainingCategories } = await stage.ask<{ trainingCategories: { id: string }[] }>(
    'query { trainingCategories { id } }',
  )
  const { createTraining } = await stage.ask<{ createTraining: { id: string; number: number } }>(
    'mutation ($input: CreateTrainingInput!) { createTraining(input: $input) { id number } }',
    {
      input: {
        groupId: group.id,
        fields: {
          title: 'Week one',
          description: 'Before Friday',
          categoryId: trainingCategories[0]?.id,
          access: 'PRIVATE',
          password: 'sesame',
        },
      },
    },
  )
  await giveProblem(group, displayId)
  for (const [origin, id] of [
    ['PUBLIC', 'P1001'],
    ['GROUP', displayId],
  ]) {
    const { problem } = await stage.ask<{ problem: { number: number } }>(
      'query ($id: String!) { problem(displayId: $id) { number } }',
      { id },
    )
    await stage.ask(
      'mutation ($input: AddTrainingProblemInput!) { addTrainingProblem(input: $input) { id } }',
      { input: { trainingId: createTraining.id, origin, problemNumber: problem.number } },
    )
  }
  return group
}

it.each([
  { width: 1440, theme: 'light', locale: 'en-US', displayId: 'P1013' },
  { width: 390, theme: 'dark', locale: 'en-US', displayId: 'P1027' },
] as const)(
  'copy a training in its place, and a group without its own problems, at $width px in $theme (area-rules T10)',
  async ({ displayId, ...look }) => {
    const group = await makeCourse(displayId)
    await join(group, newName('assistant'), 'ADMIN')
    const root = await visit(stage.browser, stage.site.url, stage.token, look)
    const { page } = root
    const dialog = page.getByRole('dialog')
    const examine = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/${name}-${look.width}-${look.theme}.png` })
      expect(await overflow(page), name).toBe(0)
      expect(await axe(page), name).toEqual([])
    }

    await page.goto(`${stage.site.url}/group/${group.number}/training/manage`)
    await page.getByRole('button', { name: /^More actions for Week one/ }).click()
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await dialog.getByLabel('Title').fill('Week one, spring')
    await examine('copy-training')
    await dialog.getByRole('button', { name: 'Copy training' }).click()
    await page.getByText('Training copied').waitFor()
    await page.waitForURL('**/training/manage/*/edit')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Week one, spring')
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()

    await page.goto(`${stage.site.url}/group/${group.number}/setting`)
    await page.getByRole('button', { name: 'Copy for the next term' }).click()
    await dialog.getByRole('button', { name: 'Copy group' }).click()
    await dialog.getByText('Name is required', { exact: true }).waitFor()
    const name = `Spring ${displayId}`
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Short name').fill(`SPR${displayId}`)
    await examine('copy-group')
    await dialog.getByRole('button', { name: 'Copy group' }).click()
    await dialog.getByText('1 problem was left out').waitFor()
    await dialog.getByText(displayId, { exact: true }).waitFor()
    await examine('left-out')
    await dialog.getByRole('link', { name: 'Open the copy' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText('2 members').first().waitFor()
    expect(root.complaints).toEqual([])
    await root.close()
  },
)
