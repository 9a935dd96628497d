import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Longest times (ms) of a body: of a whole one, and for forms with files, which take as long as their line needs,
 * of a pause between two pieces.
 */
export type BodyPatience = { whole: number; pause: number }

const PATIENCE: BodyPatience = { whole: 120_000, pause: 60_000 }

export const TOO_SLOW = '408 Request Timeout'

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** Ends the connection of a body that takes too long; Node's own limit would count whole uploads. */
function watch(request: IncomingMessage, { whole, pause }: BodyPatience): void {
  const { socket } = request
  const mayGoOn = isForm(request)
  let received = socket.bytesRead
  const timer = setInterval(
    () => {
      // Bytes wait in the socket while their receiver is slow.
      const isMoving = socket.bytesRead > received || socket.readableLength > 0 || request.readableLength > 0
      received = socket.bytesRead
      if (mayGoOn && isMoving) return
      clearInterval(timer)
      socket.end(`HTTP/1.1 ${TOO_SLOW}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
      socket.destroySoon()
    },
    mayGoOn ? pause : whole,
  )
  for (const event of ['end', 'close', 'error'] as const) request.once(event, () => clearInterval(timer))
}

/** Limits how long the bodies of requests may take, whatever reads them. */
export function limitBodies(app: FastifyInstance, patience: BodyPatience = PATIENCE): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (hasBody(raw) && !raw.complete) watch(raw, patience)
  })
}
