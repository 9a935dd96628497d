import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/launch/places.ts'
import type { Person } from './people.ts'
import type { Site } from './site.ts'

/**
 * 20 s of H.264, made once by: ffmpeg -f lavfi -i testsrc2=size=128x72:rate=4:duration=20 -c:v libx264
 * -profile:v baseline -pix_fmt yuv420p -preset veryslow -crf 48 -g 8 -movflags +faststart lesson.mp4
 */
export const LESSON_VIDEO = readFileSync(join(ROOT, 'tests/support/lesson.mp4'))

/** The video with a box behind it that players skip, so that it has this many bytes. */
export function videoOf(bytes: number): Buffer {
  const free = Buffer.alloc(bytes - LESSON_VIDEO.byteLength)
  free.writeUInt32BE(free.byteLength, 0)
  free.write('free', 4, 'latin1')
  return Buffer.concat([LESSON_VIDEO, free])
}

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

export const FRAGMENT = 2 ** 20

type At = Pick<Site, 'url'>

/** Sends a form; the HTTP status and the envelope. */
async function post(at: At, as: Person | null, path: string, form: FormData) {
  const headers = { 'accept-language': 'en-US', ...(as ? { authorization: as.token } : {}) }
  const response = await fetch(`${at.url}${path}`, { method: 'POST', headers, body: form })
  return {
    http: response.status,
    ...((await response.json()) as { status: number; data: number; msg: string }),
  }
}

/** Sends one fragment. */
export function sendFragment(
  at: At,
  { as, md5, offset, bytes }: { as: Person | null; md5: string; offset: number | string; bytes: Uint8Array },
) {
  const form = new FormData()
  form.append('md5', md5)
  form.append('offset', String(offset))
  form.append('fileName', '../../../etc/passwd.mp4')
  form.append('file', new Blob([new Uint8Array(bytes)]), '../x.mp4')
  return post(at, as, '/shopapi/uploadFragmentation', form)
}

/** Address of a request of fragments. */
export const fragmentsPath = (md5: string, offset: number) =>
  `/shopapi/uploadFragments?md5=${md5}&offset=${offset}`

/** Sends many fragments in one request. */
export function sendFragments(
  at: At,
  { as, md5, offset, bytes }: { as: Person | null; md5: string; offset: number; bytes: Uint8Array },
) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'x.mp4')
  return post(at, as, fragmentsPath(md5, offset), form)
}

/** Uploads and publishes a video; returns its address. */
export async function uploadVideo(site: Site, as: Person, bytes: Uint8Array): Promise<string> {
  const md5 = md5Of(bytes)
  for (let offset = 0; offset < bytes.byteLength; offset += FRAGMENT)
    await sendFragment(site, { as, md5, offset, bytes: bytes.subarray(offset, offset + FRAGMENT) })
  const { data, msg } = await site.rest('GET', `/shopapi/publichFile?md5=${md5}&name=a.mp4`, {
    token: as.token,
  })
  if (!data) throw new Error(msg)
  return data.path
}
