import { z } from 'zod'
import type { Context } from '../../context.ts'
import { number } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { titleOf } from '../problem/problem.ts'
import { VERDICT_CODE } from '../problem/restCodes.ts'
import { PROBLEM_ROW } from '../problem/restShapes.ts'
import { type BarItem, barOfContest, restBarItem } from '../submission/contest/restBar.ts'
import { trainingProblems } from './problems.ts'
import { verdictsOf } from './training.ts'

async function barOfTraining(ctx: Context, tid: number): Promise<BarItem[]> {
  const ids = (await trainingProblems(ctx, tid)).map(({ problemId }) => problemId)
  const [rows, verdicts] = await Promise.all([
    ctx.db.problem.findMany({ where: { id: { in: ids } }, include: PROBLEM_ROW }),
    verdictsOf(ctx, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((pid, at) => {
    const row = byId.get(pid)
    const verdict = verdicts[at]
    const status = verdict ? VERDICT_CODE[verdict] : null
    return row ? [{ pid, problemId: row.displayId, title: titleOf(row, ctx), status, score: null }] : []
  })
}

router.get(
  '/api/get-full-screen-problem-list',
  'login',
  {
    summary: 'The problems of a training or a contest, for the bar of the full-screen page.',
    query: {
      tid: number(0).describe('Number of the training; 0: that of a contest.'),
      cid: number(0).describe('Number of the contest.'),
    },
    answer: z.array(restBarItem),
  },
  (ctx, { query: { tid, cid } }) => (tid > 0 ? barOfTraining(ctx, tid) : barOfContest(ctx, cid)),
)
