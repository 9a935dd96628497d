import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Whether the browser says that it has a network, and whether the server answers probes. */
const world = { onLine: true, isAnswering: true }

beforeEach(() => {
  Object.assign(world, { onLine: true, isAnswering: true })
  vi.useFakeTimers()
  vi.resetModules()
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => world.onLine)
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      if (!world.isAnswering) throw new TypeError('Failed to fetch')
      return new Response()
    }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

/** The browser says that its network has come or gone. */
async function say(onLine: boolean) {
  world.onLine = onLine
  window.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
  await settled()
}

it('is offline without a network, and live again with one', async () => {
  const { isOffline } = await import('./connection.ts')
  world.isAnswering = false
  await say(false)
  expect(isOffline()).toBe(true)
  world.isAnswering = true
  await say(true)
  expect(isOffline()).toBe(false)
})

it('notices an outage whose first probe was still answered', async () => {
  const { isOffline } = await import('./connection.ts')
  await say(false)
  expect(isOffline()).toBe(false)
  world.isAnswering = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isOffline()).toBe(true)
})

it('is live with a local server that answers again, though the browser has no network', async () => {
  const { isOffline } = await import('./connection.ts')
  world.isAnswering = false
  await say(false)
  world.isAnswering = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isOffline()).toBe(false)
})
