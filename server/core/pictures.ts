/** What the files of each type begin with; bytes that vary from file to file are null. */
const BEGINNINGS = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [...Buffer.from('GIF87a')]],
  ['image/gif', [...Buffer.from('GIF89a')]],
  ['image/webp', [...Buffer.from('RIFF'), null, null, null, null, ...Buffer.from('WEBP')]],
] as const satisfies [string, (number | null)[]][]

/** The type of a picture made of pixels, or null of anything else; a drawing (SVG) may carry scripts and is none. */
export const pictureTypeOf = (content: Uint8Array): (typeof BEGINNINGS)[number][0] | null =>
  BEGINNINGS.find(([, beginning]) =>
    beginning.every((byte, at) => byte === null || content[at] === byte),
  )?.[0] ?? null
