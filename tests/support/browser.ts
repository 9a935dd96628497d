import { type Browser, chromium } from 'playwright'
import { chromium as placeOfChromium } from './missingTools.ts'

/**
 * A real Chromium without a window. Pages of tests live for seconds: optimizing their programs costs a fifth more than it
 * saves. Those of benches are optimized, as readers' are.
 */
export async function openBrowser({ isOptimizing = false } = {}): Promise<Browser> {
  const executablePath = placeOfChromium()
  if (!executablePath) throw new Error('No Chromium: apt-get install chromium, or set PLAYWRIGHT_CHROMIUM')
  return chromium.launch({
    executablePath,
    args: [
      // Its own sandbox cannot be had as root, nor in most containers; it only ever opens our own pages.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      // Two processes less to switch between and to copy pictures and answers to.
      '--in-process-gpu',
      '--enable-features=NetworkServiceInProcess2',
      ...(isOptimizing ? [] : ['--js-flags=--no-opt --no-maglev']),
    ],
  })
}

let lent: Promise<Browser> | null = null

/** The browser of this worker, which its test files use one after another; each person in it is a context of their own. */
export async function borrowBrowser(): Promise<Browser> {
  lent ??= openBrowser()
  const browser = await lent
  if (browser.isConnected()) return browser
  lent = openBrowser()
  return lent
}

/** Ends what a file, or a test of it that failed, left open in the browser of its worker. */
export async function returnBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

/** Characters shown of the text of an open page. */
const SHOWN = 1_500

/** Prints address and text of the pages that a failed test left open: what it waited for is often told by what is there. */
export async function printOpenPages(browser: Browser | undefined): Promise<void> {
  for (const page of browser?.contexts().flatMap((context) => context.pages()) ?? []) {
    const text = await page.innerText('body', { timeout: 5_000 }).catch(String)
    process.stdout.write(`Open page ${page.url()}\n    ${text.slice(0, SHOWN).replaceAll('\n', '\n    ')}\n`)
  }
}
