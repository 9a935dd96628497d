import { say } from '../messages.ts'
import { accepted, type CheckedFiles, type Finding, wrong } from './finding.ts'
import { comparePairs, Words } from './words.ts'

/** Token by token; how they are spaced does not matter. Without case only ASCII letters are folded. */
export async function compareTokens(
  { output, answer }: CheckedFiles,
  caseSensitive: boolean,
): Promise<Finding> {
  const differ = caseSensitive
    ? (a: string, b: string) => a !== b
    : (a: string, b: string) => a !== b && foldAscii(a) !== foldAscii(b)
  const found = await comparePairs(new Words(output), new Words(answer), differ)
  if (!found) return accepted
  if (found.left === null) return wrong(say('outputShort'))
  if (found.right === null) return wrong(say('outputLong'))
  return wrong(say('tokenDiffers', { at: found.at }))
}

const foldAscii = (word: string) => word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
