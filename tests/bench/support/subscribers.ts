import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Called with each message and the index of its socket; the buffer is reused after the call. */
export type OnMessage = (message: Buffer, socket: number) => void

/** Milliseconds since the epoch, finer than Date.now(). */
export const clock = (): number => performance.timeOrigin + performance.now()

const AT_ONCE = 100
/** Most bytes of one read. */
const MOST_AT_ONCE = 65_536
const OPERATIONS = { text: 0x81, close: 0x88, ping: 0x89, pong: 0x8a }

/** A client frame; its mask is zero, because there is no proxy in between. */
function frameOf(first: number, payload: Buffer): Buffer {
  const length = payload.length
  const head =
    length < 126 ? Buffer.from([first, 128 | length]) : Buffer.from([first, 254, length >> 8, length & 255])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

/**
 * Opens a WebSocket that only finds the end of each message, so that a thousand of them use little of the CPU time that is
 * measured for the server.
 */
export function openSubscriber(
  url: string,
  heard: (first: number, payload: Buffer) => void,
  address = '127.0.0.1',
) {
  const { hostname, port, host } = new URL(url)
  let begun = false
  let rest: Buffer = Buffer.alloc(0)
  const opened = signal()
  const read = (bytes: Buffer) => {
    let at = 0
    if (!begun) {
      at = bytes.indexOf('\r\n\r\n') + 4
      if (at < 4) throw new Error('the answer to the upgrade came in pieces')
      begun = true
      opened.resolve()
    }
    while (bytes.length - at >= 2) {
      const short = (bytes[at + 1] ?? 0) & 127
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (bytes.length - at < head) break
      const length =
        short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6)
      if (bytes.length - at < head + length) break
      heard(bytes[at] ?? 0, bytes.subarray(at + head, at + head + length))
      at += head + length
    }
    return bytes.subarray(at)
  }
  const socket: Socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: shared,
      callback(size, buffer) {
        const whole = Buffer.from(buffer.buffer, buffer.byteOffset, size)
        const left = read(rest.length > 0 ? Buffer.concat([rest, whole]) : whole)
        // The memory is everybody's: the next socket writes over it.
        rest = left.length > 0 ? Buffer.from(left) : left
        return true
      },
    },
  })
  socket.on('error', opened.reject)
  socket.write(
    `GET /graphql HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `X-Forwarded-For: ${address}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
      'Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
  )
  return {
    opened: opened.promise,
    send: (message: object) => socket.write(frameOf(OPERATIONS.text, Buffer.from(JSON.stringify(message)))),
    pong: (payload: Buffer) => socket.write(frameOf(OPERATIONS.pong, payload)),
    close: async () => {
      if (socket.closed) return
      const closed = once(socket, 'close')
      socket.destroy()
      await closed
    },
  }
}

/** A promise with its `resolve` and `reject`. */
function signal() {
  let resolve = () => {}
  let reject = (_: unknown) => {}
  const promise = new Promise<void>((fulfil, refuse) => {
    resolve = fulfil
    reject = refuse
  })
  return { promise, resolve, reject }
}

/** Read buffer of all sockets, which are read one after the other. */
const shared = Buffer.alloc(MOST_AT_ONCE)

const NEXT = '"type":"next"'
const OUTCOME = {
  ack: '"type":"connection_ack"',
  error: '"type":"error"',
  complete: '"type":"complete"',
  pong: '"type":"pong"',
}

type Options = {
  addressOf?(socket: number): string
  tokenOf?(socket: number): string | null
  /** Further subscriptions of each socket. */
  besides?: readonly object[]
  /** Each socket pings the server so often (ms), as the client does; null: never. */
  pingMs?: number | null
}

/** Opens `size` sockets with the same subscriptions; `heard` is called for each event of any of them. */
export async function openSubscribers(
  url: string,
  size: number,
  payload: object,
  heard: OnMessage,
  { addressOf = () => '127.0.0.1', tokenOf = () => null, besides = [], pingMs = null }: Options = {},
): Promise<{ close(): Promise<void> }> {
  const sockets: { close(): Promise<void> }[] = []
  const pinging: NodeJS.Timeout[] = []
  const open = async (index: number) => {
    const greeted = signal()
    const socket = openSubscriber(
      url,
      (first, payload) => {
        if (first === OPERATIONS.ping) return void socket.pong(Buffer.from(payload))
        if (first !== OPERATIONS.text) throw new Error(`a frame of kind ${first}`)
        // Where it stands among the first bytes of each message of the server.
        if (payload.subarray(0, 70).includes(NEXT)) heard(payload, index)
        else if (payload.includes(OUTCOME.ack)) greeted.resolve()
        else if (!payload.includes(OUTCOME.pong)) throw new Error(payload.toString())
      },
      addressOf(index),
    )
    sockets.push(socket)
    await socket.opened
    const token = tokenOf(index)
    const credentials = token === null ? {} : { Authorization: token }
    socket.send({ type: 'connection_init', payload: { 'Accept-Language': 'en-US', ...credentials } })
    await greeted.promise
    for (const one of [payload, ...besides])
      socket.send({ id: randomUUID(), type: 'subscribe', payload: one })
    if (pingMs !== null) pinging.push(setInterval(() => socket.send({ type: 'ping' }), pingMs))
  }
  for (let at = 0; at < size; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, size - at) }, (_, i) => open(at + i))
    await Promise.all(some)
  }
  return {
    async close() {
      for (const timer of pinging) clearInterval(timer)
      await Promise.all(sockets.map((socket) => socket.close()))
    },
  }
}
