import { accepted, type CheckedFiles, type Finding, wrong } from './finding.ts'
import { Cursor, isBlank, LF, Pieces, sameBytes, unixLines, withoutBlanks } from './pieces.ts'

const misprinted: Finding = { verdict: 'PRESENTATION_ERROR', share: null, message: null }

/**
 * The site's own comparison. Strict: equal bytes are right, a difference in white space only is a presentation error (also
 * a missing line end). Lenient: blanks at the ends of lines and of the text are ignored, and the rest is right
 * or wrong.
 */
export async function compareDefault({ output, answer }: CheckedFiles, lenient: boolean): Promise<Finding> {
  if (await sameBytes(new Pieces(output), new Pieces(answer, unixLines()))) return accepted
  if (lenient) return (await sameButTrailingBlanks(output, answer)) ? accepted : wrong()
  const same = await sameBytes(new Pieces(output, withoutBlanks()), new Pieces(answer, withoutBlanks()))
  return same ? misprinted : wrong()
}

/**
 * Compares line by line: after the common start of two lines only blanks may follow on both sides. Long runs of blanks
 * need no buffer.
 */
async function sameButTrailingBlanks(output: string, answer: string): Promise<boolean> {
  const left = new Cursor(output)
  const right = new Cursor(answer, unixLines())
  try {
    for (;;) {
      while (left.peek() === right.peek() && left.peek() !== LF && left.peek() !== -1) {
        left.advance()
        right.advance()
        const pause = left.breathe() ?? right.breathe()
        if (pause) await pause
      }
      if (!(await skipToLineEnd(left)) || !(await skipToLineEnd(right))) return false
      if (left.peek() === -1) return skipToEnd(right)
      if (right.peek() === -1) return skipToEnd(left)
      left.advance()
      right.advance()
    }
  } finally {
    left.close()
    right.close()
  }
}

/** False when something visible stands between the cursor and the end of its line. */
async function skipToLineEnd(cursor: Cursor): Promise<boolean> {
  while (cursor.peek() !== LF && cursor.peek() !== -1) {
    if (!isBlank(cursor.peek())) return false
    cursor.advance()
    const pause = cursor.breathe()
    if (pause) await pause
  }
  return true
}

/** False when something visible stands between the cursor and the end of the file. */
async function skipToEnd(cursor: Cursor): Promise<boolean> {
  while (await skipToLineEnd(cursor)) {
    if (cursor.peek() === -1) return true
    cursor.advance()
  }
  return false
}
