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
  description: 'One of the two solutions of a stress test, on the input that ended it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What its author calls it.' }),
    fault: t.field({
      type: MakingFaultEnum,
      nullable: true,
      description: 'What went wrong; null of a first solution that ended well.',
      resolve: ({ made }) => faultOf(made),
    }),
    verdict: t.field({
      type: VerdictEnum,
      nullable: true,
      description:
        'Of the first one: whether it ended well. Of the second: with the output of the first as answer.',
      resolve: ({ made }) => made.verdict,
    }),
    timeMs: t.int({ nullable: true, description: 'Its time.', resolve: ({ made }) => made.timeMs }),
    message: t.string({
      nullable: true,
      description: 'What programs, checker or judge say.',
      resolve: ({ made }, _, ctx) => makingMessage(ctx, made.message),
    }),
    outputBytes: t.int({
      nullable: true,
      description: 'Size of its output; null where it left none.',
      resolve: ({ made }) => made.answerSize,
    }),
  }),
})

const FindingType = builder.objectRef<StressFinding>('StressFinding').implement({
  description:
    'What ended a stress test before its time. `Making.texts` has its files: of index 1 the input and what the first solution printed, of 2 what the second printed.',
  fields: (t) => ({
    seed: t.exposeInt('seed', { description: 'The seed.' }),
    command: t.exposeString('command', { description: 'The line of the generator with that seed.' }),
    inputBytes: t.int({
      nullable: true,
      description: 'Size of the input; null where the generator failed.',
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
  description: 'A generator that runs with one seed after the other, and two solutions, until they differ.',
  fields: (t) => ({
    line: t.string({ description: 'The line of the generator.', resolve: ({ plan }) => plan.line }),
    firstName: t.string({
      description: 'The solution that makes answers.',
      resolve: ({ plan }) => plan.names[0],
    }),
    secondName: t.string({
      description: 'The solution that is checked.',
      resolve: ({ plan }) => plan.names[1],
    }),
    seconds: t.int({ description: 'How long it may take.', resolve: ({ plan }) => plan.seconds }),
    spentMs: t.exposeInt('spentMs', { description: 'What it took so far.' }),
    tried: t.exposeInt('tried', { description: 'Seeds on which they did not differ.' }),
    seed: t.exposeInt('seed', { description: 'The seed under way, or the one that ended it.' }),
    finding: t.expose('finding', {
      type: FindingType,
      nullable: true,
      description: 'What ended it; null while it goes on, or when the time was over.',
    }),
  }),
})

builder.prismaObjectField('Making', 'stress', (t) =>
  t.field({
    type: StressType,
    nullable: true,
    description: 'The stress test that it is; null of others.',
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
      description: 'A generator and its words, as in a script; `{seed}` stands for the seed.',
    }),
    first: t.int({ required: true, description: 'Number of the solution that makes answers.' }),
    second: t.int({ required: true, description: 'Number of the solution that is checked.' }),
    firstSeed: t.int({ description: 'The seed to begin with; 1 when left out.' }),
    seconds: t.int({ description: `How long it may take, at most ${LONGEST}; 60 when left out.` }),
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
    description: 'Begins a stress test in `Problem.making`; `cancelMaking` ends it.',
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
    description: 'Makes the input that a stress test found the last case of its problem, as a new version.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'MAKING_UNFINISHED', 'STRESS_NOTHING'],
    args: { input: t.arg({ type: UseInput, required: true }) },
    resolve: async (query, _, { input: { id } }, ctx) => {
      const problem = await useStressCase(ctx, keyOf(id))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: problem.id } })
    },
  }),
}))
