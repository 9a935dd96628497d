import { imageSize } from 'image-size'

/** First bytes of each file type; null for bytes that vary. */
const BEGINNINGS = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [...Buffer.from('GIF87a')]],
  ['image/gif', [...Buffer.from('GIF89a')]],
  ['image/webp', [...Buffer.from('RIFF'), null, null, null, null, ...Buffer.from('WEBP')]],
  ['image/bmp', [...Buffer.from('BM'), null, null, null, null, 0, 0, 0, 0]],
] as const satisfies [string, (number | null)[]][]

export type PictureType = (typeof BEGINNINGS)[number][0]

/** The type of a raster image; null for everything else, also for SVG, which can contain scripts. */
export const pictureTypeOf = (content: Uint8Array): PictureType | null =>
  BEGINNINGS.find(([, beginning]) =>
    beginning.every((byte, at) => byte === null || content[at] === byte),
  )?.[0] ?? null

/** Most pixels of an image; more would fill the memory of a phone. */
const MAX_PIXELS = 40_000_000
const MAX_SIDE = 16_384

/** Whether an image declares a size that a browser can show; one without a size is broken. */
export function isShowable(content: Uint8Array): boolean {
  try {
    const { width, height } = imageSize(content)
    return width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS
  } catch {
    return false
  }
}
