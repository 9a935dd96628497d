import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabaseProxy } from '../support/databaseProxy.ts'
import { type Site, startSite } from '../support/site.ts'

type Proxy = Awaited<ReturnType<typeof openDatabaseProxy>>
let site: Site
let behind: Site
let proxy: Proxy
beforeAll(async () => {
  site = await startSite()
  proxy = await openDatabaseProxy(site.databaseUrl)
  behind = await startSite({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await behind.close()
  await proxy.cut()
  await site.close()
})

const ask = async (method = 'GET') => {
  const answer = await fetch(`${behind.url}/healthz`, {
    method,
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  return [answer.status, await answer.text()]
}

it('tells everybody whether the server reaches its database', async () => {
  expect(await ask()).toEqual([200, 'ok\n'])
  expect(await ask('HEAD')).toEqual([200, ''])
  await proxy.cut()
  const floods = await Promise.all(Array.from({ length: 50 }, () => ask()))
  expect(new Set(floods.map(String))).toEqual(new Set(['503,no database\n']))
  await proxy.mend()
  await expect.poll(() => ask(), { timeout: 10_000 }).toEqual([200, 'ok\n'])
})
