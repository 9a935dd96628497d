import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeHost } from '../support/fakeHost.ts'
import { type Site, startSite } from '../support/site.ts'

const TOKEN = 'a token of the tests alone'

let open: Site
let closed: Site
beforeAll(async () => {
  open = await startSite()
  closed = await startSite({ METRICS_TOKEN: TOKEN })
})
afterAll(async () => {
  await open.close()
  await closed.close()
})

const read = async (site: Site, headers: Record<string, string> = {}) => {
  const response = await fetch(`${site.url}/metrics`, { headers })
  return { http: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

it('tells programs of the same machine how judging goes', async () => {
  const host = await startFakeHost(open.databaseUrl)
  const { http, type, text } = await read(open)
  expect([http, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(text).toContain('site_queue_waiting{lane="contest"} 0\n')
  expect(text).toContain('site_queue_waiting{lane="rejudging"} 0\n')
  expect(text).toContain('site_judge_hosts{service="in"} 1\n')
  expect(text).toContain('site_queue_expected_wait_seconds{lane="practice"} 0\n')
  expect(text).toMatch(/server_event_loop_lag_seconds \d/)
  // Every sample stands under its heading, and no line is broken.
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[^}]*\})? [\d.e+-]+)$/)
  await host.stop()
})

it('tells nobody behind a proxy', async () => {
  expect((await read(open, { 'x-forwarded-for': '203.0.113.7' })).http).toBe(404)
})

it('asks for the token where one is set', async () => {
  expect((await read(closed)).http).toBe(404)
  expect((await read(closed, { authorization: 'Bearer wrong' })).http).toBe(404)
  expect((await read(closed, { authorization: `Bearer ${TOKEN}` })).http).toBe(200)
  expect((await read(closed, { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '::1' })).http).toBe(200)
})
