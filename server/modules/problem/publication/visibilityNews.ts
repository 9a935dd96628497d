import type { Problem, ProblemVisibility } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { type AnyEvent, emit } from '../../../events.ts'
import { isSharedInGroup } from '../../../policy/problem.ts'

/**
 * Tells who sees a problem from now on, or no longer: everybody, and the members of its group. `to` is null for a problem
 * that is removed.
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

const OF_SIGHT: readonly string[] = [
  'problem.published',
  'problem.hidden',
  'groupProblem.shown',
  'groupProblem.hidden',
]

/** Whether others see a problem, or manage it, from an event on. */
export const changesSight = ({ name, payload }: AnyEvent, problemId: number): boolean =>
  OF_SIGHT.includes(name) && 'problemId' in payload && payload.problemId === problemId
