import { statSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '../core/errors.ts'

/** What programs call; they are answered in an envelope, whatever is wrong. The page /judging is none of them. */
const CALL = /^\/(?:api|shopapi|graphql|site-files|problem-files)(?:\/|$)|^\/judging\//

/** Whether programs ask for this path, and no browser's address bar. */
export const isCall = (path: string): boolean => CALL.test(path)

/** Longer than any path that a page of ours links to. */
const MAX_PATH = 2000
/** Signs and parts that no link of ours has, and that mean something to file systems. */
const ODD = /[\p{Cc}\\]|\/\/|\/\.{1,2}(?:\/|$)/u

/** The path as people read it; null for one that nobody links to. */
function readablePath(url: string): string | null {
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '')
    return path.startsWith('/') && path.length <= MAX_PATH && !ODD.test(path) ? path : null
  } catch {
    return null
  }
}

/** What is named like a file is one, but for problems, whose names people make up. */
const isFileName = (path: string): boolean =>
  path.startsWith('/assets/') || (/\.[a-z\d]{1,10}$/i.test(path) && !/\/problem\/[^/]+$/.test(path))

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/**
 * Serves the built client: files named by their content for a year, the page itself always afresh, and the page for
 * every path that is no file and no call, because the client routes in history mode. HEAD is answered as GET is.
 */
export async function mountPages(
  app: FastifyInstance,
  folder: string,
  refusePlainly: (
    request: FastifyRequest,
    reply: FastifyReply,
    code: number,
    refusal: RefusalCode,
  ) => unknown,
): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      const named = path.startsWith(`${join(folder, 'assets')}/`)
      reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // What is long is there compressed.
    compress: false,
    handler(request, reply) {
      if (isCall(request.url)) return reply.callNotFound()
      const path = readablePath(request.url)
      if (path === null) return refusePlainly(request, reply, 400, 'INVALID_INPUT')
      if (path !== '/' && isFile(join(folder, path))) return reply.sendFile(path)
      if (isFileName(path) || !isFile(join(folder, 'index.html'))) {
        return refusePlainly(request, reply, 404, 'NOT_FOUND')
      }
      return reply.sendFile('/index.html')
    },
  })
}
