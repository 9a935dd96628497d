import { builder } from '../../../builder.ts'
import { pageByOffset } from '../../../pageByOffset.ts'
import { Contest } from '../contest.schema.ts'
import { registerUsers } from './listRegistration.ts'
import { disqualify, type Participant, participantsOf } from './participants.ts'
import { giveSeats } from './seatAssignment.ts'

const ParticipantType = builder.objectRef<Participant>('ContestParticipant').implement({
  description: 'A participant of a contest: a user who registered, submitted or was given a seat.',
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'The user; null when the account was deleted.',
      resolve: (query, { user }, _, ctx) =>
        user.endedAt ? null : ctx.db.user.findUnique({ ...query, where: { id: user.id } }),
    }),
    realname: t.string({
      nullable: true,
      description: 'Real name, for organisers.',
      resolve: ({ user }) => user.realname,
    }),
    school: t.string({
      nullable: true,
      description: 'School, as scoreboards show it.',
      resolve: ({ user }) => user.school,
    }),
    seat: t.string({
      nullable: true,
      description: 'Seat, as the organisers wrote it; null: unknown.',
      resolve: ({ part }) => part?.seat ?? null,
    }),
    registeredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Registration time; null: not registered, or the registration was deleted by a new password.',
      resolve: ({ part }) => part?.registeredAt ?? null,
    }),
    disqualifiedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When they were disqualified; null: they are not.',
      resolve: ({ part }) => part?.disqualifiedAt ?? null,
    }),
    submissionCount: t.exposeInt('submissions', { description: 'Number of submissions in the contest.' }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  participants: t.connection(
    {
      type: ParticipantType,
      nullable: true,
      description: 'Participants, in the order of their usernames; for organisers.',
      args: {
        offset: t.arg.int(),
        keyword: t.arg.string({ description: 'Part of the username, the nickname or the real name.' }),
        disqualified: t.arg.boolean({ description: 'Only disqualified participants.' }),
      },
      resolve: ({ id }, { keyword, disqualified, ...page }, ctx) =>
        pageByOffset(page, (window) => participantsOf(ctx, id, { keyword, disqualified, ...window })),
    },
    {
      name: 'ContestParticipantConnection',
      fields: (t) => ({ totalCount: t.exposeInt('totalCount') }),
    },
    { name: 'ContestParticipantEdge' },
  ),
}))

const DisqualifyInput = builder.inputType('DisqualifyParticipantInput', {
  description: 'A participant of a contest.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    userId: t.globalID({ required: true, description: 'The user.' }),
    isDisqualified: t.boolean({
      required: true,
      description: 'Whether to disqualify them, or to reinstate them.',
    }),
    reason: t.string({ description: 'Reason, for the audit.' }),
  }),
})

builder.mutationFields((t) => ({
  disqualifyParticipant: t.field({
    type: ParticipantType,
    description: 'Disqualifies a participant, or reinstates them; scoreboards change at once.',
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
    args: { input: t.arg({ type: DisqualifyInput, required: true }) },
    resolve: (_, { input: { contestId, userId, isDisqualified, reason } }, ctx) =>
      disqualify(ctx, Number(contestId.id), userId.typename === 'User' ? userId.id : '', {
        isDisqualified,
        reason: reason ?? '',
      }),
  }),
}))

const RegisterInput = builder.inputType('RegisterParticipantsInput', {
  description: 'Users to register for a contest.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    usernames: t.stringList({ required: true, description: 'At most 5000; case-insensitive.' }),
  }),
})

builder.mutationFields((t) => ({
  registerParticipants: t.field({
    type: Contest,
    description:
      'Registers users for a contest without its password: all of the list or none; for organisers.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'CONTEST_NEEDS_NO_REGISTRATION', 'CONTEST_OVER'],
    args: { input: t.arg({ type: RegisterInput, required: true }) },
    resolve: (_, { input: { contestId, usernames } }, ctx) =>
      registerUsers(ctx, Number(contestId.id), usernames),
  }),
}))

const SeatInput = builder.inputType('ContestSeatInput', {
  description: 'Seat of a participant.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Username; case-insensitive.' }),
    seat: t.string({ required: true, description: 'At most 40 characters; empty: no seat.' }),
  }),
})

const SeatsInput = builder.inputType('GiveContestSeatsInput', {
  description: 'Seats of participants.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    seats: t.field({
      type: [SeatInput],
      required: true,
      description: 'At most 5000; other participants keep their seats.',
    }),
  }),
})

builder.mutationFields((t) => ({
  giveContestSeats: t.field({
    type: Contest,
    description: 'Assigns seats, which balloons and prints name: all of the list or none.',
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
    args: { input: t.arg({ type: SeatsInput, required: true }) },
    resolve: (_, { input: { contestId, seats } }, ctx) => giveSeats(ctx, Number(contestId.id), seats),
  }),
}))
