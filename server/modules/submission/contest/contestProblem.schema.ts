import type { ContestProblem } from '#prisma/generated/client.ts'
import { builder, nullUnlessSeen } from '../../../builder.ts'
import { JudgingStateEnum, VerdictEnum } from '../../../enums.ts'
import type { SubmissionFilter } from '../listing.ts'
import { submissionPage } from '../page.ts'
import { Submission, SubmissionConnection, SubmissionEdge } from '../submission.schema.ts'
import { countSubmissions } from '../total.ts'
import { ownStatusOf, placeOf, tallyOf } from './contestPlace.ts'
import type { OwnStatus } from './contestStatus.ts'

const OwnStatusType = builder.objectRef<OwnStatus>('OwnContestStatus').implement({
  description: 'How far somebody is with a problem of a contest, by the submission that counts.',
  fields: (t) => ({
    state: t.field({
      type: JudgingStateEnum,
      nullable: true,
      description: 'How far judging is; null while the outcome is sealed.',
      resolve: ({ state }) => state,
    }),
    verdict: t.field({
      type: VerdictEnum,
      nullable: true,
      description: 'How it ended; null before, and while that is sealed.',
      resolve: ({ verdict }) => verdict,
    }),
    score: t.int({
      nullable: true,
      description: 'What it earned, where problems have scores.',
      resolve: ({ score }) => score,
    }),
    sentAt: t.field({ type: 'DateTime', description: 'When it was sent.', resolve: ({ at }) => at }),
    tries: t.exposeInt('tries', { description: 'How many were sent.' }),
  }),
})

type Place = Pick<ContestProblem, 'contestId' | 'problemId'>

const ownOf = ({ contestId, problemId }: Place): SubmissionFilter => ({ mine: true, contestId, problemId })

builder.prismaObjectFields('ContestProblem', (t) => ({
  tally: t.prismaField({
    type: 'ProblemTally',
    description: 'What was sent to it from the start to the seal, by verdict, without its own people.',
    args: {
      late: t.arg.boolean({ description: 'With what was sent after the end, where that is taken.' }),
      unsealed: t.arg.boolean({ description: 'An organiser asks for what the seal hides.' }),
    },
    resolve: (_query, place, { late, unsealed }, ctx) =>
      tallyOf(ctx, place, { late: late ?? false, unsealed: unsealed ?? false }),
  }),
  viewerStatus: t.field({
    type: OwnStatusType,
    nullable: true,
    description: 'How far the viewer is with it there; null: nothing was sent.',
    resolve: (place, _, ctx) => ownStatusOf(ctx, place),
  }),
  viewerProgress: t.prismaField({
    type: 'ProblemProgress',
    nullable: true,
    description: 'The same as in practice; null, too, while that is sealed or being judged.',
    resolve: async (_query, place, _args, ctx) => {
      const status = await ownStatusOf(ctx, place)
      if (!ctx.viewer || !status?.verdict) return null
      const { verdict, score, at } = status
      return {
        userId: ctx.viewer.id,
        problemId: place.problemId,
        verdict,
        score,
        oiRankScore: null,
        ...{
          acceptedAt: verdict === 'ACCEPTED' ? at : null,
          acceptedSubmissionId: null,
          lastSubmissionId: 0,
        },
      }
    },
  }),
  viewerLastAccepted: t.prismaField({
    type: Submission,
    nullable: true,
    description: 'What the viewer was accepted with there last; null: nothing.',
    resolve: async (query, place, _, ctx) => {
      if (!ctx.viewer) return null
      const filter: SubmissionFilter = { ...ownOf(place), verdict: 'ACCEPTED' }
      const [last] = await submissionPage(ctx, filter, { ...query, take: 1 }, 0)
      return last ?? null
    },
  }),
  viewerSubmissions: t.prismaConnection(
    {
      type: Submission,
      cursor: 'id',
      description: "The viewer's own submissions there, newest first.",
      args: { offset: t.arg.int() },
      totalCount: (place, _, ctx) => (ctx.viewer ? countSubmissions(ctx, ownOf(place)) : 0),
      resolve: (query, place, { offset }, ctx) =>
        ctx.viewer ? submissionPage(ctx, ownOf(place), query, offset ?? 0) : [],
    },
    SubmissionConnection,
    SubmissionEdge,
  ),
}))

builder.prismaObjectFields('Submission', (t) => ({
  contest: t.relation('contest', {
    ...nullUnlessSeen(
      'contest',
      (row: { contestId: number | null; groupId: number | null }) => row.contestId,
      ({ groupId }) => groupId,
    ),
    description: 'The contest that it was sent in; null: practice.',
  }),
  contestProblem: t.prismaField({
    type: 'ContestProblem',
    nullable: true,
    // Who sees a submission reads the name of its problem.
    skipTypeScopes: true,
    description: 'The problem as its contest has it; null in practice, and for one that was taken off.',
    resolve: (query, { contestId, problemId }, _, ctx) =>
      contestId === null ? null : placeOf(ctx, { contestId, problemId }, query),
  }),
}))
