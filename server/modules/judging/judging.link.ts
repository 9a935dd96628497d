import { createHash, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { MAKING_BOUNDS } from '#judge/making/makingProtocol.ts'
import type { House } from '../../context.ts'
import { isBlobHash } from '../../core/blobs.ts'

/** Answers may be larger than inputs, because the output limit is set by the problem. */
const MOST_BYTES = 4 * MAKING_BOUNDS.inputBytes

class TooLarge extends Error {}

/** Passes a stream through; fails when it exceeds the limit of a case file. */
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
 * Blob transfer with judge hosts: `GET` and `PUT /judging/blob/<sha256>` with the secret that servers and
 * hosts share. The secret is compared by hash in constant time.
 */
export function mountLink(app: FastifyInstance, house: House): void {
  const expected = digest(`Bearer ${house.judgeSecret}`)
  const isHost = (authorization: string | undefined) => timingSafeEqual(digest(authorization ?? ''), expected)
  // Not compressed: the compressor mistakes some content for compressed and sets a wrong header.
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
    // Only in this scope, which checks the secret before reading the body.
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
