import { createHash, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { MAKING_BOUNDS } from '#judge/making/makingProtocol.ts'
import type { House } from '../../context.ts'
import { isBlobHash } from '../../core/blobs.ts'

/** Answers may be longer than inputs, as what a program may write is the problem's to say. */
const MOST_BYTES = 4 * MAKING_BOUNDS.inputBytes

class TooLarge extends Error {}

/** The same bytes, as long as they are no more than one side of a case may have. */
async function* bounded(bytes: Readable): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes as AsyncIterable<Uint8Array>) {
    size += piece.byteLength
    if (size > MOST_BYTES) throw new TooLarge()
    yield piece
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Where judge hosts fetch the bytes of testsets and bring those they made: `GET` and `PUT /judging/blob/<sha256>` with
 * the secret that servers and hosts share. Hashes of equal length are compared, so that time tells nothing about the secret.
 */
export function mountLink(app: FastifyInstance, house: House): void {
  const expected = digest(`Bearer ${house.judgeSecret}`)
  const isHost = (authorization: string | undefined) => timingSafeEqual(digest(authorization ?? ''), expected)
  // Bytes go out as they are: the compressor takes some for compressed already and then says so wrongly.
  app.get<{ Params: { hash: string } }>(
    '/judging/blob/:hash',
    { compress: false },
    async (request, reply) => {
      if (!isHost(request.headers.authorization)) return reply.code(401).send({ error: 'wrong secret' })
      const { hash } = request.params
      if (!isBlobHash(hash) || !(await house.blobs.has(hash)))
        return reply.code(404).send({ error: 'no such blob' })
      return reply
        .header('content-type', 'application/octet-stream')
        .header('cache-control', 'private, max-age=31536000, immutable')
        .send(await house.blobs.read(hash))
    },
  )
  void app.register(async (app) => {
    // Only here, where the secret is asked for before a byte is read.
    app.addContentTypeParser('application/octet-stream', (_, payload, done) => done(null, payload))
    app.put<{ Params: { hash: string } }>(
      '/judging/blob/:hash',
      {
        onRequest: async (request, reply) => {
          if (!isHost(request.headers.authorization)) return reply.code(401).send({ error: 'wrong secret' })
        },
      },
      async (request, reply) => {
        const { hash } = request.params
        const body = request.body
        if (!isBlobHash(hash) || !(body instanceof Readable))
          return reply.code(400).send({ error: 'no blob' })
        try {
          const kept = await house.blobs.putContent(bounded(body))
          if (kept.hash === hash) return reply.code(204).send()
          return reply.code(400).send({ error: 'these bytes have another hash' })
        } catch (error) {
          if (error instanceof TooLarge) return reply.code(413).send({ error: 'too large' })
          throw error
        }
      },
    )
  })
}
