import { z } from 'zod'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { optionalNumber, requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { meaningOf } from '../../doors/rest/shapes.ts'
import { GIVEN_CODE, verdictOfCode } from '../submission/restCodes.ts'
import { entityOf, REST_ROW, restSubmission } from '../submission/restShapes.ts'
import { readableSource } from '../submission/submission.ts'
import { cancelSubmission, correctSubmission } from './correction.ts'
import { rejudgeContestProblem, rejudgeSubmission, resubmit } from './rejudging.ts'

const submitId = requiredNumber().describe('Number of the submission.')

const loadEntity = async (ctx: Context, id: number) => {
  const row = await ctx.db.submission.findUniqueOrThrow({ where: { id }, select: REST_ROW })
  return { ...(await entityOf(ctx, row)), code: await readableSource(ctx, { ...row, id }) }
}

router.get(
  '/api/admin/judge/rejudge',
  { orInGroup: 'contest.manage' },
  { summary: 'Rejudges a submission.', query: { submitId }, answer: restSubmission },
  async (ctx, { query }) => {
    await rejudgeSubmission(ctx, query.submitId)
    return loadEntity(ctx, query.submitId)
  },
)

router.get(
  '/api/admin/judge/rejudge-contest-problem',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Rejudges the submissions to a contest problem; each outcome counts immediately.',
    query: {
      cid: requiredNumber().describe('Number of the contest.'),
      pid: requiredNumber().describe('Number of the problem.'),
    },
    answer: z.null(),
  },
  async (ctx, { query: { cid, pid } }) => {
    await rejudgeContestProblem(ctx, { contestId: cid, problemId: pid, isHeld: false })
    return null
  },
)

router.get(
  '/api/resubmit',
  'login',
  {
    summary: 'Resubmits a submission of the caller after a system error.',
    query: { submitId },
    answer: restSubmission,
  },
  async (ctx, { query }) => {
    await resubmit(ctx, query.submitId)
    return loadEntity(ctx, query.submitId)
  },
)

const fields = Object.entries(restSubmission.shape)

/** A partial submission. */
const restPart = z.object(Object.fromEntries(fields.map(([name, field]) => [name, field.nullable()]))).meta({
  id: 'CorrectedSubmission',
  description: 'A submission; fields that the call does not set are null.',
})

type Entity = Awaited<ReturnType<typeof entityOf>>

async function loadPart(ctx: Context, id: number, names: readonly (keyof Entity)[]) {
  const row = await ctx.db.submission.findUniqueOrThrow({ where: { id }, select: REST_ROW })
  const entity = await entityOf(ctx, row)
  return {
    ...Object.fromEntries(Object.keys(entity).map((name) => [name, null])),
    ...Object.fromEntries(names.map((name) => [name, entity[name]])),
  }
}

router.get(
  '/api/admin/judge/manual-judge',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Sets verdict and score of a submission manually.',
    query: {
      submitId,
      status: requiredNumber(GIVEN_CODE).describe(`Verdict: ${meaningOf(GIVEN_CODE)}.`),
      score: optionalNumber().describe('Score, in scored problems.'),
    },
    answer: restPart,
  },
  async (ctx, { query }) => {
    const verdict = verdictOfCode(query.status)
    if (!verdict) throw new Refusal('INVALID_INPUT', { field: 'status' })
    await correctSubmission(ctx, query.submitId, { verdict, score: query.score })
    return loadPart(ctx, query.submitId, ['submitId', 'judger', 'status', 'score', 'oiRankScore'])
  },
)

router.get(
  '/api/admin/judge/cancel-judge',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Cancels a submission: removes it from the queue, or its result from the statistics.',
    query: { submitId },
    answer: restPart,
  },
  async (ctx, { query }) => {
    await cancelSubmission(ctx, query.submitId)
    return loadPart(ctx, query.submitId, ['submitId', 'judger', 'status'])
  },
)
