import { expect, it } from 'vitest'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember } from '../support/member.ts'
import { runSql } from '../support/postgres.ts'
import { axe, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const ADD =
  '#include <cstdio>\nint main() { long long a, b; std::scanf("%lld %lld", &a, &b); std::printf("%lld\\n", a + b); }\n'

/** Sends code as root, over the graph. */
async function send(source: string): Promise<number> {
  const { problem } = await stage.ask<{ problem: { id: string } }>(
    'query($d: String!) { problem(displayId: $d) { id } }',
    { d: 'P1001' },
  )
  const { submit } = await stage.ask<{ submit: { number: number } }>(
    'mutation($input: SubmitInput!) { submit(input: $input) { number } }',
    { input: { problemId: problem.id, language: 'cpp17', source } },
  )
  return submit.number
}

it('shows a submission of somebody else at once, and follows it to its verdict without a reload', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  await reader.page.goto(`${stage.site.url}/status`)
  await reader.page.getByRole('heading', { name: 'Submissions' }).waitFor()
  await reader.page.evaluate(() => Object.assign(window, { sameDocument: true }))

  const number = await send(ADD)
  const row = reader.page
    .getByRole('row')
    .filter({ has: reader.page.getByRole('link', { name: String(number), exact: true }) })
  await row.waitFor()
  await row.getByText('Accepted').waitFor()
  expect(await row.innerText()).toContain('A + B')
  expect(await reader.page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(reader.complaints).toEqual([])
  await reader.close()
})

it('a submission disappears from an open page when its problem is hidden, without a reload', async () => {
  const number = await send(ADD)
  const reader = await visit(stage.browser, stage.site.url)
  await reader.page.goto(`${stage.site.url}/submission-detail/${number}`)
  await reader.page.locator('#verdict').getByText('Accepted').first().waitFor()
  const turn = (visibility: 'HIDDEN' | 'PUBLIC', name: string) =>
    runSql(
      stage.site.databaseUrl,
      `with turned as (
         update "Problem" set "visibility" = '${visibility}' where "displayId" = 'P1001' returning "id")
       select pg_notify('${EVENT_CHANNEL}', json_build_object('name', '${name}', 'payload',
         json_build_object('problemId', "id"))::text) from turned`,
    )
  await turn('HIDDEN', 'problem.hidden')
  await reader.page.getByText(`Submission ${number} doesn't exist`).waitFor()
  expect(reader.complaints).toEqual([])
  await turn('PUBLIC', 'problem.published')
  await reader.close()
})

it('a visible submission of an ended contest does not name its hidden problem', async () => {
  const number = await send(ADD)
  await runSql(
    stage.site.databaseUrl,
    `with held as (
       insert into "Contest" ("type", "title", "ownerId", "startsAt", "endsAt")
       select 'ACM', 'Spring tide', "id", now() - interval '2 hours', now() - interval '1 hour' from "User" where "username" = 'root'
       returning "id"),
     hidden as (update "Problem" set "visibility" = 'HIDDEN' where "displayId" = 'P1042' returning "id")
     update "Submission" set "contestId" = held."id", "problemId" = hidden."id" from held, hidden
     where "Submission"."id" = ${number}`,
  )
  const reader = await visit(stage.browser, stage.site.url, await addMember(stage, 'reader'))
  await reader.page.goto(`${stage.site.url}/submission-detail/${number}`)
  await reader.page.getByText('Hidden problem', { exact: true }).waitFor()
  await reader.page.locator('#verdict').waitFor()
  expect(await reader.page.locator('main a[href^="/problem/"]').count()).toBe(0)
  expect(await axe(reader.page)).toEqual([])
  expect(reader.complaints).toEqual([])
  await reader.close()
})

it('keeps new rows behind a count where the list is filtered, and shows them when asked', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  await reader.page.goto(`${stage.site.url}/status?username=root`)
  await reader.page.setViewportSize({ width: 1440, height: 400 })
  const rows = reader.page.locator('tbody tr')
  await rows.first().waitFor()
  const before = await rows.count()
  const number = await send(ADD)
  const pill = reader.page.getByRole('button', { name: '1 new' })
  await pill.waitFor()
  expect(await rows.count()).toBe(before)
  await reader.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect
    .poll(async () => {
      const box = await pill.boundingBox()
      return box !== null && box.y > 0 && box.y < 400
    })
    .toBe(true)
  await pill.click()
  await reader.page.getByRole('link', { name: String(number), exact: true }).waitFor()
  await reader.close()
})

