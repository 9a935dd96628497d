import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { submit, write } from '../support/problemPage.ts'
import { visit } from '../support/visitor.ts'

/** A contest as those who take part in it live it, with its organiser beside them. */

const stage = openBrowserSite()

/** A name that nobody has. */
let people = 0
const newName = (name: string) => `${name}${++people}`

const minutes = (from: number) => new Date(Date.now() + from * 60_000).toJSON()

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${stage.site.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: stage.token },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}

/** A contest of the administrator's with one problem, which is called A there; its number. */
async function makeContest(title: string, change: object, displayId = 'P1001'): Promise<number> {
  await call('POST', '/api/admin/contest', {
    title,
    description: 'Three hours, no talking.',
    type: 0,
    auth: 0,
    pwd: '',
    gid: null,
    source: null,
    uid: '1',
    sealRank: false,
    sealRankTime: null,
    autoRealRank: true,
    visible: true,
    openPrint: false,
    openAccountLimit: false,
    accountLimitRule: null,
    rankShowName: 'username',
    starAccount: [],
    ...{
      openRank: false,
      oiRankScoreType: 'Recent',
      awardType: 0,
      awardConfigList: [],
      allowEndSubmit: false,
    },
    ...change,
  })
  const { records } = await call(
    'GET',
    `/api/admin/contest/get-contest-list?keyword=${encodeURIComponent(title)}`,
  )
  const cid: number = records[0].id
  const { problem } = await stage.ask<{ problem: { number: number } }>(
    'query ($displayId: String!) { problem(displayId: $displayId) { number } }',
    { displayId },
  )
  await call('PUT', '/api/admin/contest/contest-problem', {
    cid,
    pid: problem.number,
    displayId: 'A',
    displayTitle: 'Sums of two',
    color: '#e5484d',
  })
  return cid
}

const SUM = '#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b; }'

it('opens its problems when it starts, on a page that was open before, whatever the clock of the reader', async () => {
  const cid = await makeContest('Early birds', {
    startTime: minutes(0.4),
    endTime: minutes(60),
    duration: 3576,
  })
  const token = await addMember(stage, newName('earlybird'))
  const bird = await visit(stage.browser, stage.site.url, token)
  const { page } = bird
  // Their clock is three hours slow.
  await page.addInitScript(() => {
    const real = Date.now.bind(Date)
    Date.now = () => real() - 3 * 3_600_000
  })
  await page.goto(`${stage.site.url}/contest/${cid}`)
  const clock = page.getByRole('timer')
  await expect.poll(() => clock.textContent()).toMatch(/^0:00:\d\d$/)
  const locked = page.getByRole('link', { name: 'Problems', disabled: true })
  await locked.waitFor()
  await page.getByText('Running').waitFor({ timeout: 40_000 })
  await expect.poll(() => clock.textContent()).toMatch(/^0:59:\d\d$/)
  await page.getByRole('navigation', { name: 'Early birds' }).getByRole('link', { name: 'Problems' }).click()
  await page.getByRole('link', { name: 'Sums of two' }).waitFor()
  expect(bird.complaints).toEqual([])
  await bird.close()
})

/** The contest that is entered below, and who entered it. */
let entered = { cid: 0, token: '' }

