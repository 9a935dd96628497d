import { isUtf8 } from 'node:buffer'

/** Findings in a test file: fixed, except NOT_UTF8 and EMPTY, which are only reported. */
export const TEST_NOTES = ['LINE_ENDS', 'BYTE_ORDER_MARK', 'UTF16', 'NOT_UTF8', 'EMPTY'] as const
export type TestNote = (typeof TEST_NOTES)[number]

const CR = 13
const LF = 10

/** Bytes that determine the encoding. */
const SNIFFED = 4096

/** UTF-16 encoding by the byte order mark; null when there is none, or when the rest is not text. */
function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = head
  const label =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  if (!label) return null
  const text = new TextDecoder(label).decode(head.subarray(0, head.length & ~1))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no text has
  return /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text.slice(0, -1)) ? null : label
}

const hasUtf8Mark = (head: Uint8Array) => head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf

/**
 * Normalizes a test file: Unix line ends, UTF-8 without a byte order mark instead of UTF-16 or UTF-8 with
 * one. Binary files pass unchanged. Findings are added to `notes` by the end.
 */
export async function* cleaned(
  content: AsyncIterable<Uint8Array>,
  notes: Set<TestNote>,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of withUnixLineEnds(checkedUtf8(decoded(content, notes), notes), notes)) {
    size += chunk.byteLength
    if (chunk.byteLength > 0) yield chunk
  }
  if (size === 0) notes.add('EMPTY')
}

/** Normalizes a test file that is in memory, as `cleaned` does a stream. */
export function cleanedBytes(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const label = utf16Of(bytes.subarray(0, SNIFFED))
  if (label) return unixLines(Buffer.from(new TextDecoder(label).decode(bytes)), false)
  return unixLines(hasUtf8Mark(bytes) ? bytes.subarray(3) : bytes, false)
}

async function* decoded(content: AsyncIterable<Uint8Array>, notes: Set<TestNote>) {
  let decoder: TextDecoder | null = null
  for await (const chunk of begunWith(content, SNIFFED)) {
    let bytes = chunk.bytes
    if (chunk.isFirst) {
      const label = utf16Of(bytes)
      if (label) {
        notes.add('UTF16')
        decoder = new TextDecoder(label)
      } else if (hasUtf8Mark(bytes)) {
        notes.add('BYTE_ORDER_MARK')
        bytes = bytes.subarray(3)
      }
    }
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes
  }
  if (decoder) yield Buffer.from(decoder.decode())
}

/** Splits a stream so that its first piece has at least `least` bytes, if there are as many. */
async function* begunWith(content: AsyncIterable<Uint8Array>, least: number) {
  let waiting: Uint8Array[] | null = []
  let length = 0
  for await (const bytes of content) {
    if (!waiting) {
      yield { bytes, isFirst: false }
      continue
    }
    waiting.push(bytes)
    length += bytes.byteLength
    if (length < least) continue
    yield { bytes: Buffer.concat(waiting), isFirst: true }
    waiting = null
  }
  if (waiting) yield { bytes: Buffer.concat(waiting), isFirst: true }
}

/** Start of a character that is cut off at the end of the bytes, else their end. */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return wanted > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

async function* checkedUtf8(content: AsyncIterable<Uint8Array>, notes: Set<TestNote>) {
  let rest: Uint8Array = new Uint8Array()
  for await (const bytes of content) {
    if (!notes.has('NOT_UTF8')) {
      const whole = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
      const end = endOfWhole(whole)
      if (!isUtf8(whole.subarray(0, end))) notes.add('NOT_UTF8')
      rest = whole.slice(end)
    }
    yield bytes
  }
  if (rest.length > 0) notes.add('NOT_UTF8')
}

async function* withUnixLineEnds(content: AsyncIterable<Uint8Array>, notes: Set<TestNote>) {
  /** Whether the last piece ended with CR, so that this one may begin with its LF. */
  let afterCr = false
  for await (const bytes of content) {
    if (!afterCr && !bytes.includes(CR)) {
      yield bytes
      continue
    }
    notes.add('LINE_ENDS')
    yield unixLines(bytes, afterCr)
    afterCr = bytes.length > 0 ? bytes[bytes.length - 1] === CR : afterCr
  }
}

/** Makes CRLF, and CR alone, LF. `afterCr`: the bytes before these ended with CR. */
function unixLines(bytes: Uint8Array, afterCr: boolean): Uint8Array {
  if (!afterCr && !bytes.includes(CR)) return bytes
  const lines = new Uint8Array(bytes.length)
  let length = 0
  let before = afterCr ? CR : LF
  for (const byte of bytes) {
    if (!(byte === LF && before === CR)) lines[length++] = byte === CR ? LF : byte
    before = byte
  }
  return lines.subarray(0, length)
}
