import { expect, test } from 'vitest'
import { cleaned, cleanedBytes } from './cleaning.ts'

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['a mark of UTF-8', Buffer.from('\ufeff5\r\n'), '5\n'],
  ['UTF-16', utf16('二\r\n3'), '二\n3'],
  ['UTF-16 the other way round', utf16('5\n').swap16(), '5\n'],
  ['line ends of all kinds', Buffer.from('1\r2\r\n3\n\r\r\n'), '1\n2\n3\n\n\n'],
  ['nothing', Buffer.from(''), ''],
])('a file in memory is cleaned as one that streams: %s', async (_, bytes, text) => {
  expect(Buffer.from(cleanedBytes(bytes)).toString()).toBe(text)
  async function* piecewise() {
    for (const byte of bytes) yield Uint8Array.of(byte)
  }
  const pieces: Uint8Array[] = []
  for await (const piece of cleaned(piecewise(), new Set())) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe(text)
})

test('bytes that are no text stay', () => {
  const binary = Uint8Array.of(0xff, 0xfe, 0, 0, 1, 0xef, 0xbb, 0xbf)
  expect(cleanedBytes(binary)).toEqual(binary)
})
