import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { VerdictEnum } from '../../enums.ts'
import {
  canRejudgeIn,
  canRejudgeInGroup,
  canRejudgeSubmission,
  canSubmitAgain,
  isCancellable,
  isCorrectable,
  isResubmittable,
} from '../../policy/judging.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { cancelSubmission, correctSubmission } from './correction.ts'
import { JUDGED_PLACE } from './rejudging.ts'

/** Columns of the contest a submission belongs to, with its organisers. */
const PLACE = { contest: { select: ORGANISED } } as const

builder.prismaObjectFields('Submission', (t) => ({
  viewerCanRejudge: t.boolean({
    description: 'Whether the viewer may rejudge it.',
    select: JUDGED_PLACE,
    resolve: (row, _, ctx) =>
      canRejudgeSubmission(readerOf(ctx), row) &&
      (row.problem.testsetId !== null || row.problem.bankKey !== null),
  }),
  viewerCanResubmit: t.boolean({
    description: 'Whether it failed at another judge and the viewer, its author, may resubmit it.',
    select: {
      state: true,
      verdict: true,
      manual: true,
      userId: true,
      problem: { select: { bankKey: true } },
    },
    resolve: ({ problem, ...row }, _, ctx) =>
      problem.bankKey !== null && isResubmittable(row) && canSubmitAgain(readerOf(ctx), row),
  }),
  viewerCanCorrect: t.boolean({
    description: 'Whether the viewer may set verdict and score manually.',
    select: { state: true, verdict: true, ...PLACE },
    resolve: (submission, _, ctx) =>
      canRejudgeIn(readerOf(ctx), submission.contest) && isCorrectable(submission),
  }),
  viewerCanCancel: t.boolean({
    description: 'Whether the viewer may cancel it.',
    select: { state: true, verdict: true, ...PLACE },
    resolve: (submission, _, ctx) =>
      canRejudgeIn(readerOf(ctx), submission.contest) && isCancellable(submission),
  }),
}))

builder.prismaObjectFields('Group', (t) => ({
  viewerCanRejudge: t.boolean({
    description: 'Whether the viewer may rejudge submissions there; admins those to their own problems.',
    resolve: ({ id }, _, ctx) => canRejudgeInGroup(readerOf(ctx), id),
  }),
}))

const CorrectSubmissionInput = builder.inputType('CorrectSubmissionInput', {
  description: 'A submission and its manual outcome.',
  fields: (t) => ({
    id: t.globalID({ description: 'Submission id.', required: true }),
    verdict: t.field({ description: 'New verdict.', type: VerdictEnum, required: true }),
    score: t.int({ description: 'New score, for scored problems; clamped to their range.' }),
  }),
})

const CancelSubmissionInput = builder.inputType('CancelSubmissionInput', {
  description: 'A submission to cancel.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Submission id.' }) }),
})

/** Number of a submission's global id; NaN for other types, which is not found. */
const numberOfId = ({ typename, id }: { typename: string; id: string }): number =>
  typename === 'Submission' ? Number(id) : Number.NaN

builder.mutationFields((t) => ({
  correctSubmission: t.prismaField({
    refuses: ['FORBIDDEN', 'NOT_CORRECTABLE'],
    type: 'Submission',
    description: 'Sets verdict and score manually.',
    args: { input: t.arg({ type: CorrectSubmissionInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = numberOfId(input.id)
      await correctSubmission(ctx, id, input)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  cancelSubmission: t.prismaField({
    refuses: ['FORBIDDEN', 'NOT_CANCELLABLE'],
    description: 'Cancels a submission: removes it from the queue, or its result from the statistics.',
    type: 'Submission',
    args: { input: t.arg({ type: CancelSubmissionInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = numberOfId(input.id)
      await cancelSubmission(ctx, id)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
