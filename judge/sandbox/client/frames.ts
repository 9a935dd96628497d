/**
 * Frames between the judge and `sandboxd`: u32 length of the rest, u32 ticket, u32 verb (absent in
 * answers), fields. A field is a u32, a u64 or a text (u32 length, bytes, NUL). wire.c reads the same.
 */

const INITIAL = 1024
/** Largest request (bytes); wire.c closes the connection at a larger one. */
const LARGEST_REQUEST = 256 * 1024 * 1024
/** Largest valid answer (bytes); `sandboxd` sends at most about 10 KB. */
const LARGEST_ANSWER = 64 * 1024

export class FrameWriter {
  readonly ticket: number
  #buffer = Buffer.allocUnsafe(INITIAL)
  #length = 4

  constructor(ticket: number, verb: number) {
    this.ticket = ticket
    this.u32(ticket).u32(verb)
  }

  u32(value: number) {
    this.#reserve(4)
    this.#length = this.#buffer.writeUInt32LE(value, this.#length)
    return this
  }

  u64(value: number) {
    this.#reserve(8)
    this.#length = this.#buffer.writeBigUInt64LE(BigInt(Math.max(0, Math.ceil(value))), this.#length)
    return this
  }

  /** Throws on NUL bytes, because the text is a C string on the other side. */
  text(value: string) {
    if (value.includes('\0')) throw new RangeError('a NUL byte in a text for the sandbox')
    return this.bytes(value)
  }

  bytes(value: string | Uint8Array) {
    const length = typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength
    this.u32(length)
    this.#reserve(length + 1)
    if (typeof value === 'string') this.#buffer.write(value, this.#length)
    else this.#buffer.set(value, this.#length)
    this.#length = this.#buffer.writeUInt8(0, this.#length + length)
    return this
  }

  finish() {
    if (this.#length - 4 > LARGEST_REQUEST) throw new RangeError('too much for one request to the sandbox')
    this.#buffer.writeUInt32LE(this.#length - 4, 0)
    return this.#buffer.subarray(0, this.#length)
  }

  #reserve(more: number) {
    if (this.#length + more <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + more))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}

/** An answer does not have the format of `sandboxd`. */
export class MalformedFrame extends Error {}

/** Reads the fields of an answer without trusting it; throws MalformedFrame. */
export class FrameReader {
  readonly ticket: number
  #frame: Buffer
  #at = 4

  constructor(frame: Buffer) {
    this.#frame = frame
    this.ticket = frame.readUInt32LE(0)
  }

  u32() {
    return this.#frame.readUInt32LE(this.#advance(4))
  }

  u64() {
    return Number(this.#frame.readBigUInt64LE(this.#advance(8)))
  }

  text() {
    return this.bytes().toString()
  }

  /** Returns a view of the frame, not a copy: nothing else keeps the frame. */
  bytes() {
    const length = this.u32()
    const at = this.#advance(length + 1)
    if (this.#frame[at + length] !== 0) throw new MalformedFrame('a text has no end')
    return this.#frame.subarray(at, at + length)
  }

  /** Throws when bytes are left. */
  finish() {
    const left = this.#frame.length - this.#at
    if (left) throw new MalformedFrame(`${left} bytes too many`)
  }

  #advance(bytes: number) {
    const at = this.#at
    if (bytes > this.#frame.length - at) throw new MalformedFrame('an answer ends early')
    this.#at += bytes
    return at
  }
}

/** Passes every complete frame to `take`; returns the rest, an incomplete frame. */
export function splitFrames(received: Buffer, take: (frame: FrameReader) => void): Buffer {
  let at = 0
  while (received.length - at >= 4) {
    const length = received.readUInt32LE(at)
    if (length < 4 || length > LARGEST_ANSWER) throw new MalformedFrame(`an answer of ${length} bytes`)
    const end = at + 4 + length
    if (end > received.length) break
    take(new FrameReader(received.subarray(at + 4, end)))
    at = end
  }
  return received.subarray(at)
}