it('keeps the whole state of the list in its address, and Back undoes a filter', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const { page } = reader
  await page.goto(`${stage.site.url}/status`)
  await page.getByLabel('Verdict').selectOption({ label: 'Wrong Answer' })
  await page.waitForURL(/status=-1/)
  const accepted = page.locator('tbody').getByText('Accepted')
  await expect.poll(() => accepted.count()).toBe(0)
  await page.locator('tbody').getByText('Wrong Answer').first().waitFor()
  await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await accepted.first().waitFor()
  await reader.close()
})

it('asks guests to log in before it shows their own', async () => {
  const guest = await visit(stage.browser, stage.site.url)
  await guest.page.goto(`${stage.site.url}/status`)
  await guest.page.getByRole('button', { name: 'Mine' }).click()
  await guest.page.getByText('Please login first').waitFor()
  await guest.page.getByRole('dialog').waitFor()
  expect(new URL(guest.page.url()).search).toBe('')
  await guest.close()
})

it('shows a submission being judged test by test, and its code to its author alone', async () => {
  const author = await visit(stage.browser, stage.site.url, stage.token)
  const stranger = await visit(stage.browser, stage.site.url)
  const number = await send(`${ADD}// a mark that only the author may read`)
  await Promise.all(
    [author, stranger].map(({ page }) => page.goto(`${stage.site.url}/submission-detail/${number}`)),
  )
  await author.page.getByRole('heading', { name: 'Accepted' }).waitFor()
  await stranger.page.getByRole('heading', { name: 'Accepted' }).waitFor()
  await author.page.getByText('10 of 10 tests passed').waitFor()
  await author.page.getByText('a mark that only the author may read').waitFor()
  await stranger.page.getByText('This code is not public').waitFor()
  expect(await author.page.title()).toMatch(new RegExp(`^(\\(\\d+\\) )?Submission ${number} - `))
  expect([...author.complaints, ...stranger.complaints]).toEqual([])
  await author.close()
  await stranger.close()
})

it('says what the compiler said', async () => {
  const author = await visit(stage.browser, stage.site.url, stage.token)
  const number = await send('int main( { return 0; }\n')
  await author.page.goto(`${stage.site.url}/submission-detail/${number}`)
  await author.page.getByRole('heading', { name: 'Compile Error' }).waitFor()
  await author.page.getByText('Compiler output').waitFor()
  await author.page
    .getByText(/error:/)
    .first()
    .waitFor()
  await author.close()
})

it('takes the rows of a problem off open lists when it is hidden, and brings them back', async () => {
  const reader = await visit(stage.browser, stage.site.url)
  const number = await send(ADD)
  await reader.page.goto(`${stage.site.url}/status`)
  const row = reader.page.getByRole('link', { name: String(number), exact: true })
  await row.waitFor()
  const turn = (visibility: 'HIDDEN' | 'PUBLIC') =>
    runSql(
      stage.site.databaseUrl,
      `with turned as (
        update "Problem" set "visibility" = '${visibility}' where "displayId" = 'P1001' returning "id"
      ) select pg_notify('events', json_build_object('name',
        '${visibility === 'HIDDEN' ? 'problem.hidden' : 'problem.published'}',
        'payload', json_build_object('problemId', "id"))::text) from turned`,
    )
  await turn('HIDDEN')
  await expect.poll(() => row.count()).toBe(0)
  await turn('PUBLIC')
  await row.waitFor()
  expect(reader.complaints).toEqual([])
  await reader.close()
})
