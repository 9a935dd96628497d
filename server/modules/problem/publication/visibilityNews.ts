import type { Problem, ProblemVisibility } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { type AnyEvent, emit } from '../../../events.ts'
import { isSharedInGroup } from '../../../policy/problem.ts'

/**
 * Notifies the old and the new readers of a problem, the public and the members of its group, of its
 * visibility. `to` is null for a deleted problem.
 */
export async function tellVisibility(
  ctx: Context,
  { id: problemId, groupId, visibility: from }: Pick<Problem, 'id' | 'groupId' | 'visibility'>,
  to: ProblemVisibility | null,
): Promise<void> {
  const isPublic = to === 'PUBLIC'
  if (isPublic !== (from === 'PUBLIC'))
    await emit(ctx, isPublic ? 'problem.published' : 'problem.hidden', { problemId })
  const isShared = to !== null && isSharedInGroup(to)
  if (groupId !== null && isShared !== isSharedInGroup(from))
    await emit(ctx, isShared ? 'groupProblem.shown' : 'groupProblem.hidden', { problemId, groupId })
}

/**
 * Notifies the readers of a new problem. On the site those of lists of problems alone: nothing was submitted to it or
 * written about it yet, and an import creates many.
 */
export async function tellCreation(
  ctx: Context,
  problem: Pick<Problem, 'id' | 'groupId' | 'visibility'>,
): Promise<void> {
  if (problem.groupId !== null)
    await tellVisibility(ctx, { ...problem, visibility: 'HIDDEN' }, problem.visibility)
  else if (problem.visibility === 'PUBLIC') await emit(ctx, 'problem.created', { problemId: problem.id })
}

const OF_SIGHT: readonly string[] = [
  'problem.published',
  'problem.hidden',
  'groupProblem.shown',
  'groupProblem.hidden',
]

/** Whether an event changes who sees or manages a problem. */
export const changesSight = ({ name, payload }: AnyEvent, problemId: number): boolean =>
  OF_SIGHT.includes(name) && 'problemId' in payload && payload.problemId === problemId
