import type { Problem } from '#prisma/generated/client.ts'
import type { ProblemApplication, ProblemVisibility } from '#prisma/generated/enums.ts'

type State = Pick<Problem, 'groupId' | 'visibility' | 'application'>

/**
 * Whether a save may give a problem this visibility; `before` null: a new problem of `groupId`. A group's problem
 * becomes public by an approved application, and CONTEST_ONLY while a contest of the group has it (area-rules G10, G11).
 */
export function canBecome(
  before: State | null,
  wanted: ProblemVisibility,
  groupId: number | null = before?.groupId ?? null,
  isInContest = false,
): boolean {
  if (before?.visibility === wanted) return true
  if (groupId === null) return wanted !== 'GROUP'
  return wanted === 'GROUP' || wanted === 'HIDDEN' || (wanted === 'CONTEST_ONLY' && isInContest)
}

/** The application once a problem was changed: an approved one stays with a public problem, every other one ends (area-rules G11). */
export const applicationAfter = (before: State, visibility: ProblemVisibility): ProblemApplication | null =>
  visibility === 'PUBLIC' ? before.application : null
