import { existsSync } from 'node:fs'

/** Where distributions put it; `PLAYWRIGHT_CHROMIUM` names another place. */
const PLACES = [
  process.env.PLAYWRIGHT_CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The Chromium of this machine; null: there is none. */
export const chromium = (): string | null => PLACES.find((place) => place && existsSync(place)) ?? null

/** What a machine may lack, and the calls in a test's file that need it. */
const NEEDS = [
  { name: 'no Chromium', isLacking: () => chromium() === null, calls: /\b(openStage|borrowBrowser)\(/ },
  {
    name: 'no root: boxes cannot be limited exactly',
    isLacking: () => process.getuid?.() !== 0,
    calls:
      /\b(openStage|launchSite|openWorkshop|openBoxes|openSandbox|openWorkbench|openCrashingSite|killAndCount|openSmallDisk)\(|SANDBOXD/,
  },
]

/** What this machine lacks for the tests in a file with this text; null: nothing. */
export const lackOf = (source: string): string | null =>
  NEEDS.find(({ isLacking, calls }) => calls.test(source) && isLacking())?.name ?? null
