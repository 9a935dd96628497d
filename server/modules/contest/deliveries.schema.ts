import { builder } from '../../builder.ts'
import { pageByOffset } from '../../pageByOffset.ts'
import { type AcceptedRun, acceptedRuns, checkRun, claimRun, watchRuns } from './deliveries.ts'

const RunType = builder.objectRef<AcceptedRun>('AcceptedRun').implement({
  description:
    'The first accepted submission of somebody to a problem of a contest, and how far its balloon is.',
  fields: (t) => ({
    submissionNumber: t.exposeInt('submissionId', { description: 'Number of the submission.' }),
    label: t.exposeString('label', { description: 'What the contest calls the problem.' }),
    title: t.exposeString('title', { description: 'Its title there.' }),
    color: t.exposeString('color', { nullable: true, description: 'Of the balloon: #rrggbb.' }),
    username: t.exposeString('username', { description: 'Who solved it.' }),
    name: t.exposeString('name', { description: 'What the board shows of them.' }),
    school: t.exposeString('school', { nullable: true, description: 'The school, as boards show it.' }),
    seat: t.exposeString('seat', {
      nullable: true,
      description: 'Where they sit, in the words of the organisers; null: not said.',
    }),
    realname: t.exposeString('realname', {
      nullable: true,
      description: 'The real name, which organisers know.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    seconds: t.exposeInt('second', { description: 'Seconds since the start.' }),
    isFirst: t.exposeBoolean('isFirst', { description: 'Whether nobody solved the problem earlier.' }),
    isSealed: t.exposeBoolean('isSealed', { description: 'Whether it was sent under the seal.' }),
    claimedBy: t.exposeString('claimedBy', {
      nullable: true,
      description: 'User name of who is on the way; null: nobody.',
    }),
    claimedAt: t.expose('claimedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when; null: nobody is on the way.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the balloon was brought; null: not yet.',
    }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  acceptedRuns: t.connection(
    {
      type: RunType,
      nullable: true,
      description: 'Who solved what, those without a balloon first, then the newest; for its organisers.',
      args: {
        offset: t.arg.int(),
        label: t.arg.string({ description: 'Only runs of the problem that the contest calls so.' }),
      },
      resolve: ({ id }, { label, ...page }, ctx) =>
        pageByOffset(page, (window) => acceptedRuns(ctx, id, { label, ...window })),
    },
    {
      name: 'AcceptedRunConnection',
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount'),
        openCount: t.exposeInt('open', { description: 'How many of them have no balloon yet.' }),
      }),
    },
    { name: 'AcceptedRunEdge' },
  ),
}))

const ClaimInput = builder.inputType('ClaimAcceptedRunInput', {
  description: 'An accepted run of a contest.',
  fields: (t) => ({
    contestNumber: t.int({ required: true, description: 'Number of the contest.' }),
    submissionNumber: t.int({ required: true, description: 'Number of the submission.' }),
    isClaimed: t.boolean({
      required: true,
      description: 'Whether the viewer is on the way with the balloon.',
    }),
  }),
})

const CheckInput = builder.inputType('CheckAcceptedRunInput', {
  description: 'An accepted run of a contest.',
  fields: (t) => ({
    contestNumber: t.int({ required: true, description: 'Number of the contest.' }),
    submissionNumber: t.int({ required: true, description: 'Number of the submission.' }),
    isChecked: t.boolean({ required: true, description: 'Whether the balloon was brought.' }),
  }),
})

builder.mutationFields((t) => ({
  claimAcceptedRun: t.field({
    type: RunType,
    description:
      'Claims a balloon, or releases the claim of the viewer; RUN_CLAIMED when it is somebody else has it.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'RUN_CLAIMED'],
    args: { input: t.arg({ type: ClaimInput, required: true }) },
    resolve: (_, { input: { contestNumber, submissionNumber, isClaimed } }, ctx) =>
      claimRun(ctx, contestNumber, submissionNumber, isClaimed),
  }),
  checkAcceptedRun: t.field({
    type: RunType,
    description: 'Says that a balloon was brought, or was not.',
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
    args: { input: t.arg({ type: CheckInput, required: true }) },
    resolve: (_, { input: { contestNumber, submissionNumber, isChecked } }, ctx) =>
      checkRun(ctx, contestNumber, submissionNumber, isChecked),
  }),
}))

builder.subscriptionFields((t) => ({
  acceptedRunsChanged: t.int({
    description:
      'The number of a submission that was judged, claimed or brought a balloon for, for the organisers of the contest; null when seats were changed.',
    nullable: true,
    args: { contestNumber: t.arg.int({ required: true, description: 'Number of the contest.' }) },
    subscribe: (_, { contestNumber }, ctx) => watchRuns(ctx, contestNumber),
    resolve: ({ submissionId }) => submissionId,
  }),
}))
