/** The smallest files that say a type and a size, without any pixels behind it. */

const uint = (bytes: 2 | 4, value: number, order: 'BE' | 'LE') => {
  const buffer = Buffer.alloc(bytes)
  if (order === 'BE') buffer.writeUIntBE(value, 0, bytes)
  else buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

type Size = { width?: number; height?: number }

export const png = ({ width = 4, height = 3 }: Size = {}): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from('IHDR'),
    uint(4, width, 'BE'),
    uint(4, height, 'BE'),
    Buffer.from([8, 2, 0, 0, 0, 0, 0, 0, 0]),
  ])

export const gif = (version: '87a' | '89a', { width = 4, height = 3 }: Size = {}): Buffer =>
  Buffer.concat([Buffer.from(`GIF${version}`), uint(2, width, 'LE'), uint(2, height, 'LE'), Buffer.alloc(4)])

export const jpeg = ({ width = 4, height = 3 }: Size = {}): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from('JFIF\0'),
    Buffer.alloc(9),
    Buffer.from([0xff, 0xc0, 0, 11, 8]),
    uint(2, height, 'BE'),
    uint(2, width, 'BE'),
    Buffer.from([1, 1, 0x11, 0, 0xff, 0xd9]),
  ])

export const webp = ({ width = 4, height = 3 }: Size = {}): Buffer =>
  Buffer.concat([
    Buffer.from('RIFF'),
    uint(4, 30, 'LE'),
    Buffer.from('WEBPVP8 '),
    uint(4, 18, 'LE'),
    Buffer.from([0x30, 1, 0, 0x9d, 1, 0x2a]),
    uint(2, width, 'LE'),
    uint(2, height, 'LE'),
    Buffer.alloc(8),
  ])

export const bmp = ({ width = 4, height = 3 }: Size = {}): Buffer =>
  Buffer.concat([
    Buffer.from('BM'),
    uint(4, 54, 'LE'),
    uint(4, 0, 'LE'),
    uint(4, 54, 'LE'),
    uint(4, 40, 'LE'),
    uint(4, width, 'LE'),
    uint(4, height, 'LE'),
    Buffer.alloc(28),
  ])
