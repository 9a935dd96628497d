import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { emit, transact } from '../../../events.ts'
import { canManageProblem } from '../../../policy/problem.ts'
import { type AuditDetails, difference, record } from '../../audit/audit.ts'
import { lockProblem } from './editing.ts'

/** A program before and after it was changed; null: it was not, or is no longer, kept. */
export type Change<Said> = readonly [before: Said | null, after: Said | null]

/** The audited words of some changes: `words` of each program under its `name`. */
export function wordsOfChanges<Said>(
  changes: readonly Change<Said>[],
  name: (said: Said) => string,
  words: (said: Said) => object,
): AuditDetails {
  const side = (at: 0 | 1) =>
    Object.fromEntries(
      changes.flatMap((change) => (change[at] ? [[name(change[at]), words(change[at])]] : [])),
    )
  return difference(side(0), side(1))
}

/**
 * Changes what is kept with a problem, as somebody who manages it and with the problem locked. What `act` returns is
 * audited, null is not; lines of the problem hear of it either way.
 */
export async function changeKept(
  ctx: Context,
  problemId: number,
  what: 'makers' | 'solutions',
  act: (ctx: Context) => Promise<AuditDetails | null>,
): Promise<Problem> {
  return transact(ctx, async (ctx) => {
    const problem = await lockProblem(ctx, problemId)
    authorize(ctx, canManageProblem(readerOf(ctx), problem))
    const details = await act(ctx)
    if (details) await record(ctx, `problem.${what}Changed`, ['Problem', problemId], details)
    if (what === 'solutions') await emit(ctx, 'solution.progressed', { problemId })
    else await emit(ctx, 'making.progressed', { problemId, caseCount: 0 })
    return problem
  })
}
