/**
 * Result of a checking program with the convention of testlib. Accepts three dialects: this site's exit codes
 * (0 or 100 right, 99 partial, 101 presentation, 102 wrong, 103 error), testlib's own codes with its words on stderr,
 * and mixtures of both.
 */

import { exitMessage } from '../limits.ts'
import type { RunOutcome } from '../sandbox/box.ts'
import { accepted, type Finding } from './finding.ts'

/** The beginning of what it says is for the contestant. */
const MESSAGE_BYTES = 1024
/** All of it, where there is more, is for the problem's author. */
const JUDGE_BYTES = 4096

/** Returns null when the program failed. It must have exited by itself. */
export function testlibFinding(outcome: RunOutcome, stdout: string, stderr: string): Finding | null {
  const said = stderr.trim()
  const finding = findingOfCode(outcome, stdout, said, said.slice(0, MESSAGE_BYTES) || null)
  return finding && said.length > MESSAGE_BYTES
    ? { ...finding, judgeMessage: said.slice(0, JUDGE_BYTES) }
    : finding
}

function findingOfCode(
  outcome: RunOutcome,
  stdout: string,
  said: string,
  words: string | null,
): Finding | null {
  switch (outcome.code) {
    case 0:
    case 100:
      return { ...accepted, message: words }
    case 99:
      return partial(percentage(stdout), words)
    case 101:
      return { verdict: 'PRESENTATION_ERROR', share: null, message: words }
    case 102:
      return { verdict: 'WRONG_ANSWER', share: null, message: words }
    case 103:
      return null
    default:
      return byWords(said, words)
  }
}

/** Reason of the failure: the program's words, and its exit code unless it is the usual one. */
export const testlibComplaint = (outcome: RunOutcome, stderr: string): string =>
  [outcome.code === 103 ? '' : exitMessage(outcome), stderr.trim().slice(0, MESSAGE_BYTES)]
    .filter(Boolean)
    .join('\n')

/** Prefixes of testlib's messages by verdict. */
function byWords(text: string, words: string | null): Finding | null {
  if (text.startsWith('ok ')) return { ...accepted, message: words }
  if (text.startsWith('wrong answer')) return { verdict: 'WRONG_ANSWER', share: null, message: words }
  if (text.startsWith('wrong output format')) return { verdict: 'WRONG_ANSWER', share: null, message: words }
  const points = /^(?:partially correct \((\d+(?:\.\d+)?)\)|points (\d+(?:\.\d+)?))/.exec(text)
  return points ? partial(percentage(points[1] ?? points[2] ?? ''), words) : null
}

/** A number of percent at the start of a text, as a share; null when there is none. */
function percentage(text: string): number | null {
  const number = /^\s*(\d+(?:\.\d+)?)/.exec(text)?.[1]
  return number === undefined ? null : Math.min(Number(number), 100) / 100
}

/** A hundred percent is right; a partial result without a number earns nothing. */
const partial = (share: number | null, message: string | null): Finding =>
  share === 1 ? { ...accepted, message } : { verdict: 'PARTIALLY_ACCEPTED', share, message }
