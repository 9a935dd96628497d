import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { borrowBrowser, returnBrowser } from '../support/browser.ts'
import { addPerson, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page
let root: Person
/** What went wrong in the page, and where else it wanted to go. */
const complaints: string[] = []
const elsewhere: string[] = []

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  await addProblem(site, root, 'P1')
  browser = await borrowBrowser()
  const context = await browser.newContext({ locale: 'en-US' })
  await context.route('**/*', (route) => {
    const url = route.request().url()
    if (url.startsWith(site.url) || /^(blob|data):/.test(url)) return route.continue()
    elsewhere.push(url)
    return route.abort()
  })
  page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
})
afterAll(async () => {
  await returnBrowser(browser)
  await site?.close()
})

/** Opens GraphiQL with a query in its editor and runs it. */
async function run(query: string) {
  await page.goto(`${site.url}/graphql?query=${encodeURIComponent(query)}`)
  await page.getByRole('button', { name: /execute query/i }).click()
}
/** The answer as it stands there; the editor writes its spaces so that they do not break. */
const result = async () => (await page.locator('.result-window').innerText()).replaceAll('\u00a0', ' ')

it('opens GraphiQL from our own server alone and runs a query', async () => {
  await run('{ problems { totalCount } viewer { user { username } } }')
  await expect.poll(result, { timeout: 20_000 }).toMatch(/"totalCount": 1/)
  expect(elsewhere).toEqual([])
  expect(complaints).toEqual([])
})

it('checks what is typed against the schema, in a worker', async () => {
  await page.goto(`${site.url}/graphql?query=${encodeURIComponent('{ passwords }')}`)
  await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBeGreaterThan(0)
  await expect.poll(() => page.locator('.squiggly-error').count(), { timeout: 20_000 }).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})

it('follows a subscription', async () => {
  await run('subscription { siteNoticeChanged { title } }')
  const announced = async () => {
    await site.prisma.siteNotice.deleteMany()
    const { id } = await site.prisma.siteNotice.create({
      data: { texts: { 'zh-CN': { title: 'Something new', content: '' } } },
    })
    await site.prisma.$executeRaw`
      select pg_notify('events', json_build_object('name', 'notice.changed', 'payload',
        json_build_object('noticeId', ${id}::int))::text)`
    return result()
  }
  await expect.poll(announced, { timeout: 20_000 }).toMatch(/Something new/)
  expect(complaints).toEqual([])
})

it('is sent compressed, and not again while it is the same', async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${site.url}/graphql`, { headers: { accept: 'text/html', ...headers } })
  const first = await ask({ 'accept-encoding': 'br' })
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(first.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
  expect(Number(first.headers.get('content-length'))).toBeLessThan(3_000_000)
  await first.arrayBuffer()
  const again = await ask({ 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})
