/**
 * How much JavaScript a browser that has never been here fetches for the home page, the problem list and a problem
 * page until it can be read, as it goes over the wire. The figure is the larger of home and list, in kB.
 */
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import { startTestServer } from '../support/postgres.ts'

type Load = { kilobytes: number; requests: number }

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const site = await launchSite({ LOG_LEVEL: 'error' }, database)
  const browser = await openBrowser()

  /** The JavaScript of a first visit: all of it, and what had come when `ready` was there to be read. */
  const visit = async (path: string, ready: string): Promise<{ first: Load; all: Load }> => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    // Bodies as they are compressed on the wire, without the headers of the answers.
    const scripts = new Map<string, number>()
    let bytes = 0
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (/javascript/.test(response.mimeType)) scripts.set(requestId, 0)
    })
    devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    const load = (): Load => ({ kilobytes: bytes / 1000, requests: scripts.size })
    await page.goto(`${site.url}${path}`, { waitUntil: 'commit' })
    await page.waitForSelector(ready)
    const first = load()
    await page.waitForLoadState('networkidle')
    const all = load()
    await context.close()
    return { first, all }
  }

  try {
    const show = ({ kilobytes, requests }: Load) => `${kilobytes.toFixed(1)} kB in ${requests} files`
    const home = await visit('/home', 'main h2')
    const list = await visit('/problem', 'main table tbody a')
    const problem = await visit('/problem/P1001', 'main h1')
    console.log(`home: ${show(home.all)}`)
    console.log(`problem list: ${show(list.all)}`)
    console.log(`problem page: readable after ${show(problem.first)}, with its editor ${show(problem.all)}`)
    console.log(`first-load-kb: ${Math.max(home.all.kilobytes, list.all.kilobytes).toFixed(1)}`)
  } finally {
    await browser.close()
    await site.stop()
    await postgres.stop()
  }
}

await main()
