/**
 * Result of a checking program with the convention of ICPC and Kattis: exit code 42 or 43, and files in its feedback
 * folder. `teammessage.txt` is for the contestant, `judgemessage.txt` for the author only; with scores, `score.txt`
 * holds the points of the case and `score_multiplier.txt` the share of them.
 */

import { exitMessage } from '../limits.ts'
import type { RunOutcome, Slot } from '../sandbox/box.ts'
import { head, type Scratch } from '../store/scratch.ts'
import { accepted, type Finding } from './finding.ts'

/** Files of the feedback folder; empty texts for missing ones. */
export type Feedback = { team: string; judge: string; score: string; multiplier: string }

const RIGHT = 42
const WRONG = 43
const MESSAGE_BYTES = 1024
/** What is for the author may be longer. */
const JUDGE_BYTES = 4096
/** Longer messages are not copied out of the box. */
const COLLECTED_BYTES = 1024 * 1024

const FILES: Record<keyof Feedback, string> = {
  team: 'teammessage.txt',
  judge: 'judgemessage.txt',
  score: 'score.txt',
  multiplier: 'score_multiplier.txt',
}

/** Reads the feedback out of the box of the run that has just ended. */
export async function collectFeedback(slot: Slot, scratch: Scratch): Promise<Feedback> {
  const feedback: Feedback = { team: '', judge: '', score: '', multiplier: '' }
  for (const key of ['team', 'judge', 'score', 'multiplier'] as const) {
    const file = scratch.file(FILES[key])
    const found = await slot.collect(FILES[key], file, COLLECTED_BYTES).catch(() => false)
    if (found) feedback[key] = head(file, key === 'judge' ? JUDGE_BYTES : MESSAGE_BYTES).trim()
  }
  return feedback
}

/** Returns null for another exit code or an invalid score. `points` is null when only the verdict counts. */
export function kattisFinding(
  outcome: RunOutcome,
  feedback: Feedback,
  points: number | null,
  stderr: string,
): Finding | null {
  const message = feedback.team || null
  const judgeMessage =
    [feedback.judge, stderr.trim().slice(0, JUDGE_BYTES)].filter(Boolean).join('\n') || null
  if (outcome.code === WRONG) return { verdict: 'WRONG_ANSWER', share: null, message, judgeMessage }
  if (outcome.code !== RIGHT) return null
  const share = points === null ? 1 : shareOf(feedback, points)
  if (share === null) return null
  const words = { message, judgeMessage }
  return share === 1 ? { ...accepted, ...words } : { verdict: 'PARTIALLY_ACCEPTED', share, ...words }
}

/** Reason of the judge error when the program says neither right nor wrong. */
export function kattisComplaint(outcome: RunOutcome, feedback: Feedback, stderr: string): string {
  const scored = outcome.code === RIGHT
  const why = scored ? `not a score: ${feedback.multiplier || feedback.score}` : exitMessage(outcome)
  const words = [feedback.judge, feedback.team, stderr.trim().slice(0, MESSAGE_BYTES)]
  return [why, ...words].filter(Boolean).join('\n')
}

/** Earned share of the points; 1 without a score. */
function shareOf({ score, multiplier }: Feedback, points: number): number | null {
  if (!score && !multiplier) return 1
  const earned = multiplier ? Number(multiplier) : points > 0 ? Number(score) / points : 1
  if (!Number.isFinite(earned) || earned < 0) return null
  return Math.min(earned, 1)
}
