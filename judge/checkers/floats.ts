import { say } from '../messages.ts'
import { accepted, type CheckedFiles, type Finding, wrong } from './finding.ts'
import { comparePairs, Words } from './words.ts'

/** Decimal notation alone: no hexadecimal, no infinity, no NaN, so that nothing strange counts as close. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Token by token; two numbers match when they are close in absolute or in relative terms, other tokens when equal. */
export async function compareFloats(
  { output, answer }: CheckedFiles,
  absolute: number,
  relative: number,
): Promise<Finding> {
  const differ = (a: string, b: string) => {
    if (a === b) return false
    if (!NUMBER.test(a) || !NUMBER.test(b)) return true
    const found = Number(a)
    const expected = Number(b)
    const error = Math.abs(found - expected)
    // Written so that an overflow to infinity, whose difference is not a number, is no match.
    return !(error <= absolute || error <= relative * Math.abs(expected))
  }
  const found = await comparePairs(new Words(output), new Words(answer), differ)
  if (!found) return accepted
  if (found.left === null) return wrong(say('outputShort'))
  if (found.right === null) return wrong(say('outputLong'))
  return wrong(say('numberDiffers', { at: found.at }))
}
