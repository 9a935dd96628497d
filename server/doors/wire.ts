import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode, type Server } from 'graphql-ws'
import { WebSocket, type WebSocketServer } from 'ws'
import type { Log } from '../core/log.ts'

/** A socket and its upgrade request. */
export type Line = { socket: WebSocket; request: IncomingMessage }

/** Texts up to this size (bytes) are copied for each socket; larger ones share one buffer. */
const MOST_COPIED = 4_096
/** First byte of an unfragmented text frame (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81

/** Shared end of a `next` message, which differs only in its operation id. */
export type Letter = { readonly ending: Buffer }

/** The letter with the text of a result. */
export const letterOf = (text: string): Letter => ({ ending: Buffer.from(`${text}}`) })

/**
 * Writes letters of one operation to its socket, several in one call. They bypass the library; its frames are
 * whole at any moment, because nothing is compressed.
 */
export class Outlet {
  readonly #line: Line
  readonly #raw: Duplex
  readonly #beginning: Buffer

  constructor(line: Line, id: string) {
    this.#line = line
    this.#raw = line.request.socket
    this.#beginning = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`)
  }

  get isOpen(): boolean {
    return this.#line.socket.readyState === WebSocket.OPEN
  }

  /** Bytes that the client has not received yet. */
  get unsent(): number {
    return this.#raw.writableLength
  }

  send(letters: readonly Letter[]): void {
    if (!this.isOpen) return
    const many = letters.length > 1
    if (many) this.#raw.cork()
    for (const { ending } of letters) {
      const length = this.#beginning.length + ending.length
      const isCopied = length <= MOST_COPIED
      const head = headLength(length)
      const frame = Buffer.allocUnsafe(head + (isCopied ? length : this.#beginning.length))
      writeHead(frame, length)
      this.#beginning.copy(frame, head)
      if (isCopied) ending.copy(frame, head + this.#beginning.length)
      this.#raw.write(frame)
      if (!isCopied) this.#raw.write(ending)
    }
    if (many) this.#raw.uncork()
  }
}

const headLength = (length: number): number => (length < 126 ? 2 : length < 65_536 ? 4 : 10)

function writeHead(frame: Buffer, length: number): void {
  frame[0] = WHOLE_TEXT
  if (length < 126) frame[1] = length
  else if (length < 65_536) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeUInt32BE(Math.floor(length / 2 ** 32), 2)
    frame.writeUInt32BE(length % 2 ** 32, 6)
  }
}

/** A client with more unsent bytes is disconnected. */
const MAX_UNSENT_BYTES = 4 * 1_048_576
const UNSUPPORTED_DATA = 1003

/** Longer than the interval of clients (KEEP_ALIVE of client/relay/stream/line.ts), whose own pings show that they are there. */
const PING_MS = 10_000
const CHECK_MS = 1000

/** The ping of a client without a payload, and its answer as a frame. */
const PING = Buffer.from('{"type":"ping"}')
const PONG = (() => {
  const text = Buffer.from('{"type":"pong"}')
  const frame = Buffer.alloc(headLength(text.length) + text.length)
  writeHead(frame, text.length)
  text.copy(frame, headLength(text.length))
  return frame
})()

/**
 * Speaks graphql-ws over the sockets of `sockets`; returns a function that stops it. `closeFor` names the
 * close of a temporary error; null for every other error.
 */
export function speak(
  sockets: WebSocketServer,
  server: Server<Line>,
  log: Log,
  closeFor: (error: unknown) => { code: number; reason: string } | null,
): () => void {
  /** Sockets that said nothing for an interval; true: they were pinged. */
  const silent = new WeakMap<WebSocket, boolean>()
  const tooSlow = (socket: WebSocket) => socket.bufferedAmount > MAX_UNSENT_BYTES

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    // A faulty frame closes the socket itself; an error event without a listener would end the process.
    socket.on('error', () => {})
    socket.on('pong', () => silent.delete(socket))
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: (text) =>
          new Promise((resolve) => {
            if (socket.readyState !== WebSocket.OPEN) return resolve()
            socket.send(text, () => resolve())
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (bytes, isBinary) => {
            silent.delete(socket)
            if (isBinary) return socket.close(UNSUPPORTED_DATA, 'Unsupported data')
            if (tooSlow(socket)) return socket.terminate()
            // Most of what idle tabs send; answered without parsing.
            if (Buffer.isBuffer(bytes) && bytes.equals(PING)) {
              if (socket.readyState === WebSocket.OPEN) request.socket.write(PONG)
              return
            }
            take(String(bytes)).catch((error: unknown) => {
              const passing = closeFor(error)
              if (passing) return socket.close(passing.code, passing.reason)
              log.warn({ err: error }, 'a message over a socket failed')
              socket.close(CloseCode.InternalServerError, 'Internal server error')
            })
          }),
      },
      { socket, request },
    )
    socket.once('close', (code, reason) => void closed(code, String(reason)))
  })

  const checks = setInterval(() => {
    for (const socket of sockets.clients) if (tooSlow(socket)) socket.terminate()
  }, CHECK_MS)
  const pings = setInterval(() => {
    for (const socket of sockets.clients) {
      const isPinged = silent.get(socket)
      if (isPinged) socket.terminate()
      else if (isPinged === false) socket.ping()
      if (!isPinged) silent.set(socket, isPinged === false)
    }
  }, PING_MS)
  return () => {
    clearInterval(checks)
    clearInterval(pings)
  }
}
