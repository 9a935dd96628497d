/**
 * How long somebody who opens a problem on a slow line (1.6 Mbit/s, 150 ms) and a slow machine (a quarter of this one)
 * waits until code can be typed and is kept, and until Monaco has taken the place of the plain editor with all of it.
 * `first-paint-ms` is when the skeleton of index.html is painted, `editor-typed-ms` the median of three first visits from
 * the navigation until the first typed character is painted, `editor-ready-ms` until a typed line is kept. The figure is that against the same files fetched bare, on the same line and machine,
 * by a page that does nothing else.
 */
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import { startTestServer } from '../support/postgres.ts'
import { untilJudged } from '../support/untilJudged.ts'
import { median } from './support/figures.ts'

const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4
const TYPED = 'int typed = 42;'
const VISITS = 3

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const site = await launchSite({ LOG_LEVEL: 'error' }, database)
  await untilJudged(database.url)
  const browser = await openBrowser({ isOptimizing: true })

  const visit = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    let bytes = 0
    let requests = 0
    // Those that have come whole: Monaco, asked for while one types, is no part of what typing waited for.
    const asked = new Map<string, string>()
    const files: string[] = []
    devtools.on('Network.requestWillBeSent', ({ requestId, request: { method, url } }) => {
      requests++
      if (method === 'GET' && url.startsWith('http')) asked.set(requestId, url)
    })
    devtools.on('Network.loadingFinished', ({ requestId }) => {
      const url = asked.get(requestId)
      if (url) files.push(url)
    })
    devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    // As text, because what compiles this file wraps functions in helpers that the page does not have.
    await page.addInitScript(`
      addEventListener('input', () => requestAnimationFrame(() => setTimeout(() => performance.mark('typed'))),
        { once: true, capture: true })
    `)
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
    const needed = { kilobytes: bytes / 1000, requests, files: [...files] }
    const [painted = Number.NaN, typed = Number.NaN] = await page.evaluate(() =>
      ['first-contentful-paint', 'typed'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
    )
    const lines = page.locator('.monaco-editor .view-lines')
    await lines.waitFor()
    const upgraded = since()
    await page.keyboard.type('//')
    await lines.getByText(`${TYPED}//`.replaceAll(' ', '\u00a0')).waitFor()
    await context.close()
    return { ready, ...needed, painted, typed, upgraded }
  }

  /** How long a page that does nothing else takes to fetch these files, from the first request on. */
  const fetchBare = async (files: readonly string[]) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const begin = performance.now()
    await page.goto(`${site.url}/robots.txt`, { waitUntil: 'commit' })
    await page.evaluate(
      (urls) => Promise.all(urls.map(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength)),
      files,
    )
    const taken = performance.now() - begin
    await context.close()
    return taken
  }

  try {
    const bare: number[] = []
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let time = 0; time < VISITS; time++) {
      const one = await visit()
      visits.push(one)
      bare.push(await fetchBare(one.files))
    }
    for (const { ready, kilobytes, requests, painted, typed, upgraded } of visits)
      console.log(
        `painted after ${painted.toFixed(0)} ms, first character after ${typed.toFixed(0)} ms, typed text kept after ${ready.toFixed(0)} ms, ${kilobytes.toFixed(0)} kB and ${requests} requests, Monaco after ${upgraded.toFixed(0)} ms`,
      )
    console.log(`first-paint-ms: ${median(visits.map(({ painted }) => painted)).toFixed(0)}`)
    const ready = median(visits.map(({ ready }) => ready))
    console.log(`editor-typed-ms: ${median(visits.map(({ typed }) => typed)).toFixed(0)}`)
    console.log(`bare-ms: ${median(bare).toFixed(0)}`)
    console.log(`editor-ready-ms: ${ready.toFixed(0)}`)
    console.log(`editor-ready/bare: ${(ready / median(bare)).toFixed(2)}`)
  } finally {
    await browser.close()
    await site.stop()
    await postgres.stop()
  }
}

await main()
