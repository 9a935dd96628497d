import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createTranslator } from '#locales/translator.ts'
import type { Context } from './context.ts'
import { REFUSALS, refusalOf } from './core/errors.ts'

/** What doors that hand out files need to know of the world around them. */
export type FilesWorld = {
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<{ ctx: Context }>
}

/** Hands out one file; what it answers is the body. */
export type FileHandler = (
  ctx: Context,
  parameters: Readonly<Record<string, string>>,
  reply: FastifyReply,
) => Promise<NodeJS.ReadableStream | Uint8Array>

/**
 * Opens a path under which files are fetched. A refusal travels with its real HTTP status, for pictures and plain
 * links, and in the envelope of the REST door, whose clients read it when a download fails.
 */
export function serveFiles(
  app: FastifyInstance,
  world: FilesWorld,
  path: string,
  handler: FileHandler,
): void {
  // Bytes go out as they are: the compressor takes some for compressed already and then says so wrongly.
  app.get<{ Params: Record<string, string> }>(path, { compress: false }, async (request, reply) => {
    const { ctx } = await world.contextOf(request, reply)
    reply.header('x-content-type-options', 'nosniff')
    try {
      const body = await handler(ctx, request.params, reply)
      return await reply.send(body)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      const status = REFUSALS[refusal.code]
      const msg = createTranslator(ctx.locale)(`refusal:${refusal.code}`, refusal.parameters)
      reply.removeHeader('content-length')
      reply.type('application/json').header('cache-control', 'no-store')
      return reply.code(status).send({ status, data: null, msg })
    }
  })
}

/** The header that makes a browser save a file; clients of the reference system take all that follows `filename=`. */
export const asAttachment = (name: string): string =>
  `attachment;filename=${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
