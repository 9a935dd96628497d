import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import type { AnyEvent } from '../../events.ts'
import { managedProblems } from '../../policy/problem.ts'
import { type Concern, GONE, watch } from '../../watch.ts'
import { changesSight } from './publication/visibilityNews.ts'

const DOUBT = 'doubt'

/**
 * Number of a problem: now, and after each event within `waitOf` milliseconds (null: not notified). The
 * stream ends when the viewer no longer manages the problem. NOT_FOUND for others.
 */
export async function watchManaged(
  ctx: Context,
  problemId: number,
  waitOf: (event: AnyEvent) => number | null,
): Promise<AsyncIterable<number>> {
  if (!isRowNumber(problemId)) throw new Refusal('NOT_FOUND')
  const isManaged = async (ctx: Context) => {
    const where = { AND: [{ id: problemId }, managedProblems(readerOf(ctx))] }
    return (await ctx.db.problem.count({ where })) > 0
  }
  if (!(await isManaged(ctx))) throw new Refusal('NOT_FOUND')
  const doubts = (event: AnyEvent) =>
    changesSight(event, problemId) ||
    (event.name === 'problem.changed' && event.payload.problemId === problemId)
  return watch<number, number>(ctx, {
    first: problemId,
    concern: (event): Concern<number> | null => {
      if (doubts(event)) return { key: problemId, about: DOUBT, wait: 0 }
      const wait = waitOf(event)
      return wait === null ? null : { key: problemId, wait }
    },
    read: async (now, id, about) => {
      if (!(await isManaged(now))) return GONE
      return about === DOUBT ? null : id
    },
  })
}
