import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { borrowBrowser, printOpenPages, returnBrowser } from './browser.ts'
import { launchSite } from './launched.ts'
import type { Launched } from './launchOn.ts'
import { runSql } from './postgres.ts'
import { signIn } from './visitor.ts'

/** A launched site with a browser, shared by the tests of a file; `token` is the administrator's. Set before the first test. */
export type BrowserSite = {
  site: Launched
  browser: Browser
  token: string
  /** Queries the graph as the administrator; throws on a refusal. */
  ask: <Data>(query: string, variables?: object) => Promise<Data>
}

/** Launches a site, with settings of its own, and a browser before the tests of the calling file, and stops both after them. */
export function openBrowserSite(env: Record<string, string> = {}): BrowserSite {
  const stage: Partial<BrowserSite> = {
    async ask(query, variables = {}) {
      const response = await fetch(`${stage.site?.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: stage.token ?? '' },
        body: JSON.stringify({ query, variables }),
      })
      const answer = await response.json()
      if (answer.errors) throw new Error(JSON.stringify(answer.errors))
      return answer.data
    },
  }
  beforeAll(async () => {
    const opening = Promise.all([
      launchSite(env).then((site) => Object.assign(stage, { site }).site),
      borrowBrowser().then((browser) => Object.assign(stage, { browser })),
    ])
    const [site] = await opening
    stage.token = await signIn(site.url, 'root', site.adminPassword)
  }, 600_000)
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await printOpenPages(stage.browser)
  })
  afterAll(async () => {
    await returnBrowser(stage.browser)
    await stage.site?.stop()
  })
  return stage as BrowserSite
}

/** Sets the seconds between two submissions of a person, and resolves when the server applies them. */
export async function setSubmitInterval({ site, ask }: BrowserSite, seconds: number): Promise<void> {
  const event = JSON.stringify({ name: 'site.configured', payload: { key: 'switches' } })
  await runSql(
    site.databaseUrl,
    `update "Setting" set "value" = "value" || '{"submitIntervalSeconds": ${seconds}}' where "key" = 'switches';
     select pg_notify('${EVENT_CHANNEL}', '${event}')`,
  )
  const asked = () => ask<{ site: { submitIntervalSeconds: number } }>('{ site { submitIntervalSeconds } }')
  await expect.poll(async () => (await asked()).site.submitIntervalSeconds).toBe(seconds)
}

/** Changes switches of the site, as the super administrator does. */
export async function setSwitches({ site, token }: BrowserSite, change: object): Promise<void> {
  const response = await fetch(`${site.url}/api/admin/switch/update`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(change),
  })
  const { status, msg } = await response.json()
  if (status !== 200) throw new Error(msg)
}
