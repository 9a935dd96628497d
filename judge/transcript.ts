/** From the record of a conversation, as judge/sandbox/relay.c leaves it, to what its reader sees. */

import { readFileSync } from 'node:fs'
import type { Transcript, TranscriptLine, Verdict } from './protocol.ts'

/** Numbers and layout are part of the record: relay.c has the same. */
const KEPT_LINES = 128
const LINE_START = 192
const LINE_END = 64
const HEADER_BYTES = 24
const LINE_BYTES = 16 + LINE_START + LINE_END

/** A record is a few kilobytes and a moment old. Null when there is none, or none that is whole. */
export function readTranscript(path: string, verdict: Verdict): Transcript | null {
  let record: Buffer
  try {
    record = readFileSync(path)
  } catch {
    return null
  }
  return transcriptOf(record, verdict)
}

export function transcriptOf(record: Buffer, verdict: Verdict): Transcript | null {
  const count = (record.length - HEADER_BYTES) / LINE_BYTES
  if (!Number.isInteger(count) || count < 0) return null
  const said = Number(record.readBigUInt64LE(0))
  if (count !== Math.min(said, 2 * KEPT_LINES)) return null
  const lines = Array.from({ length: count }, (_, place) =>
    lineOf(record.subarray(HEADER_BYTES + place * LINE_BYTES, HEADER_BYTES + (place + 1) * LINE_BYTES)),
  )
  return {
    verdict,
    programBytes: Number(record.readBigUInt64LE(8)),
    interactorBytes: Number(record.readBigUInt64LE(16)),
    lines,
    gap: said > count ? { after: KEPT_LINES, lines: said - count } : null,
  }
}

function lineOf(record: Buffer): TranscriptLine {
  const length = Number(record.readBigUInt64LE(0))
  const start = record.subarray(16, 16 + Math.min(length, LINE_START))
  const beyond = length - start.length
  const ring = record.subarray(16 + LINE_START, 16 + LINE_START + Math.min(beyond, LINE_END))
  const turn = beyond > LINE_END ? beyond % LINE_END : 0
  const end = Buffer.concat([ring.subarray(turn), ring.subarray(0, turn)])
  const left = beyond - end.length
  return {
    by: record[8] === 0 ? 'PROGRAM' : 'INTERACTOR',
    text: visible(left > 0 ? start : Buffer.concat([start, end])),
    end: left > 0 ? { left, text: visible(end) } : null,
    open: record[9] === 0,
  }
}

/** Control characters, what changes the direction of writing, and what cannot be seen at all. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu

const byteWords = (bytes: Iterable<number>) =>
  [...bytes].map((byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/**
 * What is said need not be text. A byte that is no part of a character is written as `\xFF`, a character that would
 * not be seen, or would move others about, as its bytes or as `\u{202E}`; tabs stay.
 */
export function visible(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (!text.includes('\uFFFD')) return withoutUnseen(text)
  let shown = ''
  let from = 0
  for (let at = 0; at < bytes.length; ) {
    const size = characterSize(bytes, at)
    if (size === 0) {
      shown += withoutUnseen(decode(bytes, from, at)) + byteWords(bytes.subarray(at, at + 1))
      from = at + 1
    }
    at += size || 1
  }
  return shown + withoutUnseen(decode(bytes, from, bytes.length))
}

const decode = (bytes: Uint8Array, from: number, to: number) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to))

const withoutUnseen = (text: string) =>
  text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (character === '\t') return character
    return code < 0x80 ? byteWords([code]) : `\\u{${code.toString(16).toUpperCase()}}`
  })

/** How many bytes the character at `at` has; 0 when there is none. */
function characterSize(bytes: Uint8Array, at: number): number {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for (const size of [1, 2, 3, 4]) {
    if (at + size > bytes.length) return 0
    try {
      strict.decode(bytes.subarray(at, at + size))
      return size
    } catch {
      // Perhaps it is longer.
    }
  }
  return 0
}
