import { builder } from '../../builder.ts'
import { pageByOffset } from '../../pageByOffset.ts'
import { type AcceptedRun, acceptedRuns, checkRun, claimRun, watchRuns } from './deliveries.ts'

const RunType = builder.objectRef<AcceptedRun>('AcceptedRun').implement({
  description:
    'First accepted submission of a participant to a contest problem, with the state of its balloon.',
  fields: (t) => ({
    submissionNumber: t.exposeInt('submissionId', { description: 'Submission id.' }),
    label: t.exposeString('label', { description: 'Label of the problem.' }),
    title: t.exposeString('title', { description: 'Title in the contest.' }),
    color: t.exposeString('color', { nullable: true, description: 'Balloon colour: #rrggbb.' }),
    username: t.exposeString('username', { description: 'The participant.' }),
    name: t.exposeString('name', { description: 'Name that the scoreboard shows.' }),
    school: t.exposeString('school', { nullable: true, description: 'School, as scoreboards show it.' }),
    seat: t.exposeString('seat', {
      nullable: true,
      description: 'Seat, as the organisers wrote it; null: unknown.',
    }),
    realname: t.exposeString('realname', {
      nullable: true,
      description: 'Real name, for organisers.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Submission time.' }),
    seconds: t.exposeInt('second', { description: 'Seconds since the start.' }),
    isFirst: t.exposeBoolean('isFirst', {
      description: 'Whether it is the first accepted submission to the problem.',
    }),
    isSealed: t.exposeBoolean('isSealed', { description: 'Whether it was submitted after the freeze.' }),
    claimedBy: t.exposeString('claimedBy', {
      nullable: true,
      description: 'Username of who claimed the delivery; null: unclaimed.',
    }),
    claimedAt: t.expose('claimedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was claimed; null: unclaimed.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the balloon was delivered; null: not yet.',
    }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  acceptedRuns: t.connection(
    {
      type: RunType,
      nullable: true,
      description: 'Accepted runs, undelivered ones first, then newest; for organisers.',
      args: {
        offset: t.arg.int(),
        label: t.arg.string({ description: 'Only runs of the problem with this label.' }),
      },
      resolve: ({ id }, { label, ...page }, ctx) =>
        pageByOffset(page, (window) => acceptedRuns(ctx, id, { label, ...window })),
    },
    {
      name: 'AcceptedRunConnection',
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount'),
        openCount: t.exposeInt('open', { description: 'Number of undelivered balloons.' }),
      }),
    },
    { name: 'AcceptedRunEdge' },
  ),
}))

const ClaimInput = builder.inputType('ClaimAcceptedRunInput', {
  description: 'An accepted run of a contest.',
  fields: (t) => ({
    contestNumber: t.int({ required: true, description: 'Contest number.' }),
    submissionNumber: t.int({ required: true, description: 'Submission id.' }),
    isClaimed: t.boolean({
      required: true,
      description: "True to claim the delivery, false to release the viewer's claim.",
    }),
  }),
})

const CheckInput = builder.inputType('CheckAcceptedRunInput', {
  description: 'An accepted run of a contest.',
  fields: (t) => ({
    contestNumber: t.int({ required: true, description: 'Contest number.' }),
    submissionNumber: t.int({ required: true, description: 'Submission id.' }),
    isChecked: t.boolean({ required: true, description: 'Whether the balloon was delivered.' }),
  }),
})

builder.mutationFields((t) => ({
  claimAcceptedRun: t.field({
    type: RunType,
    description:
      "Claims the delivery of a balloon, or releases the viewer's claim; RUN_CLAIMED when somebody else has claimed it.",
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'RUN_CLAIMED'],
    args: { input: t.arg({ type: ClaimInput, required: true }) },
    resolve: (_, { input: { contestNumber, submissionNumber, isClaimed } }, ctx) =>
      claimRun(ctx, contestNumber, submissionNumber, isClaimed),
  }),
  checkAcceptedRun: t.field({
    type: RunType,
    description: 'Marks a balloon as delivered or undelivered.',
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
    args: { input: t.arg({ type: CheckInput, required: true }) },
    resolve: (_, { input: { contestNumber, submissionNumber, isChecked } }, ctx) =>
      checkRun(ctx, contestNumber, submissionNumber, isChecked),
  }),
}))

builder.subscriptionFields((t) => ({
  acceptedRunsChanged: t.int({
    description:
      'Id of a submission that was judged, claimed or delivered, for organisers; null after a change of seats.',
    nullable: true,
    args: { contestNumber: t.arg.int({ required: true, description: 'Contest number.' }) },
    subscribe: (_, { contestNumber }, ctx) => watchRuns(ctx, contestNumber),
    resolve: ({ submissionId }) => submissionId,
  }),
}))
