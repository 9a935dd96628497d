import { type Browser, chromium } from 'playwright'
import { chromium as placeOfChromium } from './lacking.ts'

/** A real Chromium without a window. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = placeOfChromium()
  if (!executablePath) throw new Error('No Chromium: apt-get install chromium, or set PLAYWRIGHT_CHROMIUM')
  // Its own sandbox cannot be had as root, nor in most containers; it only ever opens our own pages.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
