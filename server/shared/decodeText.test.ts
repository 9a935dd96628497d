import { expect, it } from 'vitest'
import { decodeText } from './decodeText.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

it('decodes UTF-8, with a byte order mark or without', () => {
  expect(decodeText(new TextEncoder().encode('大学'))).toBe('大学')
  expect(decodeText(new TextEncoder().encode('\ufeff大学'))).toBe('大学')
})

it('decodes UTF-16 of either byte order, by its mark', () => {
  expect(decodeText(bytes(0xff, 0xfe, 0x27, 0x59, 0x66, 0x5b))).toBe('大学')
  expect(decodeText(bytes(0xfe, 0xff, 0x59, 0x27, 0x5b, 0x66))).toBe('大学')
})

it('decodes other bytes as GB18030, and marks those of no character', () => {
  expect(decodeText(bytes(0xb4, 0xf3, 0xd1, 0xa7))).toBe('大学')
  expect(decodeText(bytes(0x61, 0xff, 0x62))).toBe('a\ufffdb')
})
