import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deferred } from '#judge/pace.ts'
import { addSolutions } from '#server/modules/solution/solution.ts'
import { borrowBrowser, returnBrowser } from '../support/browser.ts'
import { type FakeHost, outcome, run, startFakeHost } from '../support/fakeHost.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { type Site, startSite } from '../support/site.ts'
import { visit } from '../support/visitor.ts'

const VERIFY = 'DeskBarVerifyMutation'
const RIGHT = 'int main() {}'

let site: Site
let browser: Browser
let host: FakeHost
let chief: Person
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), borrowBrowser()])
  chief = await addPerson(site, 'chief', { role: 'ROOT' })
  host = await startFakeHost(site.databaseUrl)
  const { id } = await addProblem(site, chief, 'V1001')
  await addSolutions(contextOf(site, chief), id, [
    { name: 'right', language: 'cpp17', source: RIGHT, expected: ['ACCEPTED'] },
    { name: 'wrong', language: 'cpp17', source: 'int main() { }', expected: ['WRONG_ANSWER'] },
  ])
})
afterAll(async () => {
  await host?.stop()
  await returnBrowser(browser)
  await site?.close()
})

it('shows each step of solutions that are verified, also when the answer to the click comes after the verdicts', async () => {
  const { page, complaints, close } = await visit(browser, site.url, chief.token)
  const told = deferred<void>()
  const held = page.waitForRequest((request) => request.postData()?.includes(VERIFY) ?? false)
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(VERIFY)) return route.fallback()
    const response = await route.fetch()
    await told.promise
    return route.fulfill({ response })
  })
  await page.goto(`${site.url}/admin/problem/tests/V1001`)
  const rows = page.getByRole('region', { name: 'Solutions' }).locator('tbody tr')
  await rows.nth(1).waitFor()
  const button = page.getByRole('button', { name: 'Verify all' })
  await button.click()
  const answer = (await held).response()

  for (const done of [0, 1]) {
    await page.getByText(`verifying, ${done} of 2`).waitFor()
    const taken = await host.takeSubmission()
    const isRight = taken.task.source === RIGHT
    const row = rows.filter({ hasText: isRight ? 'right' : 'wrong' })
    taken.report({ kind: 'running', caseCount: taken.task.cases.length })
    taken.report({ kind: 'run', run: run(1) })
    await row.getByText('Judging…').waitFor()
    taken.end(outcome(isRight ? 'ACCEPTED' : 'WRONG_ANSWER'))
    await row.getByText(isRight ? 'AC as expected' : 'WA as expected').waitFor()
  }
  told.resolve()
  await answer
  await page.getByText('all 2 solutions as expected').waitFor()
  await button.and(page.locator(':enabled')).waitFor()
  expect(await rows.getByText('as expected').count()).toBe(2)
  expect(complaints).toEqual([])
  await close()
})
