import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Malformed, Refusal } from '../../core/errors.ts'

/** What an upload call takes: one file, in this field of a form. */
export type UploadBounds = { field: string; maxBytes: number }

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
export type Sent = { file: Uint8Array; texts: Record<string, unknown> }

/** The form of an upload; of a file that is too large no more is read than shows that. */
export async function readUpload(request: FastifyRequest, bounds: UploadBounds): Promise<Sent> {
  if (!request.isMultipart()) throw new Malformed(bounds.field)
  if (Number(request.headers['content-length']) > bounds.maxBytes + MAX_FORM_BYTES) throw tooLarge(bounds)
  try {
    return await readForm(request, bounds)
  } catch (error) {
    // Everything else that can go wrong while a form is read lies in the form.
    throw error instanceof Refusal ? error : new Malformed(bounds.field)
  } finally {
    request.raw.unpipe()
    if (isShort(request, bounds)) request.raw.resume()
  }
}

async function readForm(request: FastifyRequest, bounds: UploadBounds): Promise<Sent> {
  const texts: [string, unknown][] = []
  let file: Uint8Array | null = null
  // A byte more than allowed has to come through to be noticed here, at once and not at the end of the file.
  const limits = { ...FIELDS, files: 2, fileSize: bounds.maxBytes + 1 }
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') {
      texts.push([part.fieldname, part.value])
      continue
    }
    if (file) throw new Refusal('ONE_FILE')
    if (part.fieldname !== bounds.field) throw new Malformed(bounds.field)
    file = await readAll(part.file, bounds)
  }
  if (!file) throw new Malformed(bounds.field)
  if (file.byteLength === 0) throw new Refusal('FILE_EMPTY')
  return { file, texts: Object.fromEntries(texts) }
}

async function readAll(content: AsyncIterable<Uint8Array>, bounds: UploadBounds): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.byteLength
    if (size > bounds.maxBytes) throw tooLarge(bounds)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = ({ maxBytes }: UploadBounds) =>
  new Refusal('FILE_TOO_LARGE', { megabytes: maxBytes / 2 ** 20 })
