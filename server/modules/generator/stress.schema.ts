import { builder } from '../../builder.ts'
import { MakingFaultEnum, VerdictEnum } from '../../enums.ts'
import { faultOf, makingMessage } from './making.ts'
import {
  isUsable,
  LONGEST,
  type ShownStress,
  type StressFinding,
  type StressSide,
  shownStress,
  startStress,
  useStressCase,
} from './stress.ts'

const SideType = builder.objectRef<StressSide>('StressSide').implement({
  description: 'One of the two solutions of a stress test, on the failing input.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    fault: t.field({
      type: MakingFaultEnum,
      nullable: true,
      description: 'Error; null for a first solution that ended normally.',
      resolve: ({ made }) => faultOf(made),
    }),
    verdict: t.field({
      type: VerdictEnum,
      nullable: true,
      description:
        'First solution: whether it ended normally. Second: the verdict with the output of the first as answer.',
      resolve: ({ made }) => made.verdict,
    }),
    timeMs: t.int({ nullable: true, description: 'Time.', resolve: ({ made }) => made.timeMs }),
    message: t.string({
      nullable: true,
      description: 'Message of the programs, the checker or the judge.',
      resolve: ({ made }, _, ctx) => makingMessage(ctx, made.message),
    }),
    outputBytes: t.int({
      nullable: true,
      description: 'Bytes of its output; null when there is none.',
      resolve: ({ made }) => made.answerSize,
    }),
  }),
})

const FindingType = builder.objectRef<StressFinding>('StressFinding').implement({
  description:
    'The failing input of a stress test. `Making.texts` has its files: index 1 the input and the output of the first solution, index 2 the output of the second.',
  fields: (t) => ({
    seed: t.exposeInt('seed', { description: 'Seed.' }),
    command: t.exposeString('command', { description: 'Generator line with that seed.' }),
    inputBytes: t.int({
      nullable: true,
      description: 'Bytes of the input; null when the generator failed.',
      resolve: ({ sides }) => sides[0]?.made.inputSize,
    }),
    sides: t.field({
      type: [SideType],
      description: 'The first solution, or what failed before it, and the second, if it ran.',
      resolve: ({ sides }) => sides,
    }),
    isUsable: t.boolean({
      description:
        'Whether the input can become a case: validators accept it and the first solution answers it.',
      resolve: isUsable,
    }),
  }),
})

const StressType = builder.objectRef<ShownStress>('Stress').implement({
  description:
    'A stress test: runs a generator with one seed after the other, until the outputs of two solutions differ.',
  fields: (t) => ({
    line: t.string({ description: 'Generator line.', resolve: ({ plan }) => plan.line }),
    firstName: t.string({
      description: 'Solution that makes answers.',
      resolve: ({ plan }) => plan.names[0],
    }),
    secondName: t.string({
      description: 'Solution to test.',
      resolve: ({ plan }) => plan.names[1],
    }),
    seconds: t.int({ description: 'Time limit.', resolve: ({ plan }) => plan.seconds }),
    spentMs: t.exposeInt('spentMs', { description: 'Elapsed time.' }),
    tried: t.exposeInt('tried', { description: 'Seeds on which the solutions agreed.' }),
    seed: t.exposeInt('seed', { description: 'Current seed, or the one that ended it.' }),
    finding: t.expose('finding', {
      type: FindingType,
      nullable: true,
      description: 'What ended it; null while it runs, or when the time ran out.',
    }),
  }),
})

builder.prismaObjectField('Making', 'stress', (t) =>
  t.field({
    type: StressType,
    nullable: true,
    description: 'The stress test; null for other kinds.',
    select: { id: true, stress: true, tried: true, spentMs: true },
    resolve: (row, _, ctx) => shownStress(ctx, row),
  }),
)

const StartInput = builder.inputType('StartStressInput', {
  description: 'A stress test of a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    line: t.string({
      required: true,
      description: 'Generator and arguments, as in a script; `{seed}` stands for the seed.',
    }),
    first: t.int({ required: true, description: 'Number of the solution that makes answers.' }),
    second: t.int({ required: true, description: 'Number of the solution to test.' }),
    firstSeed: t.int({ description: 'First seed; default 1.' }),
    seconds: t.int({ description: `Time limit, at most ${LONGEST}; default 60.` }),
  }),
})

const UseInput = builder.inputType('UseStressCaseInput', {
  description: 'A stress test that found a difference.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'The making.' }) }),
})

const numberOf = ({ typename, id }: { typename: string; id: string }) =>
  typename === 'Problem' ? Number(id) : 0
const keyOf = ({ typename, id }: { typename: string; id: string }) => (typename === 'Making' ? id : '')

builder.mutationFields((t) => ({
  startStress: t.prismaField({
    type: 'Problem',
    description: 'Starts a stress test as `Problem.making`; `cancelMaking` ends it.',
    refuses: ['FORBIDDEN', 'MAKING_GOES_ON', 'MAKING_TOO_MANY'],
    args: { input: t.arg({ type: StartInput, required: true }) },
    resolve: async (query, _, { input: { problemId, firstSeed, seconds, ...given } }, ctx) => {
      const asked = { ...given, firstSeed: firstSeed ?? 1, seconds: seconds ?? 60 }
      const making = await startStress(ctx, numberOf(problemId), asked)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: making.problemId } })
    },
  }),
  useStressCase: t.prismaField({
    type: 'Problem',
    description: 'Adds the failing input of a stress test as the last case of its problem, in a new version.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'MAKING_UNFINISHED', 'STRESS_NOTHING'],
    args: { input: t.arg({ type: UseInput, required: true }) },
    resolve: async (query, _, { input: { id } }, ctx) => {
      const problem = await useStressCase(ctx, keyOf(id))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: problem.id } })
    },
  }),
}))
