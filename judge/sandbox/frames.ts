/**
 * Frames between the judge and `sandboxd`: u32 length of the rest, u32 ticket, u32 verb (absent in
 * answers), fields. A field is a u32, a u64 or a text (u32 length, bytes, NUL). wire.c reads the same.
 */

const INITIAL = 1024

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

  /** Without NUL bytes: it is a C string on the other side. */
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

export class FrameReader {
  readonly ticket: number
  #frame: Buffer
  #at = 4

  constructor(frame: Buffer) {
    this.#frame = frame
    this.ticket = frame.readUInt32LE(0)
  }

  u32() {
    const value = this.#frame.readUInt32LE(this.#at)
    this.#at += 4
    return value
  }

  u64() {
    const value = this.#frame.readBigUInt64LE(this.#at)
    this.#at += 8
    return Number(value)
  }

  text() {
    return this.bytes().toString()
  }

  /** A view into the frame, which nobody else keeps. */
  bytes() {
    const length = this.u32()
    const value = this.#frame.subarray(this.#at, this.#at + length)
    this.#at += length + 1
    return value
  }
}

/** Hands over every whole frame and gives back what is left of the last one. */
export function splitFrames(received: Buffer, take: (frame: FrameReader) => void): Buffer {
  let at = 0
  while (received.length - at >= 4) {
    const end = at + 4 + received.readUInt32LE(at)
    if (end > received.length) break
    take(new FrameReader(received.subarray(at + 4, end)))
    at = end
  }
  return received.subarray(at)
}
