import { say } from '../messages.ts'
import { accepted, type CheckedFiles, type Finding, wrong } from './finding.ts'
import { comparePairs, isSpacing, tokensOf } from './tokenReader.ts'
import { foldAscii } from './tokens.ts'
import { plainNumber } from './unordered.ts'

/** A floating-point number of the problem package format 2025-09: decimal alone, no hexadecimal. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** NaN and infinity as programs print them, with their sign. */
const NO_NUMBER = /^([+-]?)(?:(nan)|inf(?:inity)?)$/i

/** Tolerances, and whether the case of words counts. */
export type Closeness = {
  absolute: number
  relative: number
  caseSensitive?: boolean
  spaceSensitive?: boolean
}

/**
 * Compares token by token like the default validator of ICPC and Kattis with a tolerance. Numbers match within the absolute
 * or the relative tolerance; other tokens are words, compared with case only on request. Like DOMjudge, NaN equals
 * NaN, and infinities match when their signs do.
 */
export async function compareFloats(
  { output, answer }: CheckedFiles,
  closeness: Closeness,
): Promise<Finding> {
  const { absolute, relative, caseSensitive = false, spaceSensitive = false } = closeness
  const near = (a: string, b: string) => {
    const [found, expected] = [Number(a), Number(b)]
    // Too large for a double, both: then they must be the same number.
    if (Math.abs(found) === Infinity && found === expected) return plainNumber(a) === plainNumber(b)
    const error = Math.abs(found - expected)
    return error <= absolute || (Number.isFinite(expected) && error <= relative * Math.abs(expected))
  }
  const differ = (a: string, b: string) => {
    if (a === b) return false
    if (NUMBER.test(b)) return !NUMBER.test(a) || !near(a, b)
    const [found, expected] = [NO_NUMBER.exec(a), NO_NUMBER.exec(b)]
    if (found && expected) return kindOf(found) !== kindOf(expected)
    return caseSensitive || foldAscii(a) !== foldAscii(b)
  }
  const found = await comparePairs(
    tokensOf(output, spaceSensitive),
    tokensOf(answer, spaceSensitive, true),
    differ,
  )
  if (!found) return accepted
  if (isSpacing(found)) return wrong(say('spacesDiffer'))
  if (found.left === null) return wrong(say('outputShort'))
  if (found.right === null) return wrong(say('outputLong'))
  return wrong(say('numberDiffers', { at: found.at }))
}

const kindOf = ([, sign, nan]: RegExpExecArray) => (nan ? 'nan' : sign === '-' ? 'below' : 'above')
