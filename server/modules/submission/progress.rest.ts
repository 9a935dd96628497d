import { z } from 'zod'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { requireAtMost } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { flag, INTEGERS, number, requiredList } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { codeIn } from '../../doors/rest/shapes.ts'
import { homeOf } from '../../policy/venue.ts'
import { enter } from '../../venue.ts'
import { SHOWN_CONTEST } from '../contest/contest.ts'
import { progressAtHome, progressOfEach } from '../problem/progress.ts'
import { NOT_SUBMITTED, VERDICT_CODE } from '../problem/restCodes.ts'
import { ownStatuses } from './contest/contestStatus.ts'
import { PROGRESS_CODE, statusOf } from './restCodes.ts'

type Code = { status: number; score: number | null }

const codesOf = (asked: readonly { id: number }[], progress: readonly ({ verdict: Verdict } | null)[]) =>
  new Map(
    asked.flatMap(({ id }, at): [number, Code][] => {
      const verdict = progress[at]?.verdict
      return verdict ? [[id, { status: VERDICT_CODE[verdict], score: null }]] : []
    }),
  )

const practiceCodes = async (ctx: Context, ids: readonly number[]): Promise<Map<number, Code>> =>
  codesOf(
    ids.map((id) => ({ id })),
    await progressOfEach(ctx, [...ids]),
  )

/** What is sent to a public problem in a training of a group is practice (area-rules T12). */
async function groupCodes(ctx: Context, groupId: number, ids: readonly number[]): Promise<Map<number, Code>> {
  const rows = await ctx.db.problem.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, groupId: true, visibility: true },
  })
  const placed = rows.map((row) => ({ id: row.id, home: homeOf(row) }))
  const asked = placed.filter(({ home }) => home === null || home === groupId)
  return codesOf(asked, await progressAtHome(ctx, asked))
}

async function contestCodes(ctx: Context, id: number, late: boolean): Promise<Map<number, Code>> {
  const contest = await enter(ctx, SHOWN_CONTEST, id, 'look')
  const statuses = await ownStatuses(ctx, contest, late && contest.takesLate)
  return new Map(
    [...statuses].map(([problemId, own]) => [problemId, { status: statusOf(own), score: own.score }]),
  )
}

const MAX_ASKED = 500

router.post(
  '/api/get-user-problem-status',
  'login',
  {
    summary: 'How far the caller is with each of some problems.',
    body: {
      pidList: requiredList(INTEGERS).describe('Numbers of the problems.'),
      isContestProblemList: flag().describe('Whether they are those of a contest.'),
      cid: number(0).describe('Number of the contest.'),
      gid: number(0).describe('Number of the group where they are looked at; 0: none.'),
      containsEnd: flag().describe('With what was sent after its end.'),
    },
    answer: z
      .record(z.string(), z.object({ status: codeIn(PROGRESS_CODE), score: z.int().nullable() }))
      .describe('By what was asked for.'),
  },
  async (ctx, { body }) => {
    requireAtMost(MAX_ASKED, 'pidList', body.pidList)
    // Those clients look for everything they asked for in the answer; what no problem has as its number was not tried.
    const asked = body.pidList.filter((pid) => typeof pid === 'number' || typeof pid === 'string')
    const ids = asked.map(Number).filter(isRowNumber)
    const inContest = body.isContestProblemList && body.cid > 0
    const outside = () => (body.gid > 0 ? groupCodes(ctx, body.gid, ids) : practiceCodes(ctx, ids))
    const statuses = await (inContest ? contestCodes(ctx, body.cid, body.containsEnd) : outside())
    return Object.fromEntries(
      asked.map((pid) => [pid, statuses.get(Number(pid)) ?? { status: NOT_SUBMITTED, score: null }]),
    )
  },
)
