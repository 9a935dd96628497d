import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SOUND } from '#judge/health/health.ts'
import { switches } from '#server/modules/site/site.ts'
import { borrowBrowser, returnBrowser } from '../support/browser.ts'
import { outcome, run, startFakeHost } from '../support/fakeHost.ts'
import { addJudgeable } from '../support/judgeable.ts'
import { expectFineLooks } from '../support/looks.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'
import { visit } from '../support/visitor.ts'

let site: Site
let browser: Browser
let alice: Person
let problemId: string
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), borrowBrowser()])
  const root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  problemId = (await addJudgeable(site, 'J1001')).globalId
})
afterAll(async () => {
  await returnBrowser(browser)
  await site?.close()
})

const send = async () => {
  const input = { problemId, language: 'cpp17', source: 'int main() {}' }
  const query = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
  return (await site.graphql(query, { input }, alice)).data.submit.number as number
}

it('shows a queue, hosts that come and go, and what they are at, without a reload', async () => {
  const guest = await visit(browser, site.url)
  const { page } = guest
  await page.goto(`${site.url}/judging`)
  await page.getByRole('heading', { name: 'Judging', level: 1 }).waitFor()
  await page.getByText('No judge host is connected').waitFor()
  const practice = page.getByRole('row').filter({ hasText: 'Practice' })
  const number = await send()
  await send()
  await practice.filter({ hasText: '2' }).waitFor()

  const host = await startFakeHost(site.databaseUrl, { name: 'judge-north', slots: 1 })
  const card = page.getByRole('article').filter({ hasText: 'judge-north' })
  await card.getByText('In service').waitFor()
  const taken = await host.takeSubmission()
  taken.report({ kind: 'running', caseCount: 3 })
  taken.report({ kind: 'run', run: run(1) })
  await card.getByRole('link', { name: `#${number}` }).waitFor()
  taken.end(outcome('ACCEPTED'))
  ;(await host.takeSubmission()).end(outcome('WRONG_ANSWER'))
  await page.getByText('2 judged').waitFor()
  await card.getByText('Waiting for work').waitFor()
  await host.stop()
  await page.getByText('No judge host is connected').waitFor()
  expect(guest.complaints).toEqual([])
  await guest.close()
})

it('tells who waits that no judge host is in service, until one is', async () => {
  const number = await send()
  const author = await visit(browser, site.url, alice.token)
  const { page } = author
  await page.goto(`${site.url}/submission-detail/${number}`)
  const word = page.getByText('No judge host is in service for this language')
  await word.waitFor()
  const host = await startFakeHost(site.databaseUrl)
  const taken = await host.takeSubmission()
  await word.waitFor({ state: 'detached' })
  taken.end(outcome('ACCEPTED'))
  await page.getByRole('heading', { name: 'Accepted' }).waitFor()
  await host.stop()
  expect(author.complaints).toEqual([])
  await author.close()
})

it('the judging page is reached from the footer, is readable in both themes, and fits a phone', async () => {
  const reason = '@hostDisk {"free":12}'
  const ill = { ...SOUND, reason, fit: () => new Promise<void>(() => {}) }
  const hosts = [
    await startFakeHost(site.databaseUrl, { name: 'judge-north' }),
    await startFakeHost(site.databaseUrl, { name: 'judge-south-with-a-long-name', health: ill }),
  ]
  try {
    const guest = await visit(browser, site.url)
    const { page } = guest
    await page.goto(`${site.url}/problem`)
    await page.getByRole('button', { name: 'Judging queue' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'More about judging' }).click()
    await page.waitForURL('**/judging')
    await page.getByText('The disk is full').waitFor()
    await expectFineLooks(guest, 'judging')
    expect(guest.complaints).toEqual([])
    await guest.close()
  } finally {
    await Promise.all(hosts.map((host) => host.stop()))
  }
})
