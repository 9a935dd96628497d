import { say } from '../messages.ts'
import { accepted, type CheckedFiles, type Finding, wrong } from './finding.ts'
import { comparePairs, isSpacing, tokensOf } from './tokenReader.ts'

/** Token by token; how they are spaced counts only when it is asked for. Without case only ASCII letters are folded. */
export async function compareTokens(
  { output, answer }: CheckedFiles,
  { caseSensitive, spaceSensitive = false }: { caseSensitive: boolean; spaceSensitive?: boolean },
): Promise<Finding> {
  const differ = caseSensitive
    ? (a: string, b: string) => a !== b
    : (a: string, b: string) => a !== b && foldAscii(a) !== foldAscii(b)
  const found = await comparePairs(
    tokensOf(output, spaceSensitive),
    tokensOf(answer, spaceSensitive, true),
    differ,
  )
  if (!found) return accepted
  if (isSpacing(found)) return wrong(say('spacesDiffer'))
  if (found.left === null) return wrong(say('outputShort'))
  if (found.right === null) return wrong(say('outputLong'))
  return wrong(say('tokenDiffers', { at: found.at }))
}

export const foldAscii = (word: string) => word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
