import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSchema } from 'graphql'
import { makeServer } from 'graphql-ws'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createLog } from '../core/log.ts'
import { speak } from './wire.ts'

/** Longer than the interval of pings. */
const TICK = 10_000

let url = ''
let end: () => Promise<void>
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, handleProtocols: () => 'graphql-transport-ws' })
  const schema = buildSchema('type Query { one: Int }')
  const hush = speak(sockets, makeServer({ schema }), createLog('silent', 'test'), () => null)
  await once(http.listen(0, '127.0.0.1'), 'listening')
  url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`
  end = async () => {
    hush()
    for (const socket of sockets.clients) socket.terminate()
    await new Promise((resolve) => http.close(resolve))
  }
})
afterEach(async () => {
  await end()
  vi.useRealTimers()
})

async function connect(options: { autoPong?: boolean } = {}) {
  const socket = new WebSocket(url, 'graphql-transport-ws', options)
  let pings = 0
  socket.on('ping', () => pings++)
  await once(socket, 'open')
  return { socket, pings: () => pings }
}

const ask = async (socket: WebSocket, message: object) => {
  const answered = once(socket, 'message')
  socket.send(JSON.stringify(message))
  return JSON.parse(String((await answered)[0]))
}

it('answers pings of clients, with and without a payload', async () => {
  const { socket } = await connect()
  expect(await ask(socket, { type: 'ping' })).toEqual({ type: 'pong' })
  expect(await ask(socket, { type: 'ping', payload: { a: 1 } })).toEqual({ type: 'pong', payload: { a: 1 } })
  expect(await ask(socket, { type: 'connection_init' })).toEqual({ type: 'connection_ack' })
  expect(await ask(socket, { type: 'ping' })).toEqual({ type: 'pong' })
})

it('does not ping a client that speaks by itself', async () => {
  const { socket, pings } = await connect()
  await ask(socket, { type: 'connection_init' })
  for (let tick = 0; tick < 5; tick++) {
    vi.advanceTimersByTime(TICK)
    await ask(socket, { type: 'ping' })
  }
  expect(pings()).toBe(0)
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

it('pings a client that says nothing, and keeps it while it answers', async () => {
  const { socket, pings } = await connect()
  await ask(socket, { type: 'connection_init' })
  for (let round = 1; round <= 3; round++) {
    vi.advanceTimersByTime(TICK)
    const pinged = once(socket, 'ping')
    vi.advanceTimersByTime(TICK)
    await pinged
    // Answered over the same socket after the pong, so that the server has it.
    await ask(socket, { type: 'ping' })
    expect(pings()).toBe(round)
  }
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

it('ends a client that does not answer either', async () => {
  const { socket } = await connect({ autoPong: false })
  await ask(socket, { type: 'connection_init' })
  const pinged = once(socket, 'ping')
  vi.advanceTimersByTime(2 * TICK)
  await pinged
  const closed = once(socket, 'close')
  vi.advanceTimersByTime(TICK)
  await closed
})
