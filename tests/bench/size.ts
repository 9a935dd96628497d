/**
 * How much JavaScript a browser that has never been here has fetched by the moment in which each page can be read, as
 * it goes over a slow line: on a fast one, parts that keep nobody, as Monaco and menus, come so soon that they would
 * count. Beside each stands its budget, which tests/e2e/firstLoad.test.ts holds on the built files. The figure is the
 * largest, in kB.
 */
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import { startTestServer } from '../support/postgres.ts'
import { signIn } from '../support/visitor.ts'

/** Every route of client/routes.tsx, and what is there once it can be read. */
const PAGES = [
  { path: '/home', ready: 'main h2' },
  { path: '/problem', ready: 'main table tbody a' },
  { path: '/problem/P1001', ready: 'main h1', editor: true },
  { path: '/problem/P1001/full-screen', ready: 'h1', editor: true },
  { path: '/status', ready: 'main table tbody a' },
  { path: '/status?onlyMine=true', ready: 'main h1', login: true },
  { path: '/submission-detail/1', ready: '#verdict' },
  { path: '/rejudging/1', ready: 'main h1', login: true },
  { path: '/judging', ready: 'main h1' },
  { path: '/reset-password?username=root&code=abc', ready: 'main h1' },
  { path: '/introduction', ready: 'main h1' },
  { path: '/developer', ready: 'main h1' },
  { path: '/no-such-page', ready: 'main h1' },
]

/** Budgets in kB: home, lists and paths without a page; all other pages. */
const budgetOf = (path: string) =>
  path === '/no-such-page' ? 205 : /^\/(?:home|problem|status)(?:\?|$)/.test(path) ? 220 : 235

/** Latency in ms, bytes a second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

type Load = { kilobytes: number; requests: number }

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const site = await launchSite({ LOG_LEVEL: 'error' }, database)
  const browser = await openBrowser({ isOptimizing: true })

  /** The JavaScript of a first visit, until `ready` is there. */
  const visit = async (path: string, ready: string, token: string | null): Promise<Load> => {
    const context = await browser.newContext()
    if (token) await context.addInitScript((login) => localStorage.setItem('token', login), token)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    // Bodies as they are compressed on the wire, without the headers of the answers.
    const scripts = new Map<string, number>()
    let bytes = 0
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (/javascript/.test(response.mimeType)) scripts.set(requestId, 0)
    })
    devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await page.goto(`${site.url}${path}`, { waitUntil: 'commit' })
    await page.waitForSelector(ready)
    const load = { kilobytes: bytes / 1000, requests: scripts.size }
    await context.close()
    return load
  }

  try {
    const show = ({ kilobytes, requests }: Load) => `${kilobytes.toFixed(1)} kB in ${requests} files`
    const token = await signIn(site.url, 'root', site.adminPassword)
    let largest = 0
    for (const { path, ready, editor = false, login = false } of PAGES) {
      const viewer = login ? token : null
      const counted = await visit(path, ready, viewer)
      const whole = editor
        ? `, with its editor ${show(await visit(path, '.monaco-editor .view-line', viewer))}`
        : ''
      console.log(`${path}: ${show(counted)} of ${budgetOf(path)}${whole}`)
      largest = Math.max(largest, counted.kilobytes)
    }
    console.log(`first-load-kb: ${largest.toFixed(1)}`)
  } finally {
    await browser.close()
    await site.stop()
    await postgres.stop()
  }
}

await main()
