import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { VerdictEnum } from '../../enums.ts'
import { canRejudge, isCancellable, isCorrectable } from '../../policy/judging.ts'
import { cancelSubmission, correctSubmission } from './correction.ts'

builder.prismaObjectFields('Submission', (t) => ({
  viewerCanRejudge: t.boolean({
    select: { problem: { select: { testsetId: true } } },
    resolve: ({ problem }, _, ctx) => canRejudge(readerOf(ctx)) && problem.testsetId !== null,
  }),
  viewerCanCorrect: t.boolean({
    description: 'Set verdict and score by hand.',
    select: { state: true, verdict: true },
    resolve: (submission, _, ctx) => canRejudge(readerOf(ctx)) && isCorrectable(submission),
  }),
  viewerCanCancel: t.boolean({
    select: { state: true, verdict: true },
    resolve: (submission, _, ctx) => canRejudge(readerOf(ctx)) && isCancellable(submission),
  }),
}))

const CorrectSubmissionInput = builder.inputType('CorrectSubmissionInput', {
  fields: (t) => ({
    id: t.globalID({ required: true }),
    verdict: t.field({ type: VerdictEnum, required: true }),
    score: t.int({ description: 'Of problems with scores, and kept in their bounds.' }),
  }),
})

/** The number that a global id of a submission holds; another noun names no submission. */
const numberOfId = ({ typename, id }: { typename: string; id: string }): number =>
  typename === 'Submission' ? Number(id) : Number.NaN

builder.mutationFields((t) => ({
  correctSubmission: t.prismaField({
    type: 'Submission',
    description: 'Sets verdict and score by hand.',
    args: { input: t.arg({ type: CorrectSubmissionInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = numberOfId(input.id)
      await correctSubmission(ctx, id, input)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  cancelSubmission: t.prismaField({
    type: 'Submission',
    args: { id: t.arg.globalID({ required: true }) },
    resolve: async (query, _, args, ctx) => {
      const id = numberOfId(args.id)
      await cancelSubmission(ctx, id)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
