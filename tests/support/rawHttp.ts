import { once } from 'node:events'
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** The first answer in `bytes` and what follows it; a HEAD's has no body. */
function takeAnswer(bytes: Buffer, isHead: boolean): { answer: RawAnswer; rest: Buffer } {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) throw new Error(`No answer: ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`)
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.split(':', 1)[0]?.toLowerCase() ?? '',
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const status = Number(first.split(' ')[1])
  let rest = bytes.subarray(end + 4)
  const bodies: Buffer[] = []
  if (isHead || status === 304 || status === 204)
    return { answer: { status, headers, body: rest.subarray(0, 0) }, rest }
  if (headers['transfer-encoding'] === 'chunked') {
    for (;;) {
      const line = rest.indexOf('\r\n')
      const size = Number.parseInt(rest.toString('latin1', 0, line), 16)
      bodies.push(rest.subarray(line + 2, line + 2 + size))
      rest = rest.subarray(line + 2 + size + 2)
      if (!(size > 0)) break
    }
  } else {
    const size = Number(headers['content-length'] ?? rest.length)
    bodies.push(rest.subarray(0, size))
    rest = rest.subarray(size)
  }
  return { answer: { status, headers, body: Buffer.concat(bodies) }, rest }
}

/**
 * What a server answers to bytes as they stand on the wire: one answer for each of `methods`, once it closed the
 * connection, which the last request must ask for.
 */
export async function askRaw(url: string, bytes: string, methods = ['GET']): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  let rest: Buffer = Buffer.concat(chunks)
  return methods.map((method) => {
    const taken = takeAnswer(rest, method === 'HEAD')
    rest = taken.rest
    return taken.answer
  })
}

/** One request with the headers given and no others but those that it cannot be without. */
export async function askPlainly(
  url: string,
  method: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const lines = Object.entries({ host: 'judge.test', connection: 'close', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const [answer] = await askRaw(url, `${method} ${target} HTTP/1.1\r\n${head}\r\n`, [method])
  if (!answer) throw new Error('No answer')
  return answer
}
