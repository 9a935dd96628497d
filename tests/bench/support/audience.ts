import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What one of many sockets is told of: a message, which is there for this moment alone. */
export type Heard = (message: Buffer, socket: number) => void

/** Milliseconds since the epoch, finer than Date.now(). */
export const clock = (): number => performance.timeOrigin + performance.now()

const AT_ONCE = 100
/** Bytes that one call of the kernel may bring. */
const MOST_AT_ONCE = 65_536
const OPERATIONS = { text: 0x81, close: 0x88, ping: 0x89, pong: 0x8a }

/** A frame of a client; the mask is nothing, because nobody stands between who would mind. */
function frameOf(first: number, payload: Buffer): Buffer {
  const length = payload.length
  const head =
    length < 126 ? Buffer.from([first, 128 | length]) : Buffer.from([first, 254, length >> 8, length & 255])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

/**
 * One WebSocket that does no more with what it gets than to find where each message ends: what a thousand of them
 * take of the machine must not be mistaken for what the server takes.
 */
export function openThin(
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

/** A promise that somebody else settles. */
function signal() {
  let resolve = () => {}
  let reject = (_: unknown) => {}
  const promise = new Promise<void>((fulfil, refuse) => {
    resolve = fulfil
    reject = refuse
  })
  return { promise, resolve, reject }
}

/** Sockets are read one after the other, all into the same memory. */
const shared = Buffer.alloc(MOST_AT_ONCE)

const NEXT = '"type":"next"'
const OUTCOME = { ack: '"type":"connection_ack"', error: '"type":"error"', complete: '"type":"complete"' }

/** Many sockets that follow one subscription; `heard` is called for each event that any of them gets. */
export async function openAudience(
  url: string,
  size: number,
  payload: object,
  heard: Heard,
  {
    addressOf = () => '127.0.0.1',
    tokenOf = () => null,
  }: { addressOf?(socket: number): string; tokenOf?(socket: number): string | null } = {},
): Promise<{ close(): Promise<void> }> {
  const sockets: { close(): Promise<void> }[] = []
  const open = async (index: number) => {
    const greeted = signal()
    const socket = openThin(
      url,
      (first, payload) => {
        if (first === OPERATIONS.ping) return void socket.pong(Buffer.from(payload))
        if (first !== OPERATIONS.text) throw new Error(`a frame of kind ${first}`)
        // Where it stands among the first bytes of each message of the server.
        if (payload.subarray(0, 70).includes(NEXT)) heard(payload, index)
        else if (payload.includes(OUTCOME.ack)) greeted.resolve()
        else throw new Error(payload.toString())
      },
      addressOf(index),
    )
    sockets.push(socket)
    await socket.opened
    const token = tokenOf(index)
    const credentials = token === null ? {} : { Authorization: token }
    socket.send({ type: 'connection_init', payload: { 'Accept-Language': 'en-US', ...credentials } })
    await greeted.promise
    socket.send({ id: randomUUID(), type: 'subscribe', payload })
  }
  for (let at = 0; at < size; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, size - at) }, (_, i) => open(at + i))
    await Promise.all(some)
  }
  return {
    async close() {
      await Promise.all(sockets.map((socket) => socket.close()))
    },
  }
}
