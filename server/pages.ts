import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const API_PREFIXES = ['/api/', '/shopapi/', '/graphql', '/judging/', '/assets/']

/**
 * Serves the built client: files named by their content for a year, the page itself always afresh, and the page for
 * every path that is no file and no call, because the client routes in history mode.
 */
export async function mountPages(
  app: FastifyInstance,
  folder: string,
  notFound: (request: FastifyRequest, reply: FastifyReply) => unknown,
): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const named = path.includes(`${join(folder, 'assets')}/`)
      reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = join(folder, 'index.html')
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isCall = API_PREFIXES.some((prefix) => path.startsWith(prefix))
    if (isCall || request.method !== 'GET' || !existsSync(page)) return notFound(request, reply)
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(createReadStream(page))
  })
}
