import type { Family } from './families.ts'

/** A program as symbols: names, numbers and texts are one symbol each, comments and layout are gone. */
export type Tokens = {
  /** 32-bit number of each symbol. */
  symbols: Int32Array
  /** Line of each symbol, from 1. */
  lines: Int32Array
}

/** Most tokens of a program; later ones are not compared. A long solution has 3,000. */
export const MOST_TOKENS = 12_000

/** FNV-1a of a symbol's text. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}

const NAME = numberOf('name')
const CALL = numberOf('call')
const NUMBER = numberOf('number')
const TEXT = numberOf('text')
const TYPE = numberOf('type')
const STEP = numberOf('step')
const PLUS_IS = numberOf('+=')

/** Signs that are written otherwise in a copy without a change of meaning. */
const SAME_SIGN: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '++': 'step', '--': 'step' }

/** Operators of two and three characters. */
const LONG_SIGNS = new Set(
  '<<= >>= === !== ** // :: -> => ++ -- += -= *= /= %= &= |= ^= == != <= >= && || << >> := <- .. ?. ??'.split(
    ' ',
  ),
)

const isBlank = (code: number) => code <= 32 || code === 0xa0 || code === 0xfeff
const isDigit = (code: number) => code >= 48 && code <= 57
const startsWord = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127
const isInWord = (code: number) => startsWord(code) || isDigit(code)

/** A reader of one source: each of its steps moves on, so that it is done after as many steps as characters. */
class Scanner {
  readonly #source: string
  readonly #family: Family
  readonly #symbols: number[] = []
  readonly #lines: number[] = []
  /** Where a text of a family was not found any more, so that it is not searched for again. */
  readonly #missing = new Set<string>()
  #at = 0
  #line = 1
  /** Whether `++` stood before the next name: `++i` is read as `i++`. */
  #pending = false

  constructor(source: string, family: Family) {
    this.#source = source
    this.#family = family
  }

  read(): Tokens {
    const source = this.#source
    let isLineStart = true
    while (this.#at < source.length && this.#symbols.length < MOST_TOKENS) {
      const code = source.charCodeAt(this.#at)
      if (code === 10) {
        this.#line++
        this.#at++
        isLineStart = true
      } else if (isLineStart && this.#skipImport()) isLineStart = true
      else {
        isLineStart = false
        if (isBlank(code)) this.#at++
        else if (!this.#skipComment()) this.#token(code)
      }
    }
    return { symbols: Int32Array.from(this.#symbols), lines: Int32Array.from(this.#lines) }
  }

  /** Skips a line that names a library. */
  #skipImport(): boolean {
    const { importing } = this.#family
    if (!importing?.test(this.#source.slice(this.#at, this.#at + 80).split('\n', 1)[0] ?? '')) return false
    this.#at = this.#lineEnd()
    return true
  }

  #lineEnd(): number {
    const end = this.#source.indexOf('\n', this.#at)
    return end === -1 ? this.#source.length : end
  }

  /** Position after the next `text`; the end of the source without one. */
  #after(text: string, from: number): number {
    if (this.#missing.has(text)) return this.#source.length
    const found = this.#source.indexOf(text, from)
    if (found !== -1) return found + text.length
    this.#missing.add(text)
    return this.#source.length
  }

  #skipTo(end: number): void {
    for (; this.#at < end; this.#at++) if (this.#source.charCodeAt(this.#at) === 10) this.#line++
  }

  #skipComment(): boolean {
    const { lineComments, blocks } = this.#family
    for (const [open, close] of blocks)
      if (this.#source.startsWith(open, this.#at)) {
        this.#skipTo(this.#after(close, this.#at + open.length))
        return true
      }
    if (!lineComments.some((start) => this.#source.startsWith(start, this.#at))) return false
    this.#at = this.#lineEnd()
    return true
  }

  #token(code: number): void {
    if (startsWord(code)) this.#word()
    else if (isDigit(code)) this.#number()
    else if (this.#family.quotes.includes(this.#source.charAt(this.#at))) this.#text(code)
    else this.#sign()
  }

  #word(): void {
    const start = this.#at
    while (isInWord(this.#source.charCodeAt(this.#at))) this.#at++
    const written = this.#source.slice(start, Math.min(this.#at, start + 60))
    const word = this.#family.ignoresCase ? written.toLowerCase() : written
    const { dropped, folded, kept } = this.#family
    if (dropped.has(word)) return
    const fold = folded.get(word)
    if (fold) this.#add(numberOf(fold))
    else if (kept.has(word)) this.#add(numberOf(word))
    else this.#name(this.#source.charAt(this.#at) === '(' ? CALL : NAME)
  }

  #name(symbol: number): void {
    const isStepped = this.#pending
    this.#pending = false
    this.#add(symbol)
    if (isStepped) this.#add(STEP)
  }

  /** `x += 1` is read as `x++`. */
  #number(): void {
    const start = this.#at
    const { length } = this.#source
    const isPoint = () =>
      this.#source.charCodeAt(this.#at) === 46 && isDigit(this.#source.charCodeAt(this.#at + 1))
    while (this.#at < length && (isInWord(this.#source.charCodeAt(this.#at)) || isPoint())) this.#at++
    const isOne = this.#at === start + 1 && this.#source.charCodeAt(start) === 49
    const last = this.#symbols.length - 1
    if (isOne && this.#symbols[last] === PLUS_IS) this.#symbols[last] = STEP
    else this.#add(NUMBER)
  }

  #text(quote: number): void {
    const line = this.#line
    this.#at++
    while (this.#at < this.#source.length) {
      const code = this.#source.charCodeAt(this.#at)
      if (code === 10) break
      if (code === 92 && this.#source.charCodeAt(this.#at + 1) === 10) this.#line++
      this.#at += code === 92 ? 2 : 1
      if (code === quote) break
    }
    this.#at = Math.min(this.#at, this.#source.length)
    this.#add(TEXT, line)
  }

  #sign(): void {
    let sign = this.#source.charAt(this.#at)
    for (const length of [3, 2]) {
      const longer = this.#source.slice(this.#at, this.#at + length)
      if (longer.length === length && LONG_SIGNS.has(longer)) {
        sign = longer
        break
      }
    }
    this.#at += sign.length
    if (this.#family.dropped.has(sign)) return
    const isBefore = sign === '++' || sign === '--' ? startsWord(this.#source.charCodeAt(this.#at)) : false
    if (isBefore) this.#pending = true
    else this.#add(numberOf(SAME_SIGN[sign] ?? sign))
  }

  /** `long long` is one type, and so is `unsigned int`. */
  #add(symbol: number, line = this.#line): void {
    if (symbol === TYPE && this.#symbols[this.#symbols.length - 1] === TYPE) return
    this.#symbols.push(symbol)
    this.#lines.push(line)
  }
}

/** Splits a source into tokens in time that grows with its length; every text is a program to it. */
export const tokensOf = (source: string, family: Family): Tokens => new Scanner(source, family).read()
