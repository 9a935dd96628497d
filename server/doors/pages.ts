import { statSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '../core/errors.ts'

/** Paths of programs, answered with an envelope in any case. The page /judging is not one. */
const CALL = /^\/(?:api|shopapi|graphql|site-files|problem-files)(?:\/|$)|^\/judging\//

/** Whether a path is called by programs. */
export const isCall = (path: string): boolean => CALL.test(path)

/** Maximum length (characters) of a path; no link of ours is as long. */
const MAX_PATH = 2000
/** Characters and parts that no link of ours has and that file systems interpret. */
const ODD = /[\p{Cc}\\]|\/\/|\/\.{1,2}(?:\/|$)/u

/** The decoded path; null for an invalid one. */
function readablePath(url: string): string | null {
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '')
    return path.startsWith('/') && path.length <= MAX_PATH && !ODD.test(path) ? path : null
  } catch {
    return null
  }
}

/** A path with an extension is a file, except problems, whose ids are free text. */
const isFileName = (path: string): boolean =>
  path.startsWith('/assets/') || (/\.[a-z\d]{1,10}$/i.test(path) && !/\/problem\/[^/]+$/.test(path))

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/**
 * Serves the built client: files with a hash in their name for a year, index.html always revalidated, and
 * index.html for every path that is neither a file nor a call, because the client routes in history mode.
 * HEAD is answered like GET.
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
    // Large files are stored compressed.
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
