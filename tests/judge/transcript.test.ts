import { describe, expect, test } from 'vitest'
import { transcriptOf, visible } from '#judge/transcript.ts'

describe('what is said is made visible', () => {
  test.each<[string, Uint8Array | string, string]>([
    ['text stays as it is', 'Größe 猜一猜 🎲\t7', 'Größe 猜一猜 🎲\t7'],
    ['control characters', 'a\0b\x1b[31mred\r', 'a\\x00b\\x1B[31mred\\x0D'],
    ['bytes that are no text', Uint8Array.of(0x41, 0xff, 0xc3, 0x28, 0xe7, 0x8c), 'A\\xFF\\xC3(\\xE7\\x8C'],
    ['bytes between characters', Buffer.from([0x80, ...Buffer.from('é'), 0xfe]), '\\x80é\\xFE'],
    ['a replacement mark that was said', '\uFFFD', '\uFFFD'],
    ['what turns the writing around', 'ok\u202Eko', 'ok\\u{202E}ko'],
    ['what nobody sees', '\uFEFF1\u200B2\u2028', '\\u{FEFF}1\\u{200B}2\\u{2028}'],
    ['nothing', '', ''],
  ])('%s', (_, said, shown) => {
    expect(visible(typeof said === 'string' ? Buffer.from(said) : said)).toBe(shown)
  })
})

test('a record that is not whole is none', () => {
  expect(transcriptOf(Buffer.alloc(0), 'WRONG_ANSWER')).toBeNull()
  expect(transcriptOf(Buffer.alloc(24 + 100), 'WRONG_ANSWER')).toBeNull()
  const header = Buffer.alloc(24)
  header.writeBigUInt64LE(3n)
  expect(transcriptOf(header, 'WRONG_ANSWER')).toBeNull()
  expect(transcriptOf(Buffer.alloc(24), 'WRONG_ANSWER')?.lines).toEqual([])
})
