import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember, changeRole } from '../support/member.ts'
import { ADMIN_PAGES } from '../support/pages.ts'
import { type Visitor, visit } from '../support/visitor.ts'

const stage = openBrowserSite()
const GUEST = 'Please login first!'
const STAFF = 'Please login again with the administrator account!'
/** What every member of the staff may open. */
const FOR_STAFF = [
  '/admin',
  '/admin/dashboard',
  '/admin/problems',
  '/admin/problem/create',
  '/admin/problem/batch-operation',
  '/admin/bank',
  '/admin/training',
  '/admin/training/create',
  '/admin/contest',
  '/admin/contest/create',
  '/admin/discussion',
  '/admin/shopitem',
  '/admin/shopscore',
  '/admin/shophistory',
]
/** What every setter may open shows nothing of problems of others. */
const OF_PROBLEMS = /^\/admin\/problem\/(edit|tests)\//
/** Nor the form of a contest anything of those of others. */
const OF_CONTESTS = /^\/admin\/contest\/\d/

/** Nor the form of a training. */
const OF_TRAININGS = /^\/admin\/training\/\d/

/** Asks for a page, and is turned away from it with these words. */
async function turnedAway({ page }: Visitor, path: string, words: string): Promise<void> {
  await page.goto(`${stage.site.url}${path}`)
  await page.waitForURL('**/admin/login**')
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe('/admin/login')
  expect(searchParams.get('to')).toBe(path === '/admin' ? null : path)
  await page.getByText(words).waitFor()
}

describe('a page of the administration', () => {
  let [member, staff] = ['', '']
  beforeAll(async () => {
    member = await addMember(stage, 'lodger')
    staff = await addMember(stage, 'warden', 'ADMIN')
  })

  it('is closed to guests, whichever it is', async () => {
    const guest = await visit(stage.browser, stage.site.url)
    for (const path of ADMIN_PAGES) await turnedAway(guest, path, GUEST)
    expect(guest.complaints).toEqual([])
    await guest.close()
  })

  it('is closed to members, whichever it is', async () => {
    const visitor = await visit(stage.browser, stage.site.url, member)
    for (const path of ADMIN_PAGES) await turnedAway(visitor, path, STAFF)
    // What they are logged in as lasts: it is no fault of theirs that they have no keys.
    await visitor.page.getByText('You are logged in as lodger.').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('is closed to staff without the right to it, and stands in no menu of theirs', async () => {
    const visitor = await visit(stage.browser, stage.site.url, staff)
    const { page } = visitor
    const closed = ADMIN_PAGES.filter(
      (path) =>
        !FOR_STAFF.includes(path) && ![OF_PROBLEMS, OF_CONTESTS, OF_TRAININGS].some((own) => own.test(path)),
    )
    for (const path of closed) await turnedAway(visitor, path, STAFF)
    await page.goto(`${stage.site.url}/admin`)
    await page.waitForURL('**/admin/dashboard')
    const menu = page.getByRole('navigation', { name: 'Administration' })
    for (const name of ['Dashboard', 'Problems', 'Import and export', 'Trainings', 'Contests', 'Discussions'])
      await menu.getByRole('link', { name }).waitFor()
    for (const name of [
      'Tags',
      'Training categories',
      'Users',
      'Announcements',
      'System notices',
      'Site settings',
      'Mail',
      'Switches',
      'Audit',
    ])
      expect(await menu.getByRole('link', { name }).count()).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('vanishes from the screen of anyone who loses the right to it, and says so', async () => {
    const token = await addMember(stage, 'regent', 'ROOT')
    const [loser, keeper] = [
      await visit(stage.browser, stage.site.url, token),
      await visit(stage.browser, stage.site.url, stage.token),
    ]
    for (const { page } of [loser, keeper]) await page.goto(`${stage.site.url}/admin/switch`)
    const knob = ({ page }: Visitor) => page.getByRole('switch', { name: 'Judge practice submissions' })
    await Promise.all([loser, keeper].map((each) => knob(each).waitFor()))
    await changeRole(stage, 'regent', 'ADMIN')
    await loser.page.waitForURL('**/admin/login?to=%2Fadmin%2Fswitch')
    await loser.page.getByText(STAFF).waitFor()
    expect(await knob(loser).count()).toBe(0)
    await loser.page.getByRole('link', { name: 'Continue as regent' }).click()
    await turnedAway(loser, '/admin/switch', STAFF)
    expect(await knob(keeper).isVisible()).toBe(true)
    expect(keeper.complaints).toEqual([])
    await Promise.all([loser.close(), keeper.close()])
  })
})
