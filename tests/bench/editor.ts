/**
 * How long somebody who opens a problem on a slow line (1.6 Mbit/s, 150 ms) and a slow machine (a quarter of this one)
 * waits until code can be typed and is kept, and until Monaco has taken the place of the plain editor with all of it.
 * The figure is the median of three first visits until the typed text is kept, in ms.
 */
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import { startTestServer } from '../support/postgres.ts'
import { median } from './support/figures.ts'

const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4
const TYPED = 'int typed = 42;'
const VISITS = 3

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const site = await launchSite({ LOG_LEVEL: 'error' }, database)
  const browser = await openBrowser()

  const visit = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    let bytes = 0
    devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    const begin = performance.now()
    const since = () => performance.now() - begin
    await page.goto(`${site.url}/problem/P1001?l=en-US`, { waitUntil: 'commit' })
    await page.locator('textarea[aria-label^="Code in"]').click()
    await page.keyboard.type(TYPED)
    await page.waitForFunction(
      (typed) => Object.values(localStorage).some((kept) => String(kept).includes(typed)),
      TYPED,
    )
    const ready = since()
    const kilobytes = bytes / 1000
    const lines = page.locator('.monaco-editor .view-lines')
    await lines.waitFor()
    const upgraded = since()
    await page.keyboard.type('//')
    await lines.getByText(`${TYPED}//`.replaceAll(' ', '\u00a0')).waitFor()
    await context.close()
    return { ready, kilobytes, upgraded }
  }

  try {
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let time = 0; time < VISITS; time++) visits.push(await visit())
    for (const { ready, kilobytes, upgraded } of visits)
      console.log(
        `typed text kept after ${ready.toFixed(0)} ms and ${kilobytes.toFixed(0)} kB, Monaco after ${upgraded.toFixed(0)} ms`,
      )
    console.log(`editor-ready-ms: ${median(visits.map(({ ready }) => ready)).toFixed(0)}`)
  } finally {
    await browser.close()
    await site.stop()
    await postgres.stop()
  }
}

await main()
