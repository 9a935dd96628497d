import type { CheckerSpec } from '../protocol.ts'
import { compareDefault } from './default.ts'
import { accepted, type Checker } from './finding.ts'
import { compareFloats } from './floats.ts'
import { compareLines } from './lines.ts'
import { Pieces, sameBytes } from './pieces.ts'
import { compareTokens } from './tokens.ts'
import { compareUnorderedLines, compareUnorderedNumbers } from './unordered.ts'

/**
 * The built-in checker of a specification. Equal files, the most frequent case, are right for all of them.
 */
export function builtInChecker(spec: Exclude<CheckerSpec, { kind: 'program' }>): Checker {
  const check = comparisonOf(spec)
  const checker: Checker = async (files) =>
    (await sameBytes(new Pieces(files.output), new Pieces(files.answer))) ? accepted : check(files)
  checker.surelyRight = (output, answer) => Buffer.compare(output, answer) === 0
  return checker
}

function comparisonOf(spec: Exclude<CheckerSpec, { kind: 'program' }>): Checker {
  switch (spec.kind) {
    case 'default':
      return (files) => compareDefault(files, spec.ignoreTrailingBlanks)
    case 'tokens':
      return (files) => compareTokens(files, spec)
    case 'lines':
      return compareLines
    case 'floats':
      return (files) => compareFloats(files, spec)
    case 'unorderedLines':
      return compareUnorderedLines
    case 'unorderedNumbers':
      return compareUnorderedNumbers
  }
}
