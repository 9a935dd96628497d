import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createTranslator } from '#locales/translator.ts'
import type { Context } from '../context.ts'
import { REFUSALS, refusalOf } from '../core/errors.ts'

/** What doors that hand out files need to know of the world around them. */
export type FilesWorld = {
  /** Who reads, without renewing their login: a file may be kept by caches, and a new token must not. */
  readerOf(request: FastifyRequest, reply: FastifyReply): Promise<Context>
}

/** One file, as its door hands it out. */
export type File = {
  /** Its content never changes, so this is its ETag as well. */
  blobHash: string
  mediaType: string
  cacheControl: string
  headers?: Record<string, string>
}

/** Finds one file. */
export type FileHandler = (ctx: Context, parameters: Readonly<Record<string, string>>) => Promise<File>

/**
 * Opens paths under which files are fetched. A refusal travels with its real HTTP status, for pictures and plain
 * links, and in the envelope of the REST door, whose clients read it when a download fails.
 */
export function serveFiles(
  app: FastifyInstance,
  world: FilesWorld,
  paths: readonly string[],
  handler: FileHandler,
): void {
  for (const path of paths) {
    // Bytes go out as they are: the compressor takes some for compressed already and then says so wrongly.
    app.get<{ Params: Record<string, string> }>(path, { compress: false }, async (request, reply) => {
      const ctx = await world.readerOf(request, reply)
      reply.header('x-content-type-options', 'nosniff')
      try {
        return await sendFile(ctx, request, reply, await handler(ctx, request.params))
      } catch (error) {
        for (const name of OF_FILES) reply.removeHeader(name)
        reply.header('cache-control', 'no-store')
        const refusal = refusalOf(error)
        if (!refusal) throw error
        const status = REFUSALS[refusal.code]
        const msg = createTranslator(ctx.locale)(`refusal:${refusal.code}`, refusal.parameters)
        return reply.code(status).send({ status, data: null, msg })
      }
    })
  }
}

/** What is said of a file and must not be said of a refusal. */
const OF_FILES = ['content-type', 'content-length', 'content-range', 'content-disposition', 'etag']

async function sendFile(ctx: Context, request: FastifyRequest, reply: FastifyReply, file: File) {
  const { size } = await ctx.db.blob.findUniqueOrThrow({ where: { hash: file.blobHash } })
  const tag = `"${file.blobHash}"`
  reply.headers({
    ...file.headers,
    'cache-control': file.cacheControl,
    etag: tag,
    'accept-ranges': 'bytes',
  })
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  reply.type(file.mediaType)
  const { range, 'if-range': ifRange = tag } = request.headers
  const part = request.method === 'GET' && ifRange === tag ? partOf(range, size) : null
  if (part === 'none') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send()
  }
  if (!part) {
    reply.header('content-length', size)
    // A stream, so that Fastify keeps the length for HEAD.
    const body = request.method === 'HEAD' ? Readable.from([]) : await ctx.house.blobs.read(file.blobHash)
    return reply.send(body)
  }
  const [from, to] = part
  reply
    .code(206)
    .header('content-length', to - from + 1)
    .header('content-range', `bytes ${from}-${to}/${size}`)
  return reply.send(Readable.from(slice(await ctx.house.blobs.read(file.blobHash), from, to + 1)))
}

/** Whether a client that names these tags has the content of `tag`. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, '')))

/** First and last byte of the one part that is asked for; null for the whole, 'none' for a part that is not there. */
function partOf(header: string | undefined, size: number): [number, number] | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return from > to ? 'none' : [from, to]
}

/** The bytes of a stream from `from` up to `end`, that one not included. */
async function* slice(stream: Readable, from: number, end: number) {
  let at = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (at + chunk.length > from) yield chunk.subarray(Math.max(0, from - at), end - at)
    at += chunk.length
    if (at >= end) return
  }
}

/** The header that makes a browser save a file; clients of the reference system take all that follows `filename=`. */
export const asAttachment = (name: string): string =>
  `attachment;filename=${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
