import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Headers of an upgrade; without them the request asks for none. */
const OF_UPGRADE = new Set(['upgrade', 'http2-settings'])

/** The head of a request without its upgrade. */
function plainHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    if (OF_UPGRADE.has(name.toLowerCase())) continue
    if (name.toLowerCase() !== 'connection') lines.push(`${name}: ${value}`)
    else {
      const options = value.split(',').filter((option) => !OF_UPGRADE.has(option.trim().toLowerCase()))
      if (options.length > 0) lines.push(`${name}: ${options.join(',')}`)
    }
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/**
 * Answers requests for an unsupported protocol as if they had not asked (RFC 9110, 7.8): Java and curl ask
 * for h2c with every ordinary request. Node detaches such a connection from its parser first, so it is passed
 * on as a new connection that begins with the same request.
 */
export function ignoreUpgrades(
  server: Server,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const last = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request, response) => last.set(request.socket, response))

  return (request, socket, head) => {
    const again = () => {
      if (socket.destroyed) return
      if (head.length > 0) socket.unshift(head)
      socket.unshift(plainHead(request))
      server.emit('connection', socket)
      socket.resume()
    }
    // Answers to earlier requests of the connection are sent first; the new parser does not know them.
    const before = last.get(socket)
    if (before && !before.writableFinished) before.once('close', again)
    else again()
  }
}
