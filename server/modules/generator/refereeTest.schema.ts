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
  description: 'Beginning of one file of a test of validators or checker.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'At most 2 KiB of it.' }),
    isWhole: t.exposeBoolean('isWhole', { description: 'Whether this is the whole file.' }),
  }),
})

const TestType = builder.objectRef<RefereeTest>('RefereeTest').implement({
  description:
    'A test of validators or checker: an input with the expected verdict of the validators, or an output with that of the checker.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    role: t.expose('role', { type: RefereeRoleEnum, description: 'Role of the tested program.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    accepts: t.exposeBoolean('accepts', { description: 'Whether it is expected to be accepted.' }),
    input: t.field({
      type: SideType,
      description: 'The input.',
      resolve: ({ input }) => headOfSide(input) ?? { text: '', isWhole: true },
    }),
    answer: t.field({
      type: SideType,
      nullable: true,
      description: 'Answer that the checker compares with; null for a test of validators.',
      resolve: ({ answer }) => headOfSide(answer),
    }),
    output: t.field({
      type: SideType,
      nullable: true,
      description: 'Output that the checker checks; null for a test of validators.',
      resolve: ({ output }) => headOfSide(output),
    }),
  }),
})

builder.prismaObjectField('Problem', 'refereeTests', (t) =>
  t.field({
    type: [TestType],
    nullable: true,
    description: 'Tests of its validators and checker; null for viewers who may not manage it.',
    complexity: 100,
    select: { id: true },
    resolve: ({ id }, _, ctx) => refereeTestsOf(ctx, id),
  }),
)

const TestInput = builder.inputType('RefereeTestInput', {
  description: 'A test of validators or checker.',
  fields: (t) => ({
    role: t.field({ type: RefereeRoleEnum, required: true, description: 'Role of the tested program.' }),
    name: t.string({ required: true, description: 'Unique per role.' }),
    accepts: t.boolean({ description: 'Whether it is expected to be accepted; default: refused.' }),
    input: t.string({ required: true, description: 'The input.' }),
    answer: t.string({ description: 'Answer, for a test of the checker.' }),
    output: t.string({ description: 'Output, for a test of the checker.' }),
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
  role,
  name,
  accepts: accepts ?? false,
  input: Buffer.from(input),
  answer: bytesOf(answer),
  output: bytesOf(output),
})

const SaveInput = builder.inputType('SaveRefereeTestsInput', {
  description: 'Tests of validators and checker for a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    tests: t.field({
      type: [TestInput],
      required: true,
      description: 'Each replaces the program with its role and name.',
    }),
  }),
})

const RemoveInput = builder.inputType('RemoveRefereeTestInput', {
  description: 'A test of validators or checker.',
  fields: (t) => ({ number: t.int({ required: true, description: 'Its number.' }) }),
})

builder.mutationFields((t) => ({
  saveRefereeTests: t.prismaField({
    type: 'Problem',
    description: 'Saves tests of validators and checker of a problem.',
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
    description: 'Deletes a test of validators or checker.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (query, _, { input: { number } }, ctx) => {
      const { id } = await removeRefereeTest(ctx, number)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
