import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentOf, type Upload } from '../../core/blobs.ts'
import { Malformed, Refusal } from '../../core/errors.ts'

/**
 * File of an upload call: one in this field of a form, or `most` of them, which have `maxBytes` together. A `streamed`
 * file, too large for memory, is passed on while it arrives; the call asks for fields of the form after it.
 */
export type UploadBounds = { field: string; maxBytes: number; most?: number; streamed?: boolean }

/** Most bytes of a form besides the file: boundaries, headers and other fields. */
const MAX_FORM_BYTES = 64 * 1024
const FIELDS = { fields: 10, fieldSize: 4096, parts: 20, headerPairs: 50 }

/** Makes `app` accept forms and no other type of body. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  // `bounded` checks the size.
  await app.register(multipart, { throwFileSizeLimit: false })
  // Other types pass, so that authorization comes before the refusal of the body.
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
}

/** Whether the declared length is within bounds; false without a length. */
export const isShort = ({ headers }: FastifyRequest, { maxBytes }: UploadBounds): boolean =>
  Number(headers['content-length']) <= maxBytes + MAX_FORM_BYTES

/**
 * A received form: its files, the first of them, and its other fields by name. `following` reads those that stand after a
 * streamed file, once all of that has been read.
 */
export type Sent = {
  file: Upload
  files: readonly Upload[]
  texts: Record<string, unknown>
  following: () => Promise<Record<string, unknown>>
}

type Take<T> = (sent: Sent) => Promise<T>

/**
 * Reads the form of an upload. Throws FILE_TOO_LARGE, ONE_FILE, TOO_MANY_FILES or FILE_EMPTY, and Malformed for any other
 * fault.
 */
export async function receive<T>(request: FastifyRequest, bounds: UploadBounds, take: Take<T>): Promise<T> {
  if (!request.isMultipart()) throw new Malformed(bounds.field)
  if (Number(request.headers['content-length']) > bounds.maxBytes + MAX_FORM_BYTES) throw tooLarge(bounds)
  try {
    return await (bounds.streamed ? readAsItComes(request, bounds, take) : readWhole(request, bounds, take))
  } finally {
    request.raw.unpipe()
    if (isShort(request, bounds)) request.raw.resume()
  }
}

// One more byte than allowed passes, so that `bounded` refuses the file at once.
const partsOf = (request: FastifyRequest, { maxBytes, most = 1 }: UploadBounds) =>
  request.parts({ limits: { ...FIELDS, files: most + 1, fileSize: maxBytes + 1 } })

/** Any other error while a form is read is a fault of the form. */
const formFault = (error: unknown, { field }: UploadBounds) =>
  error instanceof Refusal ? error : new Malformed(field)

async function readWhole<T>(request: FastifyRequest, bounds: UploadBounds, take: Take<T>): Promise<T> {
  const texts: [string, unknown][] = []
  const files: Upload[] = []
  let left = bounds.maxBytes
  try {
    for await (const part of partsOf(request, bounds)) {
      if (part.type !== 'file') {
        texts.push([part.fieldname, part.value])
        continue
      }
      requireRoom(files.length, bounds)
      if (part.fieldname !== bounds.field) throw new Malformed(bounds.field)
      const chunks: Uint8Array[] = []
      for await (const chunk of bounded(part.file, bounds, left)) chunks.push(chunk)
      const atMost = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
      left -= atMost
      files.push({ name: nameOf(part.filename), content: contentOf(...chunks), atMost })
    }
  } catch (error) {
    throw formFault(error, bounds)
  }
  const [file] = files
  if (!file) throw new Malformed(bounds.field)
  return take({ file, files, texts: Object.fromEntries(texts), following: async () => ({}) })
}

function requireRoom(count: number, { most = 1 }: UploadBounds): void {
  if (count < most) return
  throw most === 1 ? new Refusal('ONE_FILE') : new Refusal('TOO_MANY_FILES', { max: most })
}

/** Passes the file on while it arrives; ignores all parts after it, unless they are asked for. */
async function readAsItComes<T>(request: FastifyRequest, bounds: UploadBounds, take: Take<T>): Promise<T> {
  const texts: [string, unknown][] = []
  const parts = partsOf(request, bounds)[Symbol.asyncIterator]()
  for (;;) {
    const { value: part, done } = await parts.next().catch((error) => {
      throw formFault(error, bounds)
    })
    if (done || !part) throw new Malformed(bounds.field)
    if (part.type !== 'file') {
      texts.push([part.fieldname, part.value])
      continue
    }
    if (part.fieldname !== bounds.field) throw new Malformed(bounds.field)
    const atMost = Math.min(bounds.maxBytes, Number(request.headers['content-length'] ?? bounds.maxBytes))
    const file = { name: nameOf(part.filename), content: bounded(part.file, bounds), atMost }
    const following = () => fieldsOf(parts, bounds)
    return take({ file, files: [file], texts: Object.fromEntries(texts), following })
  }
}

/** Fields of the rest of a form. Throws ONE_FILE for another file. */
async function fieldsOf(
  parts: AsyncIterator<Multipart>,
  bounds: UploadBounds,
): Promise<Record<string, unknown>> {
  const texts: [string, unknown][] = []
  try {
    for await (const part of { [Symbol.asyncIterator]: () => parts }) {
      if (part.type === 'file') throw new Refusal('ONE_FILE')
      texts.push([part.fieldname, part.value])
    }
  } catch (error) {
    throw formFault(error, bounds)
  }
  return Object.fromEntries(texts)
}

const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

/** The file name, without the three escapes that browsers write. */
const nameOf = (sent: string): string =>
  sent.replace(/%22|%0D|%0A/gi, (code) => ESCAPED[code.toUpperCase()] ?? code)

/** Bytes of a file, `left` at most. Throws when it is too large, empty or incomplete. */
async function* bounded(content: AsyncIterable<Uint8Array>, bounds: UploadBounds, left = bounds.maxBytes) {
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.byteLength
      if (size > left) throw tooLarge(bounds)
      yield chunk
    }
  } catch (error) {
    throw formFault(error, bounds)
  }
  if (size === 0) throw new Refusal('FILE_EMPTY')
}

const tooLarge = ({ maxBytes }: UploadBounds) =>
  new Refusal('FILE_TOO_LARGE', { megabytes: maxBytes / 2 ** 20 })
