import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentOf, type Upload } from '../../core/blobs.ts'
import { Malformed, Refusal } from '../../core/errors.ts'

/**
 * What an upload call takes: one file, in this field of a form. A `streamed` one is handed over while it comes, for
 * what is too large for the memory; texts of its form have to stand before it.
 */
export type UploadBounds = { field: string; maxBytes: number; streamed?: boolean }

/** What stands around the file in a form: boundaries, the heads of its parts, its texts. */
const MAX_FORM_BYTES = 64 * 1024
const FIELDS = { fields: 10, fieldSize: 4096, parts: 20, headerPairs: 50 }

/** Lets the calls of `app` take forms, and no other type of body. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  // Sizes are looked at while a file is read.
  await app.register(multipart, { throwFileSizeLimit: false })
  // Whoever asks is looked at before what they sent is.
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
}

/** Whether the body is known to be no longer than a file that is taken; one without a length is not. */
export const isShort = ({ headers }: FastifyRequest, { maxBytes }: UploadBounds): boolean =>
  Number(headers['content-length']) <= maxBytes + MAX_FORM_BYTES

/** What was sent in a form: its file, and its texts by their names. */
export type Sent = { file: Upload; texts: Record<string, unknown> }

type Take<T> = (sent: Sent) => Promise<T>

/** Reads the form of an upload and hands it over; of a file that is too large no more is read than shows that. */
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

// A byte more than allowed has to come through to be noticed here, at once and not at the end of the file.
const partsOf = (request: FastifyRequest, { maxBytes }: UploadBounds) =>
  request.parts({ limits: { ...FIELDS, files: 2, fileSize: maxBytes + 1 } })

/** Everything else that can go wrong while a form is read lies in the form. */
const formFault = (error: unknown, { field }: UploadBounds) =>
  error instanceof Refusal ? error : new Malformed(field)

async function readWhole<T>(request: FastifyRequest, bounds: UploadBounds, take: Take<T>): Promise<T> {
  const texts: [string, unknown][] = []
  let file: Upload | null = null
  try {
    for await (const part of partsOf(request, bounds)) {
      if (part.type !== 'file') {
        texts.push([part.fieldname, part.value])
        continue
      }
      if (file) throw new Refusal('ONE_FILE')
      if (part.fieldname !== bounds.field) throw new Malformed(bounds.field)
      const chunks: Uint8Array[] = []
      for await (const chunk of bounded(part.file, bounds)) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      file = { name: nameOf(part.filename), content: contentOf(bytes), atMost: bytes.byteLength }
    }
    if (!file) throw new Malformed(bounds.field)
  } catch (error) {
    throw formFault(error, bounds)
  }
  return take({ file, texts: Object.fromEntries(texts) })
}

/** The file is handed over while it comes; texts and further files behind it are not looked at. */
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
    return take({ file, texts: Object.fromEntries(texts) })
  }
}

const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

/** The name of a file, without the escapes that browsers put into the head of its part: those three and no others. */
const nameOf = (sent: string): string =>
  sent.replace(/%22|%0D|%0A/gi, (code) => ESCAPED[code.toUpperCase()] ?? code)

/** The bytes of a file within its bounds; one that is empty or breaks off is refused. */
async function* bounded(content: AsyncIterable<Uint8Array>, bounds: UploadBounds) {
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.byteLength
      if (size > bounds.maxBytes) throw tooLarge(bounds)
      yield chunk
    }
  } catch (error) {
    throw formFault(error, bounds)
  }
  if (size === 0) throw new Refusal('FILE_EMPTY')
}

const tooLarge = ({ maxBytes }: UploadBounds) =>
  new Refusal('FILE_TOO_LARGE', { megabytes: maxBytes / 2 ** 20 })
