import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { addMember } from '../support/member.ts'
import { openStage } from '../support/stage.ts'
import { axe, overflow, type Visitor, visit } from '../support/visitor.ts'

const stage = openStage()

const root = (): Promise<Visitor> => visit(stage.browser, stage.site.url, stage.token)
const save = (page: Page) => page.keyboard.press('ControlOrMeta+s')

type Made = { id: string; number: number }

/** Makes a contest past the pages, so many minutes from now on. */
async function make(title: string, [from, to]: [number, number], fields: object = {}): Promise<Made> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { createContest } = await stage.ask<{ createContest: Made }>(
    'mutation ($input: CreateContestInput!) { createContest(input: $input) { id number } }',
    {
      input: {
        ...{ type: 'ACM', title, startsAt: at(from), endsAt: at(to) },
        fields: { description: 'Rules', ...fields },
      },
    },
  )
  return createContest
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${stage.site.url}${path}`)
  await page.locator('main h1').waitFor()
}

it('a contest is made in its form, changed, cloned and deleted', async () => {
  const { page, complaints, close } = await root()
  await open(page, '/admin/contest')
  await page.getByText('No contests yet').waitFor()
  await page.getByRole('link', { name: 'New contest' }).first().click()
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.waitFor()
  await page.getByLabel('Title').fill('Harbour cup')
  await save(page)
  await page.getByText('things to fix').or(page.getByText('This is required')).first().waitFor()
  await text.fill('Five hours, **thirteen** problems')
  await page.getByLabel('Start and end: from').fill('2030-05-01T10:00')
  await page.getByLabel('Start and end: until').fill('2030-05-01T09:00')
  await page.getByText('The end must come after the start').waitFor()
  await page.getByLabel('Start and end: until').fill('2030-05-01T15:00')
  await page.getByText(/^Lasts 5:00:00/).waitFor()
  await page.getByRole('button', { name: 'Private' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill('sesame')
  await page.getByRole('switch', { name: 'Only certain accounts' }).click()
  await page.getByLabel('Before the number').fill('team')
  await page.getByText('11 accounts: team0 · team1 · team2 · … · team10').waitFor()
  await page.getByRole('switch', { name: 'Seal outcomes before the end' }).click()
  await page.getByText('From 2030-05-01 14:00').waitFor()
  await page.getByRole('button', { name: 'A share' }).click()
  await page.getByLabel('Share of tier 3').fill('80')
  await page.getByText('The shares add up to more than 100%').waitFor()
  await page.getByLabel('Share of tier 3').fill('30')
  expect(await axe(page)).toEqual([])
  await save(page)
  await page.getByText('Harbour cup was made').waitFor()
  const { managedContests } = await stage.ask<{
    managedContests: { edges: { node: Record<string, unknown> & { number: number } }[] }
  }>(`{ managedContests { edges { node { number title access awardKind freezesAt
    awards { name number } setting { password accounts { prefix start end } } } } } }`)
  const made = managedContests.edges[0]?.node
  expect(made).toMatchObject({
    ...{ title: 'Harbour cup', access: 'PRIVATE', awardKind: 'PERCENTAGE' },
    awards: [
      { name: 'Gold', number: 10 },
      { name: 'Silver', number: 20 },
      { name: 'Bronze', number: 30 },
    ],
    setting: { password: 'sesame', accounts: { prefix: 'team', start: 0, end: 10 } },
  })

  await open(page, `/admin/contest/${made?.number}/edit`)
  await text.waitFor()
  expect(await page.getByRole('button', { name: 'OI', exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('Title').fill('Harbour cup 2030')
  await save(page)
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await expect.poll(() => page.title()).toMatch(/^Harbour cup 2030/)

  await open(page, '/admin/contest')
  const row = page.getByRole('row', { name: /Harbour cup 2030/ })
  await row.getByRole('switch').click()
  await expect.poll(() => row.getByRole('switch').isChecked()).toBe(false)
  await row
    .getByRole('button', { name: /Harbour cup 2030/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Clone with its problems' }).click()
  await page.waitForURL('**/admin/contest/*/edit')
  await open(page, '/admin/contest?keyword=cloned')
  const clone = page.getByRole('row', { name: /Cloned/ })
  await clone
    .getByRole('button', { name: /Cloned/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No contest matches').waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('another password says how many registrations it drops, and drops them once that is confirmed', async () => {
  const { id, number } = await make('Locked', [-10, 60], { access: 'PRIVATE', password: 'one' })
  const token = await addMember(stage, 'sailor')
  const registered = await fetch(`${stage.site.url}/api/register-contest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ cid: number, password: 'one' }),
  })
  expect(await registered.json()).toMatchObject({ status: 200 })
  const { page, complaints, close } = await root()
  await open(page, `/admin/contest/${number}/edit`)
  await page.getByRole('textbox', { name: 'Password' }).fill('two')
  await page.getByText('Saving this drops 1 registration.').waitFor()
  await save(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Drop 1 registration?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  const count = async () =>
    (
      await stage.ask<{ node: { participantCount: number } }>(
        'query ($id: ID!) { node(id: $id) { ... on Contest { participantCount } } }',
        { id },
      )
    ).node.participantCount
  expect(await count()).toBe(1)
  await save(page)
  await dialog.getByRole('button', { name: 'Save and drop' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(await count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

it.each([
  { width: 1440, theme: 'light', locale: 'zh-CN' },
  { width: 1024, theme: 'dark', locale: 'en-US' },
  { width: 390, theme: 'light', locale: 'zh-CN' },
] as const)('the pages are fine at $width px, $theme, $locale', async (look) => {
  const { number } = await make(`Look ${look.width}`, [-30, 90], {
    ...{ access: 'PROTECTED', password: 'x', awardKind: 'COUNT' },
    accounts: { prefix: 'team', suffix: '', start: 1, end: 40, extra: ['guest'] },
    awards: [{ name: 'Gold', background: '#e6bf25', color: '#ffffff', number: 3 }],
    freezesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
  })
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token, look)
  for (const [name, path] of [
    ['list', ''],
    ['create', '/create'],
    ['edit', `/${number}/edit`],
  ] as const) {
    await open(page, `/admin/contest${path}`)
    await page.waitForLoadState('networkidle')
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/contest-${name}-${look.width}.png`,
        fullPage: true,
      })
  }
  expect(complaints).toEqual([])
  await close()
})
