/**
 * Reads files in pieces. Reading is synchronous, because the files were just written and a copy from the page cache is
 * faster than the thread pool; long reads await `breathe` now and then, so that other work goes on. Memory stays at one
 * piece per file.
 */

import { closeSync, openSync, readSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

const PIECE = 256 * 1024
/** Bytes handled between two turns of the event loop: some milliseconds of work. */
const BREATH = 2 * 1024 * 1024

/** Pool of free buffers, because ten cases of a few bytes would otherwise cost 5 MB of garbage. */
const spare: Buffer[] = []
const SPARES = 8

/** Filters a piece; the next call may reuse the returned buffer. */
export type Reduce = (piece: Uint8Array) => Uint8Array

export class Pieces {
  #descriptor: number | null
  #buffer: Buffer | null = null
  readonly #reduce: Reduce
  #sinceBreath = 0

  constructor(path: string, reduce: Reduce = (piece) => piece) {
    this.#descriptor = openSync(path, 'r')
    this.#reduce = reduce
  }

  /** The next bytes, valid until the following call; null at the end. */
  next(): Uint8Array | null {
    while (this.#descriptor !== null) {
      this.#buffer ??= spare.pop() ?? Buffer.allocUnsafe(PIECE)
      const count = readSync(this.#descriptor, this.#buffer, 0, PIECE, null)
      if (count === 0) return null
      this.#sinceBreath += count
      const reduced = this.#reduce(this.#buffer.subarray(0, count))
      if (reduced.length > 0) return reduced
    }
    return null
  }

  /** A promise to await after much reading; null otherwise. */
  breathe(): Promise<void> | null {
    if (this.#sinceBreath < BREATH) return null
    this.#sinceBreath = 0
    return nextTurn()
  }

  /** Returns the buffer; the piece of `next` is no longer valid. */
  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    if (this.#buffer && spare.length < SPARES) spare.push(this.#buffer)
    this.#descriptor = null
    this.#buffer = null
  }
}

/** Whether two streams have equal bytes, in pieces of any size. */
export async function sameBytes(left: Pieces, right: Pieces): Promise<boolean> {
  try {
    let a = left.next()
    let b = right.next()
    while (a && b) {
      const length = Math.min(a.length, b.length)
      if (Buffer.compare(a.subarray(0, length), b.subarray(0, length)) !== 0) return false
      a = a.length > length ? a.subarray(length) : left.next()
      b = b.length > length ? b.subarray(length) : right.next()
      const pause = left.breathe() ?? right.breathe()
      if (pause) await pause
    }
    return a === null && b === null
  } finally {
    left.close()
    right.close()
  }
}

export const LF = 10
const CR = 13
const SPACE = 32

/** Space, tab, line feed, vertical tab, form feed, carriage return. */
export const isBlank = (byte: number) => byte === SPACE || (byte >= 9 && byte <= CR)

/** CRLF and CR become LF, as test data is written on many systems. */
export function unixLines(): Reduce {
  let afterReturn = false
  let kept = Buffer.alloc(0)
  return (piece) => {
    // Usually there is nothing to replace, and searching is much cheaper than copying.
    if (!afterReturn && piece.indexOf(CR) < 0) return piece
    if (kept.length < piece.length) kept = Buffer.allocUnsafe(piece.length)
    let length = 0
    for (const byte of piece) {
      if (byte === LF && afterReturn) {
        afterReturn = false
        continue
      }
      afterReturn = byte === CR
      kept[length++] = afterReturn ? LF : byte
    }
    return kept.subarray(0, length)
  }
}

/** Everything but white space. */
export function withoutBlanks(): Reduce {
  let kept = Buffer.alloc(0)
  return (piece) => {
    if (kept.length < piece.length) kept = Buffer.allocUnsafe(piece.length)
    let length = 0
    for (const byte of piece) if (!isBlank(byte)) kept[length++] = byte
    return kept.subarray(0, length)
  }
}

/** Walks the bytes of a file one by one. */
export class Cursor {
  readonly #pieces: Pieces
  #piece: Uint8Array = new Uint8Array()
  #at = 0

  constructor(path: string, reduce?: Reduce) {
    this.#pieces = new Pieces(path, reduce)
  }

  /** The byte under the cursor; -1 at the end. */
  peek(): number {
    if (this.#at === this.#piece.length) {
      this.#piece = this.#pieces.next() ?? new Uint8Array()
      this.#at = 0
    }
    return this.#piece[this.#at] ?? -1
  }

  advance(): void {
    this.#at++
  }

  breathe(): Promise<void> | null {
    return this.#pieces.breathe()
  }

  close(): void {
    this.#pieces.close()
  }
}
