import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Socket } from '../../../tests/support/fakeSocket.ts'
import { silentShell } from '../../../tests/support/silentShell.ts'

/** WebSocket with a fake socket and a fake clock. */

/** A page with a subscription. */
async function openPage() {
  vi.resetModules()
  const [{ subscribe, reopenSocket }, { session }, { connectShell }] = await Promise.all([
    import('./socket.ts'),
    import('../session.ts'),
    import('../shell.ts'),
  ])
  connectShell(silentShell)
  const { unsubscribe } = subscribe(
    { name: 'Live', operationKind: 'subscription', text: 'subscription Live { x }', metadata: {} } as never,
    {},
  ).subscribe({ error: () => {} })
  leaving.push(unsubscribe)
  const before = Socket.all.length
  await vi.waitFor(() => expect(Socket.all).toHaveLength(before + 1))
  return { reopenSocket, session, socket: Socket.all[before] as Socket }
}

const leaving: (() => void)[] = []

beforeEach(() => {
  localStorage.clear()
  Socket.all.length = 0
  vi.stubGlobal('WebSocket', Socket)
})
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const greetings = ({ sent }: Socket) =>
  sent.filter(({ type }) => type === 'connection_init').map(({ payload }) => payload?.Authorization)

describe('the line, when the reader changes,', () => {
  it('is left as it is on its way, and says who reads by then', async () => {
    const { session, socket, reopenSocket } = await openPage()
    session.signIn('a token')
    reopenSocket()
    expect(socket.readyState).toBe(Socket.CONNECTING)
    await socket.open()
    expect(greetings(socket)).toEqual(['a token'])
    await vi.waitFor(() => expect(socket.sent.map(({ type }) => type)).toContain('subscribe'))
    expect(Socket.all).toHaveLength(1)
  })

  it('is opened again once it has said who reads', async () => {
    const { session, socket, reopenSocket } = await openPage()
    await socket.open()
    expect(greetings(socket)).toEqual([undefined])
    session.signIn('a token')
    reopenSocket()
    await vi.waitFor(() => expect(Socket.all).toHaveLength(2), { timeout: 5000 })
    expect(socket.readyState).toBe(Socket.CLOSED)
    await Socket.all[1]?.open()
    expect(greetings(Socket.all[1] as Socket)).toEqual(['a token'])
  })
})

describe('lines that are lost at one moment', () => {
  it('come back each at a moment of its own, soon', async () => {
    const PAGES = 20
    for (let at = 0; at < PAGES; at++) await (await openPage()).socket.open()
    await vi.waitFor(() => {
      for (const { sent } of Socket.all) expect(sent.map(({ type }) => type)).toContain('subscribe')
    })
    vi.useFakeTimers()
    const lost = performance.now()
    for (const socket of [...Socket.all]) socket.end(1012)
    await vi.advanceTimersByTimeAsync(1000)
    const moments = Socket.all.slice(PAGES).map(({ at }) => Math.floor(at - lost))
    expect(moments).toHaveLength(PAGES)
    // 300 random moments in twenty slots leave a slot below ten with a probability of 1e-12.
    expect(new Set(moments).size).toBeGreaterThanOrEqual(10)
    expect(Math.max(...moments)).toBeLessThanOrEqual(600)
  })
})

describe('a line that was lost with the network', () => {
  const latest = () => Socket.all.at(-1) as Socket

  it('is retried as soon as the network is back, however long that took', async () => {
    const { socket } = await openPage()
    await socket.open()
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(1)
    socket.end(1006)
    for (const wait of [300, 600, 1200, 2400, 4800]) {
      await vi.advanceTimersByTimeAsync(wait)
      latest().end(1006)
    }
    const tried = Socket.all.length
    await vi.advanceTimersByTimeAsync(1000)
    expect(Socket.all).toHaveLength(tried)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(Socket.all).toHaveLength(tried + 1)
    // The next wait is short again, too.
    latest().end(1006)
    await vi.advanceTimersByTimeAsync(300)
    expect(Socket.all).toHaveLength(tried + 2)
    await latest().open()
  })
})
