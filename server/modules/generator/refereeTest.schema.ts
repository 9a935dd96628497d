import type { RefereeTest } from '#prisma/generated/client.ts'
import { builder } from '../../builder.ts'
import { RefereeRoleEnum } from '../../enums.ts'
import {
  headOfSide,
  type RefereeTestInput,
  refereeTestsOf,
  removeRefereeTest,
  saveRefereeTests,
} from './refereeTest.ts'

const SideType = builder.objectRef<{ text: string; isWhole: boolean }>('RefereeTestSide').implement({
  description: 'The beginning of one side of a test of validators or checker.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'At most 2 KiB of it.' }),
    isWhole: t.exposeBoolean('isWhole', { description: 'Whether there is no more of it.' }),
  }),
})

const TestType = builder.objectRef<RefereeTest>('RefereeTest').implement({
  description:
    'An input with what the validators of a problem must say of it, or an output with what its checker must say.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'What tells it from others.' }),
    role: t.expose('role', { type: RefereeRoleEnum, description: 'What it is a test of.' }),
    name: t.exposeString('name', { description: 'What its author calls it.' }),
    accepts: t.exposeBoolean('accepts', { description: 'Whether it must be accepted, or refused.' }),
    input: t.field({
      type: SideType,
      description: 'The input.',
      resolve: ({ input }) => headOfSide(input) ?? { text: '', isWhole: true },
    }),
    answer: t.field({
      type: SideType,
      nullable: true,
      description: 'The answer that the checker compares with; null of a test of validators.',
      resolve: ({ answer }) => headOfSide(answer),
    }),
    output: t.field({
      type: SideType,
      nullable: true,
      description: 'The output that the checker looks at; null of a test of validators.',
      resolve: ({ output }) => headOfSide(output),
    }),
  }),
})

builder.prismaObjectField('Problem', 'refereeTests', (t) =>
  t.field({
    type: [TestType],
    nullable: true,
    description: 'Tests of its validators and checker; null for those who may not manage it.',
    complexity: 100,
    select: { id: true },
    resolve: ({ id }, _, ctx) => refereeTestsOf(ctx, id),
  }),
)

const TestInput = builder.inputType('RefereeTestInput', {
  description: 'A test of validators or checker.',
  fields: (t) => ({
    role: t.field({ type: RefereeRoleEnum, required: true, description: 'What it is a test of.' }),
    name: t.string({ required: true, description: 'Of a role and name there is one.' }),
    accepts: t.boolean({ description: 'Whether it must be accepted; refused when left out.' }),
    input: t.string({ required: true, description: 'The input.' }),
    answer: t.string({ description: 'The answer, of a test of the checker.' }),
    output: t.string({ description: 'The output, of a test of the checker.' }),
  }),
})

const bytesOf = (text: string | null | undefined) => (text ? Buffer.from(text) : null)

const givenOf = ({
  role,
  name,
  accepts,
  input,
  answer,
  output,
}: typeof TestInput.$inferInput): RefereeTestInput => ({
  ...{ role, name, accepts: accepts ?? false },
  ...{ input: Buffer.from(input), answer: bytesOf(answer), output: bytesOf(output) },
})

const SaveInput = builder.inputType('SaveRefereeTestsInput', {
  description: 'Tests of validators and checker for a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    tests: t.field({
      type: [TestInput],
      required: true,
      description: 'Each takes the place of one of its role and name.',
    }),
  }),
})

const RemoveInput = builder.inputType('RemoveRefereeTestInput', {
  description: 'A test of validators or checker.',
  fields: (t) => ({ number: t.int({ required: true, description: 'What tells it from others.' }) }),
})

builder.mutationFields((t) => ({
  saveRefereeTests: t.prismaField({
    type: 'Problem',
    description: 'Keeps tests of validators and checker with a problem.',
    refuses: ['FORBIDDEN', 'FILE_TOO_LARGE'],
    args: { input: t.arg({ type: SaveInput, required: true }) },
    resolve: async (query, _, { input: { problemId, tests } }, ctx) => {
      const number = problemId.typename === 'Problem' ? Number(problemId.id) : 0
      const { id } = await saveRefereeTests(ctx, number, tests.map(givenOf))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  removeRefereeTest: t.prismaField({
    type: 'Problem',
    description: 'Keeps a test of validators or checker no longer.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (query, _, { input: { number } }, ctx) => {
      const { id } = await removeRefereeTest(ctx, number)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
