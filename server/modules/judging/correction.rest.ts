import { Refusal } from '../../core/errors.ts'
import { requiredNumber, router } from '../../doors/router.ts'
import { verdictOfCode } from '../submission/restCodes.ts'
import { entityOf, REST_ROW } from '../submission/restShapes.ts'
import { readableSource } from '../submission/submission.ts'
import { cancelSubmission, correctSubmission } from './correction.ts'
import { rejudgeSubmission, resubmit } from './rejudging.ts'

type Entity = ReturnType<typeof entityOf>

/** The shape of a submission in which only a few fields say something. */
const onlyOf = (entity: Entity, names: readonly (keyof Entity)[]) => ({
  ...Object.fromEntries(Object.keys(entity).map((name) => [name, null])),
  ...Object.fromEntries(names.map((name) => [name, entity[name]])),
})

router.get('/api/admin/judge/rejudge', 'judging.rejudge', async (ctx, request) => {
  const id = requiredNumber(request.query.submitId, 'submitId')
  await rejudgeSubmission(ctx, id)
  const row = await ctx.db.submission.findUniqueOrThrow({ where: { id }, select: REST_ROW })
  return { ...entityOf(ctx, row), code: await readableSource(ctx, { ...row, id }) }
})

router.get('/api/resubmit', 'login', async (ctx, request) => {
  const id = requiredNumber(request.query.submitId, 'submitId')
  await resubmit(ctx, id)
  const row = await ctx.db.submission.findUniqueOrThrow({ where: { id }, select: REST_ROW })
  return { ...entityOf(ctx, row), code: await readableSource(ctx, { ...row, id }) }
})

router.get('/api/admin/judge/manual-judge', 'judging.rejudge', async (ctx, request) => {
  const { submitId, status, score } = request.query
  const id = requiredNumber(submitId, 'submitId')
  const verdict = verdictOfCode(requiredNumber(status, 'status'))
  if (!verdict) throw new Refusal('INVALID_INPUT', { field: 'status' })
  const given = score === undefined || score === '' ? null : requiredNumber(score, 'score')
  await correctSubmission(ctx, id, { verdict, score: given })
  const row = await ctx.db.submission.findUniqueOrThrow({ where: { id }, select: REST_ROW })
  return onlyOf(entityOf(ctx, row), ['submitId', 'judger', 'status', 'score', 'oiRankScore'])
})

router.get('/api/admin/judge/cancel-judge', 'judging.rejudge', async (ctx, request) => {
  const id = requiredNumber(request.query.submitId, 'submitId')
  await cancelSubmission(ctx, id)
  const row = await ctx.db.submission.findUniqueOrThrow({ where: { id }, select: REST_ROW })
  return onlyOf(entityOf(ctx, row), ['submitId', 'judger', 'status'])
})
