import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'

/** A file that a download sends. */
export type StoredFile = {
  /** SHA-256 of the content in hex, also the ETag. */
  hash: string
  /** Size in bytes; null for a generated file, which has no ranges. */
  size: number | null
  open(): Promise<Readable>
  /** Bytes from `from` (inclusive) to `end` (exclusive); without it a range is cut from the whole. */
  openRange?(from: number, end: number): Promise<Readable>
  mediaType: string
  cacheControl: string
  headers?: Record<string, string>
}

/** Hash, size and content of a blob. */
export async function blobFile(
  { db, house }: Context,
  hash: string,
): Promise<Pick<StoredFile, 'hash' | 'open'> & { size: number }> {
  const { size } = await db.blob.findUniqueOrThrow({ where: { hash } })
  return { hash, size, open: () => house.blobs.read(hash) }
}

/** Headers of a file that a refusal must not have. */
const OF_FILES = ['content-type', 'content-length', 'content-range', 'content-disposition', 'etag']

/** Removes the headers of a file from a refused download, and forbids caching. */
export function refuseDownload(reply: FastifyReply): void {
  for (const name of OF_FILES) reply.removeHeader(name)
  reply.header('cache-control', 'no-store')
}

/** Sends a file or its requested range. Answers 304 when the client has it and 416 for a range outside it. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  const { size } = file
  const tag = `"${file.hash}"`
  reply.headers({
    'x-content-type-options': 'nosniff',
    ...file.headers,
    'cache-control': file.cacheControl,
    etag: tag,
    'accept-ranges': size === null ? 'none' : 'bytes',
  })
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  reply.type(file.mediaType)
  if (size === null) return reply.send(request.method === 'HEAD' ? Readable.from([]) : await file.open())
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
    // Fastify keeps the content length of HEAD for streams only.
    const body = request.method === 'HEAD' ? Readable.from([]) : await file.open()
    return reply.send(body)
  }
  const [from, to] = part
  reply
    .code(206)
    .header('content-length', to - from + 1)
    .header('content-range', `bytes ${from}-${to}/${size}`)
  if (file.openRange) return reply.send(await file.openRange(from, to + 1))
  return reply.send(Readable.from(slice(await file.open(), from, to + 1)))
}

/** Whether an If-None-Match header contains `tag`. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, '')))

/** First and last byte of a Range header; null for the whole file, 'none' for a range outside it. */
function partOf(header: string | undefined, size: number): [number, number] | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return from > to ? 'none' : [from, to]
}

/** Bytes of a stream from `from` (inclusive) to `end` (exclusive). */
async function* slice(stream: Readable, from: number, end: number) {
  let at = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (at + chunk.length > from) yield chunk.subarray(Math.max(0, from - at), end - at)
    at += chunk.length
    if (at >= end) return
  }
}

/** Content-Disposition of a download. Clients of the reference system read everything after `filename=`. */
export const asAttachment = (name: string): string =>
  `attachment;filename=${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
