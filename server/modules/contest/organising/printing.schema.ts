import { builder } from '../../../builder.ts'
import { pageByOffset } from '../../../pageByOffset.ts'
import { Contest } from '../contest.schema.ts'
import { shownNameOf } from '../shownName.ts'
import { checkPrint, type PrintRow, printQueue, requestPrint, seatOf, watchPrints } from './printing.ts'

const PrintType = builder.objectRef<PrintRow>('ContestPrint').implement({
  description: 'A text that somebody in a contest wants on paper.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    username: t.string({ description: 'Whose it is.', resolve: ({ user }) => user.username }),
    name: t.string({
      description: 'What the board shows of them.',
      resolve: ({ contest, user }) => shownNameOf(contest, user),
    }),
    school: t.string({
      nullable: true,
      description: 'The school, as boards show it.',
      resolve: ({ user }) => user.school,
    }),
    seat: t.string({
      nullable: true,
      description: 'Where they sit, in the words of the organisers; null: not said.',
      resolve: seatOf,
    }),
    realname: t.string({
      nullable: true,
      description: 'The real name, which organisers know.',
      resolve: ({ user }) => user.realname,
    }),
    length: t.int({ description: 'Characters.', resolve: ({ content }) => content.length }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
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
      description: 'What is to be printed, what is not printed first, then the newest; for its organisers.',
      args: { offset: t.arg.int() },
      resolve: ({ id }, page, ctx) => pageByOffset(page, (window) => printQueue(ctx, id, window)),
    },
    {
      name: 'ContestPrintConnection',
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount'),
        openCount: t.exposeInt('open', { description: 'How many of them are not printed.' }),
      }),
    },
    { name: 'ContestPrintEdge' },
  ),
}))

const RequestInput = builder.inputType('RequestContestPrintInput', {
  description: 'A text for paper.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    content: t.string({ required: true, description: 'At least 50 characters.' }),
  }),
})

const CheckInput = builder.inputType('CheckContestPrintInput', {
  description: 'A text for paper, and how far it is.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Its number.' }),
    isPrinted: t.boolean({ required: true, description: 'Whether it is printed.' }),
  }),
})

builder.mutationFields((t) => ({
  requestContestPrint: t.field({
    type: PrintType,
    description: 'Asks for a text on paper, in a running contest that prints.',
    refuses: [
      ...(['PRINTING_CLOSED', 'PRINT_TOO_SOON', 'CONTEST_OVER', 'CONTEST_NOT_STARTED'] as const),
      ...(['CONTEST_NOT_REGISTERED', 'CONTEST_ACCOUNT'] as const),
    ],
    args: { input: t.arg({ type: RequestInput, required: true }) },
    resolve: (_, { input: { contestId, content } }, ctx) => requestPrint(ctx, Number(contestId.id), content),
  }),
  checkContestPrint: t.field({
    type: PrintType,
    description: 'Says that a text is on paper, or is not.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CheckInput, required: true }) },
    resolve: (_, { input: { number, isPrinted } }, ctx) => checkPrint(ctx, number, isPrinted),
  }),
}))

builder.subscriptionFields((t) => ({
  contestPrintsChanged: t.int({
    description:
      'The number of a text that came or was printed, for the organisers of the contest; null when seats were changed.',
    nullable: true,
    args: { contestId: t.arg.globalID({ for: [Contest], required: true, description: 'The contest.' }) },
    subscribe: (_, { contestId }, ctx) => watchPrints(ctx, Number(contestId.id)),
    resolve: ({ printId }) => printId,
  }),
}))
