import { builder } from '../../../builder.ts'
import { pageByOffset } from '../../../pageByOffset.ts'
import { Contest } from '../contest.schema.ts'
import { shownNameOf } from '../shownName.ts'
import { checkPrint, type PrintRow, printQueue, requestPrint, seatOf, watchPrints } from './printing.ts'

const PrintType = builder.objectRef<PrintRow>('ContestPrint').implement({
  description: 'A print request of a participant.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    username: t.string({ description: 'Owner.', resolve: ({ user }) => user.username }),
    name: t.string({
      description: 'Name that the scoreboard shows.',
      resolve: ({ contest, user }) => shownNameOf(contest, user),
    }),
    school: t.string({
      nullable: true,
      description: 'School, as scoreboards show it.',
      resolve: ({ user }) => user.school,
    }),
    seat: t.string({
      nullable: true,
      description: 'Seat, as the organisers wrote it; null: unknown.',
      resolve: seatOf,
    }),
    realname: t.string({
      nullable: true,
      description: 'Real name, for organisers.',
      resolve: ({ user }) => user.realname,
    }),
    length: t.int({ description: 'Number of characters.', resolve: ({ content }) => content.length }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Request time.' }),
    printedAt: t.expose('printedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was printed; null: not yet.',
    }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  printQueue: t.connection(
    {
      type: PrintType,
      nullable: true,
      description: 'Print requests, unprinted ones first, then newest; for organisers.',
      args: { offset: t.arg.int() },
      resolve: ({ id }, page, ctx) => pageByOffset(page, (window) => printQueue(ctx, id, window)),
    },
    {
      name: 'ContestPrintConnection',
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount'),
        openCount: t.exposeInt('open', { description: 'Number of unprinted requests.' }),
      }),
    },
    { name: 'ContestPrintEdge' },
  ),
}))

const RequestInput = builder.inputType('RequestContestPrintInput', {
  description: 'A text to print.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    content: t.string({ required: true, description: 'At least 50 characters.' }),
  }),
})

const CheckInput = builder.inputType('CheckContestPrintInput', {
  description: 'A print request, and whether it is printed.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Its number.' }),
    isPrinted: t.boolean({ required: true, description: 'Whether it is printed.' }),
  }),
})

builder.mutationFields((t) => ({
  requestContestPrint: t.field({
    type: PrintType,
    description: 'Requests a printout in a running contest with printing enabled.',
    refuses: [
      ...(['PRINTING_CLOSED', 'PRINT_TOO_SOON', 'CONTEST_OVER', 'CONTEST_NOT_STARTED'] as const),
      ...(['CONTEST_NOT_REGISTERED', 'CONTEST_ACCOUNT'] as const),
    ],
    args: { input: t.arg({ type: RequestInput, required: true }) },
    resolve: (_, { input: { contestId, content } }, ctx) => requestPrint(ctx, Number(contestId.id), content),
  }),
  checkContestPrint: t.field({
    type: PrintType,
    description: 'Marks a print request as printed or unprinted.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CheckInput, required: true }) },
    resolve: (_, { input: { number, isPrinted } }, ctx) => checkPrint(ctx, number, isPrinted),
  }),
}))

builder.subscriptionFields((t) => ({
  contestPrintsChanged: t.int({
    description:
      'Id of a print request that was created or printed, for organisers; null after a change of seats.',
    nullable: true,
    args: { contestId: t.arg.globalID({ for: [Contest], required: true, description: 'The contest.' }) },
    subscribe: (_, { contestId }, ctx) => watchPrints(ctx, Number(contestId.id)),
    resolve: ({ printId }) => printId,
  }),
}))
