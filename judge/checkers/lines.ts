import { say } from '../messages.ts'
import { accepted, type CheckedFiles, type Finding, wrong } from './finding.ts'
import { comparePairs, LINE_END, TokenReader } from './tokenReader.ts'

/** Line by line, each as its tokens; empty lines at the end do not matter. */
export async function compareLines({ output, answer }: CheckedFiles): Promise<Finding> {
  let line = 1
  const differ = (a: string, b: string) => {
    if (a !== b) return true
    if (a === LINE_END) line++
    return false
  }
  const found = await comparePairs(
    new TokenReader(output, { lines: true }),
    new TokenReader(answer, { lines: true }),
    differ,
  )
  if (!found) return accepted
  if (found.left === null) return wrong(say('outputShort'))
  if (found.right === null) return wrong(say('outputLong'))
  return wrong(say('lineDiffers', { at: line }))
}