it('a contest is registered for with its password, solved, and its announcements and comments appear live', async () => {
  const title = newName('Autumn invitational ')
  const cid = await makeContest(title, {
    auth: 2,
    pwd: 'sesame',
    startTime: minutes(-30),
    endTime: minutes(90),
    duration: 7200,
  })
  const token = await addMember(stage, newName('contestant'))
  const someone = await visit(stage.browser, stage.site.url, token)
  const { page } = someone
  await page.goto(`${stage.site.url}/contest?status=0&keyword=Autumn`)
  await page.getByRole('link', { name: title }).click()
  await page.waitForURL(`**/contest/${cid}`)
  await page.getByText('Anyone can view; register to submit.').first().waitFor()

  // Anyone who has not registered is asked to where they want to submit.
  await page
    .getByRole('navigation', { name: title })
    .getByRole('link', { name: 'Problems', exact: true })
    .click()
  await page.getByRole('link', { name: 'Sums of two' }).click()
  await page.waitForURL(`**/contest/${cid}/problem/A`)
  await page.getByRole('heading', { name: /Sums of two/ }).waitFor()
  await page.locator('.monaco-editor .view-line').first().waitFor()
  await write(page, 'C++ 17', SUM)
  await page.getByRole('button', { name: /^Submit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Registration' })
  await dialog.getByRole('button', { name: 'Register' }).click()
  await dialog.getByText('Enter the contest password').waitFor()
  await dialog.getByLabel('Contest password').fill('sesame')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await submit(page)
  // Cases of a running contest are hidden.
  await page.getByText('Judged: Accepted', { exact: true }).waitFor({ state: 'attached', timeout: 30_000 })
  // The bar of the contest says it as soon as the verdict is here.
  const bar = page.getByRole('navigation', { name: 'Problems of the contest' })
  await bar
    .getByRole('img', { name: /Accepted/ })
    .or(bar.getByLabel(/Accepted/))
    .first()
    .waitFor({ timeout: 30_000 })

  // What the organiser announces comes up over the page, once.
  await call('POST', '/api/admin/contest/announcement', {
    cid,
    announcement: { title: 'Problem A', content: 'The sum fits **64 bits**.', status: 0 },
  })
  const popup = page.getByRole('status', { name: 'New announcements' })
  await popup.getByText('Problem A').waitFor()
  // On a phone it covers neither the buttons nor the bar of the contest below them.
  const address = page.url()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${address.replace(/[?#].*/, '')}/full-screen`)
  await popup.getByText('Problem A').waitFor()
  await page.getByRole('button', { name: 'Submit', exact: true }).click({ trial: true })
  // On a desk neither.
  await page.setViewportSize({ width: 1440, height: 900 })
  await bar.getByRole('timer').click({ trial: true })
  await page.goto(address)
  await popup.getByRole('link', { name: 'Read' }).click()
  await page.getByText('64 bits').waitFor()
  await popup.waitFor({ state: 'detached' })

  // The page of announcements is live: a new one comes with its own text, and the others keep theirs.
  await call('POST', '/api/admin/contest/announcement', {
    cid,
    announcement: { title: 'Problem B', content: 'The modulus is 998244353.', status: 0 },
  })
  const notices = page.getByRole('list', { name: 'Announcements' }).getByRole('listitem')
  const second = notices.filter({ hasText: 'Problem B' })
  await second.getByText('998244353').waitFor()
  await second.getByRole('link', { name: 'root', exact: true }).waitFor()
  await notices.filter({ hasText: 'Problem A' }).getByText('64 bits').waitFor()

  // What is asked here is answered here, and comes in by itself.
  await page.getByRole('link', { name: 'Comments', exact: true }).click()
  await page.getByText('No comments yet').waitFor()
  await page.getByRole('img', { name: /you solved A/ }).waitFor()
  // What is unread is counted at its tab, and no longer once it was read.
  await call('POST', '/api/admin/contest/announcement', {
    cid,
    announcement: { title: 'Lunch', content: 'At noon.', status: 0 },
  })
  await page.getByRole('link', { name: 'Announcements 1' }).waitFor()
  await page.getByRole('button', { name: /Lunch/ }).click()
  await page.getByRole('link', { name: 'Announcements', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Your question or comment' }).fill('May **a** be negative?')
  await page.getByRole('button', { name: 'Send' }).click()
  const thread = page.getByRole('list', { name: 'Comments' }).getByRole('listitem').first()
  await thread.getByText('negative?').waitFor()
  const { commentList } = await call('GET', `/api/comments?cid=${cid}&limit=10&currentPage=1`)
  const commentId: number = commentList.records[0].id
  await call('POST', '/api/reply', {
    reply: { commentId, content: 'It *may*.' },
    quoteId: commentId,
    quoteType: 'Comment',
  })
  await thread.getByText('It may.').waitFor()
  await thread.getByText('Organiser', { exact: true }).waitFor()
  await call('POST', '/api/comment', { cid, content: 'Lunch is at **noon**.' })
  await page.getByRole('button', { name: /1 new/ }).click()
  await page.getByText('Lunch is at noon.').waitFor()
  const like = page.getByRole('button', { name: 'Like, 0 likes' })
  await like.first().click()
  await page.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor()
  await page.getByRole('button', { name: /^Delete .+'s message/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('negative?').waitFor({ state: 'detached' })
  // Where the area is closed, everybody who is there is led away.
  const openComments = (openContestComment: boolean) =>
    call('PUT', '/api/admin/switch/update', { openContestComment })
  await openComments(false)
  await page.waitForURL('**/home')
  await page.getByText('No Access: There is no open contest comment area on the website!').waitFor()
  await openComments(true)

  await page.goto(`${stage.site.url}/contest/${cid}/submissions`)
  await page
    .getByRole('row')
    .filter({ hasText: 'Sums of two' })
    .getByRole('link', { name: /Accepted/ })
    .click()
  await page.waitForURL(`**/contest/${cid}/problem/A/submission-detail/*`)
  await page.getByRole('link', { name: title }).waitFor()
  expect(someone.complaints).toEqual([])

  await someone.close()
  entered = { cid, token }
})

it.each([
  ['Recent', 'Replace your previous submission?'],
  ['Highest', 'Submit to this problem again?'],
])(
  'asks before another submission while OI results are hidden (%s), on a fresh page too (contest-rules 22)',
  async (oiRankScoreType, question) => {
    const cid = await makeContest(
      newName('Blind '),
      {
        type: 1,
        oiRankScoreType,
        sealRank: true,
        sealRankTime: minutes(-20),
        startTime: minutes(-30),
        endTime: minutes(60),
        duration: 5400,
      },
      'P1113',
    )
    const token = await addMember(stage, newName('blind'))
    const visitor = await visit(stage.browser, stage.site.url, token)
    const { page } = visitor
    await page.goto(`${stage.site.url}/contest/${cid}/problem/A`)
    await write(page, 'C++ 17', SUM)
    await submit(page)
    await page.getByText('Submit code successfully').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: question })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  },
)

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { cid, token } = entered
  const someone = await visit(stage.browser, stage.site.url, token)
  const paths = ['', '/problems', '/problem/A', '/submissions', '/announcements', '/comment']
  await expectFinePages(someone, `${stage.site.url}/contest/${cid}`, paths, 'main h1')
  await someone.close()
})

it('a contest asks guests to log in, and a hidden one is answered as if it did not exist', async () => {
  const cid = await makeContest('Behind the curtain', {
    visible: false,
    startTime: minutes(-30),
    endTime: minutes(90),
    duration: 7200,
  })
  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/contest`)
  const listed = guest.page.getByRole('listitem').filter({ hasText: 'Autumn invitational' })
  await listed.first().click({ position: { x: 5, y: 5 } })
  await guest.page.getByText('Please login first!').waitFor()
  await guest.page.getByRole('dialog').waitFor()
  await guest.close()
  const root = await visit(stage.browser, stage.site.url, stage.token)
  await root.page.goto(`${stage.site.url}/contest/${cid}`)
  await root.page.getByText(`Contest ${cid} doesn't exist`).waitFor()
  await root.close()
})
