import { describe, expect, it } from 'vitest'
import { addMember } from '../support/member.ts'
import { openStage } from '../support/stage.ts'
import { axe, visit } from '../support/visitor.ts'

const stage = openStage()

type Made = { id: string; number: number; displayId: string }

/** Makes a problem past the pages. */
async function make(title: string, changes: object = {}): Promise<Made> {
  const { createProblem } = await stage.ask<{ createProblem: Made }>(
    'mutation ($changes: ProblemChanges!) { createProblem(input: { changes: $changes }) { id number displayId } }',
    { changes: { words: [{ locale: 'EN_US', title }], ...changes } },
  )
  return createProblem
}

describe('the list of managed problems', () => {
  it('publishes with one click, hides and deletes several, and says what depends on them', async () => {
    const [low, high] = [await make('Low ebbmark'), await make('High ebbmark')]
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/problems`)
    await page.getByRole('searchbox').fill('ebbmark')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/problems?keyword=ebbmark')
    const knob = page.getByRole('switch', { name: `Public: ${low.displayId} Low ebbmark` })
    await knob.click()
    await expect.poll(() => knob.isChecked()).toBe(true)
    const guest = await stage.ask<{ problems: { totalCount: number } }>(
      '{ problems(keyword: "Low ebbmark", first: 1) { totalCount } }',
    )
    expect(guest.problems.totalCount).toBe(1)

    await page.getByLabel('Visibility', { exact: true }).selectOption('PUBLIC')
    await page.waitForURL('**/admin/problems?keyword=ebbmark&visibility=PUBLIC')
    await page.getByRole('link', { name: 'High ebbmark' }).waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('link', { name: 'High ebbmark' }).waitFor()

    for (const { displayId } of [low, high])
      await page.getByRole('checkbox', { name: `Choose ${displayId}` }).check()
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await page.getByText('2 rows done').waitFor()
    await expect.poll(() => knob.isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'Choose all rows' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 2 problems?' })
    await dialog.getByText('Nothing else depends on it.').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No problem matches').waitFor()

    await page.goto(`${stage.site.url}/admin/problems?keyword=P1001`)
    await page.getByRole('button', { name: 'More for P1001' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete P1001' })
      .getByText(/^\d+ submissions?$/)
      .waitFor()
    await page.keyboard.press('Escape')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More for P1001' }).click()
    await page.getByRole('menuitem', { name: 'Download test data' }).click()
    expect((await coming).suggestedFilename()).toMatch(/\.zip$/)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows a teacher their own problems, which they can hide but not publish or delete', async () => {
    const token = await addMember(stage, 'setter', 'ADMIN')
    const own = await make('Own work', { author: 'setter' })
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, token)
    await page.goto(`${stage.site.url}/admin/problems`)
    const knob = page.getByRole('switch')
    await knob.waitFor()
    expect(await knob.count()).toBe(1)
    expect(await knob.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: `Choose ${own.displayId}` }).check()
    await page.getByRole('button', { name: 'Contests only' }).click()
    await page.getByRole('cell', { name: 'Contests only' }).waitFor()
    await page.getByRole('checkbox', { name: `Choose ${own.displayId}` }).check()
    for (const name of ['Publish', 'Delete'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
