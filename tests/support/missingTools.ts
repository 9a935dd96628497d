import { existsSync } from 'node:fs'

/** Usual paths of Chromium; `PLAYWRIGHT_CHROMIUM` names another one. */
const PLACES = [
  process.env.PLAYWRIGHT_CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Path of the Chromium of this machine; null if there is none. */
export const chromium = (): string | null => PLACES.find((place) => place && existsSync(place)) ?? null

/** Tools that a machine may miss, and the calls in a test file that need them. */
const NEEDS = [
  { name: 'no Chromium', isMissing: () => chromium() === null, calls: /\b(openBrowserSite|borrowBrowser)\(/ },
  {
    name: 'no root: boxes cannot be limited exactly',
    isMissing: () => process.getuid?.() !== 0,
    calls:
      /\b(openBrowserSite|launchSite|openWorkshop|openBoxes|openSandbox|openWorkbench|openCrashingSite|killAndCount|openSmallDisk)\(|SANDBOXD/,
  },
]

/** The tool that a test file with this text needs and the machine misses; null if none. */
export const missingTool = (source: string): string | null =>
  NEEDS.find(({ isMissing, calls }) => calls.test(source) && isMissing())?.name ?? null
