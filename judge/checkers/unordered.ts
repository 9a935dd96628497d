/**
 * Compares items in any order by the sum of their hashes, so that nothing is stored. The keys are random for each
 * comparison; with three lanes of 32 bits, two different outputs collide once in more than 10^24 comparisons.
 */

import { randomBytes } from 'node:crypto'
import { say } from '../messages.ts'
import { accepted, type CheckedFiles, type Finding, wrong } from './finding.ts'
import { isBlank, LF, Pieces } from './pieces.ts'
import { TokenReader } from './tokenReader.ts'

/** A seed and an odd factor (an even one would lose bits) for each lane. */
type Keys = { seeds: Lanes; factors: Lanes }
type Lanes = readonly [number, number, number]

function drawKeys(): Keys {
  const random = randomBytes(24)
  const draw = (at: number): Lanes => [
    random.readInt32LE(at),
    random.readInt32LE(at + 4),
    random.readInt32LE(at + 8),
  ]
  const [a, b, c] = draw(12)
  return { seeds: draw(0), factors: [a | 1, b | 1, c | 1] }
}

/** Bound of the sums, so that adding a hash stays exact. */
const MODULUS = 0x1fffffffffff

const stir = (state: number, byte: number, factor: number) => {
  const mixed = Math.imul(state ^ (byte + 1), factor)
  return mixed ^ (mixed >>> 15)
}

const finish = (state: number, key: number) => {
  let mixed = state ^ key
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** The sum of the hashes of all items so far. Plain fields, because this is called for every byte. */
class Multiset {
  readonly #keys: Keys
  #x: number
  #y: number
  #z: number
  sums: Lanes = [0, 0, 0]
  count = 0

  constructor(keys: Keys) {
    this.#keys = keys
    ;[this.#x, this.#y, this.#z] = keys.seeds
  }

  byte(byte: number): void {
    const { factors } = this.#keys
    this.#x = stir(this.#x, byte, factors[0])
    this.#y = stir(this.#y, byte, factors[1])
    this.#z = stir(this.#z, byte, factors[2])
  }

  endItem(): void {
    const { factors, seeds } = this.#keys
    const [a, b, c] = this.sums
    this.sums = [
      (a + finish(this.#x, factors[1])) % MODULUS,
      (b + finish(this.#y, factors[2])) % MODULUS,
      (c + finish(this.#z, factors[0])) % MODULUS,
    ]
    ;[this.#x, this.#y, this.#z] = seeds
    this.count++
  }

  equals(other: Multiset): boolean {
    return this.count === other.count && this.sums.every((sum, lane) => sum === other.sums[lane])
  }
}

function compare(output: Multiset, answer: Multiset): Finding {
  if (output.equals(answer)) return accepted
  if (output.count < answer.count) return wrong(say('outputShort'))
  if (output.count > answer.count) return wrong(say('outputLong'))
  return wrong(say('unorderedDiffers'))
}

/** Lines in any order; blanks at their ends and empty lines do not matter. */
export async function compareUnorderedLines({ output, answer }: CheckedFiles): Promise<Finding> {
  const keys = drawKeys()
  return compare(await sumLines(output, keys), await sumLines(answer, keys))
}

async function sumLines(path: string, keys: Keys): Promise<Multiset> {
  const sum = new Multiset(keys)
  const pieces = new Pieces(path)
  // Blanks inside a line count, but each run of them as one: a run need not be held back then.
  let [started, blanks] = [false, false]
  try {
    for (let piece = pieces.next(); piece; piece = pieces.next()) {
      for (const byte of piece) {
        if (byte === LF) {
          if (started) sum.endItem()
          started = false
          blanks = false
        } else if (isBlank(byte)) {
          blanks = true
        } else {
          if (blanks && started) sum.byte(32)
          blanks = false
          started = true
          sum.byte(byte)
        }
      }
      const pause = pieces.breathe()
      if (pause) await pause
    }
    if (started) sum.endItem()
    return sum
  } finally {
    pieces.close()
  }
}

/** Numbers in any order and any notation (`1`, `+1.0` and `10e-1` are one number); other tokens as they are. */
export async function compareUnorderedNumbers({ output, answer }: CheckedFiles): Promise<Finding> {
  const keys = drawKeys()
  return compare(await sumNumbers(output, keys), await sumNumbers(answer, keys))
}

async function sumNumbers(path: string, keys: Keys): Promise<Multiset> {
  const sum = new Multiset(keys)
  const words = new TokenReader(path)
  try {
    for (let word = words.next(); word !== null; word = words.next()) {
      const plain = plainNumber(word)
      for (let i = 0; i < plain.length; i++) sum.byte(plain.charCodeAt(i))
      sum.endItem()
      const pause = words.breathe()
      if (pause) await pause
    }
    return sum
  } finally {
    words.close()
  }
}

/** Canonical form of a number of any length: sign, digits, exponent. */
export function plainNumber(word: string): string {
  if (/^[1-9]\d*$/.test(word) && !word.endsWith('0')) return `${word}e0`
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(word)
  if (!parts) return word
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  if (!whole && !fraction) return word
  const digits = (whole + fraction).replace(/^0+/, '')
  // A loop, because /0+$/ takes quadratic time on hostile output.
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const significant = digits.slice(0, end)
  if (!significant) return '0'
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length)
  return `${sign === '-' ? '-' : ''}${significant}e${shift}`
}
