import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { House } from '../../context.ts'
import { isBlobHash } from '../../core/blobs.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Where judge hosts fetch the bytes of testsets: `GET /judging/blob/<sha256>` with the secret that servers and hosts
 * share. Hashes of equal length are compared, so that time tells nothing about the secret.
 */
export function mountLink(app: FastifyInstance, house: House): void {
  const expected = digest(`Bearer ${house.judgeSecret}`)
  // Bytes go out as they are: the compressor takes some for compressed already and then says so wrongly.
  app.get<{ Params: { hash: string } }>(
    '/judging/blob/:hash',
    { compress: false },
    async (request, reply) => {
      const shown = digest(request.headers.authorization ?? '')
      if (!timingSafeEqual(shown, expected)) return reply.code(401).send({ error: 'wrong secret' })
      const { hash } = request.params
      if (!isBlobHash(hash) || !(await house.blobs.has(hash)))
        return reply.code(404).send({ error: 'no such blob' })
      return reply
        .header('content-type', 'application/octet-stream')
        .header('cache-control', 'private, max-age=31536000, immutable')
        .send(await house.blobs.read(hash))
    },
  )
}
