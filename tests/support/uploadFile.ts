import { contentOf, type Upload } from '#server/core/blobs.ts'
import type { Site } from './site.ts'

/** An uploaded file in the form that doors pass to rules. */
export const uploadOf = (name: string, bytes: Uint8Array): Upload => ({
  name,
  content: contentOf(bytes),
  atMost: bytes.byteLength,
})

/** Uploads a file as `as` in `field` of a form; returns the HTTP status and the envelope. */
export async function uploadFile(
  site: Site,
  path: string,
  content: Uint8Array | string,
  {
    as,
    name = 'tests.zip',
    field = 'file',
    locale = 'en-US',
    after = {},
  }: {
    as: { token?: string } | null
    name?: string
    field?: string
    locale?: string
    /** Fields of the form after the file. */
    after?: Record<string, string>
  },
) {
  const form = new FormData()
  form.append(field, new Blob([Buffer.from(content)]), name)
  for (const [key, value] of Object.entries(after)) form.append(key, value)
  const response = await fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { 'accept-language': locale, ...(as?.token ? { authorization: as.token } : {}) },
    body: form,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const envelope = (await response.json()) as { status: number; data: any; msg: string }
  return { http: response.status, ...envelope }
}
