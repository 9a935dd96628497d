import { builder } from '../../../builder.ts'
import { pageByOffset } from '../../../pageByOffset.ts'
import { Contest } from '../contest.schema.ts'
import { disqualify, type Participant, participantsOf } from './participants.ts'
import { giveSeats } from './seats.ts'

const ParticipantType = builder.objectRef<Participant>('ContestParticipant').implement({
  description:
    'Somebody who has registered for a contest, submitted or was given a seat there, as its organisers see them.',
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'Who it is; null when the account has ended.',
      resolve: (query, { user }, _, ctx) =>
        user.endedAt ? null : ctx.db.user.findUnique({ ...query, where: { id: user.id } }),
    }),
    realname: t.string({
      nullable: true,
      description: 'The real name, which organisers know.',
      resolve: ({ user }) => user.realname,
    }),
    school: t.string({
      nullable: true,
      description: 'The school, as boards show it.',
      resolve: ({ user }) => user.school,
    }),
    seat: t.string({
      nullable: true,
      description: 'Where they sit, in the words of the organisers; null: not said.',
      resolve: ({ part }) => part?.seat ?? null,
    }),
    registeredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When they registered; null: they did not, or another password has dropped it.',
      resolve: ({ part }) => part?.registeredAt ?? null,
    }),
    disqualifiedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when they are disqualified; null: they are not.',
      resolve: ({ part }) => part?.disqualifiedAt ?? null,
    }),
    submissionCount: t.exposeInt('submissions', { description: 'What they submitted there.' }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  participants: t.connection(
    {
      type: ParticipantType,
      nullable: true,
      description: 'Who takes part, in the order of user names; for its organisers.',
      args: {
        offset: t.arg.int(),
        keyword: t.arg.string({ description: 'Part of the user name, the nickname or the real name.' }),
        disqualified: t.arg.boolean({ description: 'The disqualified alone.' }),
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
  description: 'Somebody in a contest.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    userId: t.globalID({ required: true, description: 'Who it is.' }),
    isDisqualified: t.boolean({ required: true, description: 'Whether they are from now on.' }),
    reason: t.string({ description: 'Why; it stays in the audit.' }),
  }),
})

builder.mutationFields((t) => ({
  disqualifyParticipant: t.field({
    type: ParticipantType,
    description: 'Takes somebody out of the ranking of a contest, or back in; boards change at once.',
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
    args: { input: t.arg({ type: DisqualifyInput, required: true }) },
    resolve: (_, { input: { contestId, userId, isDisqualified, reason } }, ctx) =>
      disqualify(ctx, Number(contestId.id), userId.typename === 'User' ? userId.id : '', {
        isDisqualified,
        reason: reason ?? '',
      }),
  }),
}))

const SeatInput = builder.inputType('ContestSeatInput', {
  description: 'Where somebody sits in a contest.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'User name; case does not count.' }),
    seat: t.string({ required: true, description: 'At most 40 characters; empty: no seat.' }),
  }),
})

const SeatsInput = builder.inputType('GiveContestSeatsInput', {
  description: 'Where people sit in a contest.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    seats: t.field({ type: [SeatInput], required: true, description: 'At most 5000; nobody else changes.' }),
  }),
})

builder.mutationFields((t) => ({
  giveContestSeats: t.field({
    type: Contest,
    description:
      'Gives people in a contest their seats, which balloons and prints name: all of them or none.',
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
    args: { input: t.arg({ type: SeatsInput, required: true }) },
    resolve: (_, { input: { contestId, seats } }, ctx) => giveSeats(ctx, Number(contestId.id), seats),
  }),
}))
