import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { borrowBrowser, returnBrowser } from './browser.ts'
import { launchSite } from './launched.ts'
import type { Launched } from './launchOn.ts'
import { runSql } from './postgres.ts'
import { signIn } from './visitor.ts'

/** What the tests of one file play on; `token` is the administrator's. There once the tests begin. */
export type Stage = {
  site: Launched
  browser: Browser
  token: string
  /** Asks the graph as the administrator; a refusal is an error. */
  ask: <Data>(query: string, variables?: object) => Promise<Data>
}

/** Launches a site before the tests of the file that calls it, opens a browser, and ends the site after them. */
export function openStage(): Stage {
  const stage: Partial<Stage> = {
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
      launchSite().then((site) => Object.assign(stage, { site }).site),
      borrowBrowser().then((browser) => Object.assign(stage, { browser })),
    ])
    const [site] = await opening
    stage.token = await signIn(site.url, 'root', site.adminPassword)
  }, 180_000)
  afterAll(async () => {
    await returnBrowser(stage.browser)
    await stage.site?.stop()
  })
  return stage as Stage
}

/** How many seconds people wait between two submissions; there once the server goes by it. */
export async function setSubmitInterval({ site, ask }: Stage, seconds: number): Promise<void> {
  const event = JSON.stringify({ name: 'site.configured', payload: { key: 'switches' } })
  await runSql(
    site.databaseUrl,
    `update "Setting" set "value" = "value" || '{"submitIntervalSeconds": ${seconds}}' where "key" = 'switches';
     select pg_notify('${EVENT_CHANNEL}', '${event}')`,
  )
  const asked = () => ask<{ site: { submitIntervalSeconds: number } }>('{ site { submitIntervalSeconds } }')
  await expect.poll(async () => (await asked()).site.submitIntervalSeconds).toBe(seconds)
}
