/**
 * What the end of a checking program means when it follows the convention of ICPC and Kattis: it ends with 42
 * or 43 and leaves what it has to say in files of its feedback folder. `teammessage.txt` is for the contestant,
 * `judgemessage.txt` for the author alone; where there are scores, `score.txt` is the points of the case and
 * `score_multiplier.txt` the part of them.
 */

import { exitMessage } from '../limits.ts'
import type { RunOutcome, Slot } from '../sandbox/box.ts'
import { head, type Scratch } from '../store/scratch.ts'
import { accepted, type Finding } from './finding.ts'

/** What a checking program left in its feedback folder; empty where it left nothing. */
export type Feedback = { team: string; judge: string; score: string; multiplier: string }

const RIGHT = 42
const WRONG = 43
const MESSAGE_BYTES = 1024
/** What is for the author may be longer. */
const JUDGE_BYTES = 4096
/** A message longer than this is not taken out of the box. */
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

/** Null when the program ended otherwise, or left a score that is none. `points` is null where only the verdict counts. */
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

/** Why a program that answers neither right nor wrong is said to have failed. */
export function kattisComplaint(outcome: RunOutcome, feedback: Feedback, stderr: string): string {
  const scored = outcome.code === RIGHT
  const why = scored ? `not a score: ${feedback.multiplier || feedback.score}` : exitMessage(outcome)
  const words = [feedback.judge, feedback.team, stderr.trim().slice(0, MESSAGE_BYTES)]
  return [why, ...words].filter(Boolean).join('\n')
}

/** The part of the points that was earned, all of them where nothing is said. */
function shareOf({ score, multiplier }: Feedback, points: number): number | null {
  if (!score && !multiplier) return 1
  const earned = multiplier ? Number(multiplier) : points > 0 ? Number(score) / points : 1
  if (!Number.isFinite(earned) || earned < 0) return null
  return Math.min(earned, 1)
}
