import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limitBodies } from './bodies.ts'

/** Times far apart, so that a slow machine takes none for the other. */
const PATIENCE = { whole: 400, pause: 2000 }

const app = Fastify()
let port: number
beforeAll(async () => {
  limitBodies(app, PATIENCE)
  app.addContentTypeParser('multipart/form-data', (_, payload, done) => done(null, payload))
  app.post('/', async ({ body }) => {
    let bytes = 0
    if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return { bytes }
    for await (const piece of body as AsyncIterable<Buffer>) bytes += piece.length
    return { bytes }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** The answer to a body of so many pieces with a break (ms) before each; null breaks: it stops for ever. */
async function send(type: string, breaks: readonly number[], isWhole = true): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.on('error', () => {})
  const length = breaks.length + (isWhole ? 0 : 1)
  socket.write(
    `POST / HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  for (const each of breaks) {
    await pause(each)
    socket.write('1')
  }
  if (!socket.closed) await once(socket, 'close')
  return answer
}

const FORM = 'multipart/form-data; boundary=x'

it('lets a form with files take as long as it moves', async () => {
  expect(await send(FORM, [100, 500, 500, 500, 500, 500])).toContain('{"bytes":6}')
}, 20_000)

it('ends a form that stands still, and any other body that is slow', async () => {
  const answers = await Promise.all([
    send(FORM, [0, 0], false),
    send('application/json', [100, 300, 300, 300, 300, 300, 300, 300]),
  ])
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
}, 20_000)
