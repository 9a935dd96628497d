import type { IncomingMessage } from 'node:http'
import { CloseCode, type Server } from 'graphql-ws'
import { WebSocket, type WebSocketServer } from 'ws'
import type { Log } from '../core/log.ts'

/** What a socket is known by to the graph's server. */
export type Line = { socket: WebSocket; request: IncomingMessage }

/** Somebody who does not read what they asked for is let go before it fills the memory. */
const MAX_UNSENT_BYTES = 4 * 1_048_576
const UNSUPPORTED_DATA = 1003

const PING_MS = 12_000
const CHECK_MS = 1000

/** Speaks graphql-ws over the sockets of `sockets`; the answer stops to watch over them. */
export function speak(sockets: WebSocketServer, server: Server<Line>, log: Log): () => void {
  const silent = new WeakSet<WebSocket>()
  const tooSlow = (socket: WebSocket) => socket.bufferedAmount > MAX_UNSENT_BYTES

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    // What is wrong with a frame closes the socket by itself; an error nobody hears would end the process.
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
            if (isBinary) return socket.close(UNSUPPORTED_DATA, 'Unsupported data')
            if (tooSlow(socket)) return socket.terminate()
            take(String(bytes)).catch((error: unknown) => {
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
      if (silent.has(socket)) {
        socket.terminate()
        continue
      }
      silent.add(socket)
      socket.ping()
    }
  }, PING_MS)
  return () => {
    clearInterval(checks)
    clearInterval(pings)
  }
}
