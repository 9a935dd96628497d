import { isBlank, LF, Pieces, unixLines } from './pieces.ts'

/** Longer tokens are split, equally on both sides, to bound memory. */
const LONGEST = 1024 * 1024

export const LINE_END = '\n'

/** Reads a file token by token, as Latin-1 so that all bytes are preserved. */
export class TokenReader {
  readonly #pieces: Pieces
  readonly #lines: boolean
  #piece: Uint8Array = new Uint8Array()
  #at = 0
  /** Line ends seen since the last token. */
  #lineEnds = 0
  #ready: string | null = null

  /** With `lines`, line ends are tokens too, but for those at the end of the file. */
  constructor(path: string, { lines = false } = {}) {
    this.#pieces = new Pieces(path)
    this.#lines = lines
  }

  /** The next token; null at the end. */
  next(): string | null {
    this.#ready ??= this.#read()
    if (this.#ready === null) return null
    if (this.#lines && this.#lineEnds > 0) {
      this.#lineEnds--
      return LINE_END
    }
    const word = this.#ready
    this.#ready = null
    this.#lineEnds = 0
    return word
  }

  breathe(): Promise<void> | null {
    return this.#pieces.breathe()
  }

  close(): void {
    this.#pieces.close()
  }

  #read(): string | null {
    let word = ''
    while (this.#at < this.#piece.length || this.#refill()) {
      if (!word) this.#skipBlanks()
      const start = this.#at
      const end = Math.min(this.#piece.length, start + LONGEST - word.length)
      while (this.#at < end && !isBlank(this.#piece[this.#at] ?? 0)) this.#at++
      if (this.#at > start) word += latin1(this.#piece, start, this.#at)
      if (word && (this.#at < this.#piece.length || word.length === LONGEST)) return word
    }
    return word || null
  }

  #skipBlanks(): void {
    for (; this.#at < this.#piece.length; this.#at++) {
      const byte = this.#piece[this.#at] ?? 0
      if (!isBlank(byte)) return
      if (byte === LF) this.#lineEnds++
    }
  }

  #refill(): boolean {
    const piece = this.#pieces.next()
    if (!piece) return false
    this.#piece = piece
    this.#at = 0
    return true
  }
}

const latin1 = (piece: Uint8Array, start: number, end: number) =>
  Buffer.from(piece.buffer, piece.byteOffset + start, end - start).toString('latin1')

/** Reads words and white space alternately as tokens; long ones in pieces of one size. */
class Spaced {
  readonly #pieces: Pieces
  #piece: Uint8Array = new Uint8Array()
  #at = 0

  constructor(pieces: Pieces) {
    this.#pieces = pieces
  }

  next(): string | null {
    let token = ''
    let blank: boolean | null = null
    while (token.length < LONGEST && (this.#at < this.#piece.length || this.#refill())) {
      blank ??= isBlank(this.#piece[this.#at] ?? 0)
      const start = this.#at
      const end = Math.min(this.#piece.length, start + LONGEST - token.length)
      while (this.#at < end && isBlank(this.#piece[this.#at] ?? 0) === blank) this.#at++
      token += latin1(this.#piece, start, this.#at)
      if (this.#at < this.#piece.length) break
    }
    return token || null
  }

  breathe(): Promise<void> | null {
    return this.#pieces.breathe()
  }

  close(): void {
    this.#pieces.close()
  }

  #refill(): boolean {
    this.#piece = this.#pieces.next() ?? new Uint8Array()
    this.#at = 0
    return this.#piece.length > 0
  }
}

/** Tokens of a file, with the white space when it counts; line ends of answers are normalized. */
export const tokensOf = (path: string, spaces: boolean, isAnswer = false): Tokens =>
  spaces ? new Spaced(new Pieces(path, isAnswer ? unixLines() : undefined)) : new TokenReader(path)

/** Whether the difference is in white space: only white-space tokens begin with a blank. */
export const isSpacing = ({ left, right }: Mismatch): boolean =>
  [left, right].some((token) => token !== null && isBlank(token.charCodeAt(0)))

type Tokens = Pick<TokenReader, 'next' | 'breathe' | 'close'>
type Mismatch = { at: number; left: string | null; right: string | null }

/** Compares the tokens of two files pairwise with `differ`; returns the first mismatch with the number of its word, null when all match. */
export async function comparePairs(
  left: Tokens,
  right: Tokens,
  differ: (left: string, right: string) => boolean,
): Promise<Mismatch | null> {
  try {
    for (let at = 1; ; ) {
      const a = left.next()
      const b = right.next()
      if (a === null && b === null) return null
      if (a === null || b === null || differ(a, b)) return { at, left: a, right: b }
      if (!isBlank(a.charCodeAt(0))) at++
      const pause = left.breathe() ?? right.breathe()
      if (pause) await pause
    }
  } finally {
    left.close()
    right.close()
  }
}
