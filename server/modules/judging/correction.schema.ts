import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { VerdictEnum } from '../../enums.ts'
import { canRejudgeIn, isCancellable, isCorrectable } from '../../policy/judging.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { cancelSubmission, correctSubmission } from './correction.ts'

/** Where it was sent, and whose contest that is. */
const PLACE = { contest: { select: ORGANISED } } as const

builder.prismaObjectFields('Submission', (t) => ({
  viewerCanRejudge: t.boolean({
    description: 'Whether the viewer may judge it anew.',
    select: { problem: { select: { testsetId: true } }, ...PLACE },
    resolve: ({ problem, contest }, _, ctx) =>
      canRejudgeIn(readerOf(ctx), contest) && problem.testsetId !== null,
  }),
  viewerCanCorrect: t.boolean({
    description: 'Set verdict and score by hand.',
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

const CorrectSubmissionInput = builder.inputType('CorrectSubmissionInput', {
  description: 'A submission, and the outcome it is to have.',
  fields: (t) => ({
    id: t.globalID({ description: 'Id of the submission.', required: true }),
    verdict: t.field({ description: 'The verdict it is to have.', type: VerdictEnum, required: true }),
    score: t.int({ description: 'Of problems with scores, and kept in their bounds.' }),
  }),
})

const CancelSubmissionInput = builder.inputType('CancelSubmissionInput', {
  description: 'A submission to cancel.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'Id of the submission.' }) }),
})

/** The number that a global id of a submission holds; another noun names no submission. */
const numberOfId = ({ typename, id }: { typename: string; id: string }): number =>
  typename === 'Submission' ? Number(id) : Number.NaN

builder.mutationFields((t) => ({
  correctSubmission: t.prismaField({
    refuses: ['FORBIDDEN', 'NOT_CORRECTABLE'],
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
    refuses: ['FORBIDDEN', 'NOT_CANCELLABLE'],
    description: 'Takes a submission out of the queue, or what it scored out of the counts.',
    type: 'Submission',
    args: { input: t.arg({ type: CancelSubmissionInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = numberOfId(input.id)
      await cancelSubmission(ctx, id)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
