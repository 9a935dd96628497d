import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { codeIn, meaningOf } from '../../../doors/rest/shapes.ts'
import { enter } from '../../../venue.ts'
import { problemsOf, SHOWN_CONTEST } from '../../contest/contest.ts'
import { statusOf as codeOf, PROGRESS_CODE } from '../restCodes.ts'
import { ownStatuses } from './contestStatus.ts'

/** A problem in the bar of the full-screen page. */
export const restBarItem = z
  .object({
    pid: z.int(),
    problemId: z.string().describe('What it is called there.'),
    title: z.string(),
    status: codeIn(PROGRESS_CODE)
      .nullable()
      .describe(`The caller's result: ${meaningOf(PROGRESS_CODE)}; null: none yet.`),
    score: z.int().nullable(),
  })
  .meta({ id: 'FullScreenProblem', description: 'A problem in the bar of the full-screen page.' })

export type BarItem = z.output<typeof restBarItem>

/** The bar of a contest, in its order. */
export async function barOfContest(ctx: Context, cid: number): Promise<BarItem[]> {
  const contest = await enter(ctx, SHOWN_CONTEST, cid, 'look')
  const [problems, statuses] = await Promise.all([
    problemsOf(ctx, contest),
    ownStatuses(ctx, contest, contest.takesLate),
  ])
  return problems.map(({ problemId, displayId, title }) => {
    const own = statuses.get(problemId)
    // Those clients mark every number but a few as a wrong answer.
    const isKnown = own && (own.state === null || own.verdict !== null)
    return {
      pid: problemId,
      problemId: displayId,
      title,
      status: isKnown ? codeOf(own) : null,
      score: own?.score ?? null,
    }
  })
}
