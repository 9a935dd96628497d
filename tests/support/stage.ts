import type { Browser } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Launched, launchSite } from './launched.ts'
import { signIn } from './visitor.ts'

/** What the tests of one file play on; `token` is the administrator's. There once the tests begin. */
export type Stage = { site: Launched; browser: Browser; token: string }

/** Launches a site and a browser before the tests of the file that calls it, and ends both after them. */
export function openStage(): Stage {
  const stage: Partial<Stage> = {}
  beforeAll(async () => {
    const opening = Promise.all([
      launchSite().then((site) => Object.assign(stage, { site }).site),
      openBrowser().then((browser) => Object.assign(stage, { browser })),
    ])
    const [site] = await opening
    stage.token = await signIn(site.url, 'root', site.adminPassword)
  }, 180_000)
  afterAll(async () => {
    await stage.browser?.close()
    await stage.site?.stop()
  })
  return stage as Stage
}
