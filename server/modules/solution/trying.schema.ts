import { builder } from '../../builder.ts'
import { JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { shownLanguageName } from '../site/language.ts'
import { inReadersWords } from '../submission/messageWords.ts'
import {
  asExpectedOf,
  suggestedLimit,
  type TriedSolution,
  triedSolutions,
  verifySolutions,
  watchSolutions,
} from './trying.ts'

type TriedCase = NonNullable<TriedSolution['judgement']>['runs'][number]

const CaseType = builder.objectRef<TriedCase>('SolutionCase').implement({
  description: 'Result of one case of a solution.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index of the case.' }),
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'Verdict.' }),
    timeMs: t.exposeInt('timeMs', { description: 'Time used.' }),
    memoryKb: t.exposeInt('memoryKb', { description: 'Memory used, in KiB.' }),
  }),
})

const SolutionType = builder.objectRef<TriedSolution>('Solution').implement({
  description: 'A solution of a problem, with its last result.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    languageKey: t.exposeString('language', { description: 'Language key.' }),
    source: t.exposeString('source', { description: 'Source code.' }),
    version: t.exposeInt('version', {
      description: 'Incremented by every change of its code or expectation.',
    }),
    languageName: t.string({
      description: 'Language name.',
      resolve: ({ language }, _, ctx) => shownLanguageName(ctx, language),
    }),
    expected: t.expose('expected', {
      type: [VerdictEnum],
      description: 'Expected verdicts; empty: no expectation.',
    }),
    state: t.field({
      type: JudgingStateEnum,
      nullable: true,
      description: 'State of judging; null before it was judged.',
      resolve: ({ judgement }) => judgement?.state,
    }),
    verdict: t.field({
      type: VerdictEnum,
      nullable: true,
      description: 'Verdict; null before it ended.',
      resolve: ({ judgement }) => judgement?.verdict,
    }),
    isAsExpected: t.boolean({
      nullable: true,
      description: 'Whether the result is as expected; null before it was judged, or without an expectation.',
      resolve: asExpectedOf,
    }),
    isOutdated: t.boolean({
      description: 'Whether it was judged with an older version of the tests.',
      resolve: ({ judgement, problem }) => judgement !== null && judgement.testsetId !== problem.testsetId,
    }),
    timeMs: t.int({
      nullable: true,
      description: 'Maximum time of a case.',
      resolve: ({ judgement }) => judgement?.timeMs,
    }),
    memoryKb: t.int({
      nullable: true,
      description: 'Maximum memory of a case, in KiB.',
      resolve: ({ judgement }) => judgement?.memoryKb,
    }),
    score: t.int({
      nullable: true,
      description: 'Score.',
      resolve: ({ judgement }) => judgement?.score,
    }),
    message: t.string({
      nullable: true,
      description: 'Message of the compiler or the judge.',
      resolve: ({ judgement }, _, ctx) =>
        judgement && inReadersWords(ctx, judgement.message, { verdict: judgement.verdict, manages: true }),
    }),
    cases: t.field({
      type: [CaseType],
      description: 'Results of its cases, as far as they were judged.',
      resolve: ({ judgement }) => judgement?.runs ?? [],
    }),
  }),
})

builder.prismaObjectFields('Problem', (t) => ({
  solutions: t.field({
    type: [SolutionType],
    nullable: true,
    description: 'Solutions that verify its tests; null for viewers who may not manage it.',
    complexity: 100,
    select: { id: true },
    resolve: ({ id }, _, ctx) => triedSolutions(ctx, id),
  }),
  suggestedTimeLimitMs: t.int({
    nullable: true,
    description:
      'Suggested time limit by the times of its solutions; null before they were judged, and for viewers who may not manage it.',
    complexity: 100,
    select: { id: true },
    resolve: async ({ id }, _, ctx) => suggestedLimit((await triedSolutions(ctx, id)) ?? []),
  }),
}))

const VerifyInput = builder.inputType('VerifySolutionsInput', {
  description: 'A problem whose solutions to judge.',
  fields: (t) => ({ problemId: t.globalID({ required: true, description: 'The problem.' }) }),
})

builder.mutationFields((t) => ({
  verifySolutions: t.prismaField({
    type: 'Problem',
    description: 'Judges all solutions of a problem on its tests; results count nowhere.',
    refuses: ['FORBIDDEN', 'NO_TESTS', 'ANSWERS_MISSING'],
    args: { input: t.arg({ type: VerifyInput, required: true }) },
    resolve: async (query, _, { input: { problemId } }, ctx) => {
      const id = problemId.typename === 'Problem' ? Number(problemId.id) : Number.NaN
      await verifySolutions(ctx, id)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.subscriptionFields((t) => ({
  solutionsChanged: t.prismaField({
    type: 'Problem',
    description:
      'A problem, now and whenever its solutions or their results change; for viewers who may manage it.',
    args: { problemId: t.arg.globalID({ required: true, description: 'The problem.' }) },
    subscribe: (_, { problemId }, ctx) =>
      watchSolutions(ctx, problemId.typename === 'Problem' ? Number(problemId.id) : Number.NaN),
    resolve: (query, id, _, ctx) => ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
