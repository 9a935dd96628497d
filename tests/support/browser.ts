import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** Where distributions put it; `PLAYWRIGHT_CHROMIUM` names another place. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A real Chromium without a window. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM ?? PLACES.find((place) => existsSync(place))
  if (!executablePath) throw new Error('No Chromium: apt-get install chromium, or set PLAYWRIGHT_CHROMIUM')
  // Its own sandbox cannot be had as root, nor in most containers; it only ever opens our own pages.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
