import { expect, it } from 'vitest'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

/** Contests of a group as its administrators make them and its members find them. */

const stage = openBrowserSite()

const shots = process.env.SHOTS

const { newName, makeGroup, join } = openGroups(stage)

/** The group that is entered below, its administrator's token, and the number of its contest. */
let entered = { group: { id: '', number: 0 }, admin: '', contest: 0 }

it('is made by an admin, shown to members live, and no contest of the site (area-rules G12)', async () => {
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

const LOOKS = [
  { width: 1440, theme: 'light', locale: 'zh-CN' },
  { width: 320, theme: 'dark', locale: 'en-US' },
] as const

it.each(LOOKS)(
  'fits $width px in $theme and $locale, has nothing that axe finds, and a quiet console',
  async (look) => {
    const { group, admin, contest } = entered
    const { width, theme, locale } = look
    const someone = await visit(stage.browser, stage.site.url, admin, look)
    const manage = `/group/${group.number}/contest/manage`
    for (const [name, path] of [
      ['list', `/group/${group.number}/contest`],
      ['manage', manage],
      ['problems', `${manage}/${contest}/problems`],
      ['head', `/contest/${contest}`],
    ] as const) {
      await someone.page.goto(`${stage.site.url}${path}`)
      await someone.page.locator('h1').first().waitFor()
      await someone.page.waitForLoadState('networkidle')
      expect(someone.page.url()).toContain(path)
      if (shots)
        await someone.page.screenshot({
          path: `${shots}/groupContest-${name}-${locale}-${width}-${theme}.png`,
        })
      expect(await overflow(someone.page), path).toBe(0)
      expect(await axe(someone.page), path).toEqual([])
    }
    expect(someone.complaints).toEqual([])
    await someone.close()
  },
)
