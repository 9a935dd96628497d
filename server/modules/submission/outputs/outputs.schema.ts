import type { TestsetManifest } from '#judge/protocol.ts'
import { builder } from '../../../builder.ts'
import type { Context } from '../../../context.ts'
import { ProblemSheet } from '../../../enums.ts'
import { mayEnter } from '../../../venue.ts'
import { CONTEST } from '../../contest/contest.ts'
import { SOURCE_COLUMNS, seesSource } from '../submission.ts'

type OutputCase = { index: number; name: string; bytes: number }

const OutputCaseType = builder.objectRef<OutputCase>('OutputCase').implement({
  description: 'A case of a problem whose submissions are files of output.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its number, from 1.' }),
    name: t.exposeString('name', { description: 'Name of its input file.' }),
    bytes: t.exposeInt('bytes', { description: 'Size of the input.' }),
  }),
})

type Row = { outputOnly: boolean; testset: { manifest: unknown } | null }

/** The cases with their inputs, which everybody reads who may see such a problem; none of other problems. */
const casesOf = ({ outputOnly, testset }: Row): OutputCase[] =>
  outputOnly && testset
    ? (testset.manifest as TestsetManifest).cases.map(({ index, input }) => ({
        index,
        name: input.name,
        bytes: input.size,
      }))
    : []

const COLUMNS = { outputOnly: true, testset: { select: { manifest: true } } } as const

const WORDS = {
  outputOnly: 'Whether submissions are files of output instead of programs.',
  outputCases: 'Of such a problem, its cases in their order; else none.',
}

builder.interfaceFields(ProblemSheet, (t) => ({
  outputOnly: t.boolean({ description: WORDS.outputOnly }),
  outputCases: t.field({ type: [OutputCaseType], description: WORDS.outputCases }),
}))

builder.prismaObjectFields('Problem', (t) => ({
  outputOnly: t.boolean({
    description: WORDS.outputOnly,
    select: { outputOnly: true },
    resolve: ({ outputOnly }) => outputOnly,
  }),
  outputCases: t.field({
    type: [OutputCaseType],
    description: WORDS.outputCases,
    select: COLUMNS,
    resolve: (problem) => casesOf(problem),
  }),
}))

/** Readers of a public scoreboard alone see labels, and not what the problems are like. */
const inside = {
  authScopes: ({ contestId }: { contestId: number }, _: object, ctx: Context) =>
    mayEnter(ctx, CONTEST, contestId, 'look'),
}

builder.prismaObjectFields('ContestProblem', (t) => ({
  outputOnly: t.boolean({
    description: WORDS.outputOnly,
    select: { problem: { select: { outputOnly: true } } },
    ...inside,
    resolve: ({ problem }) => problem.outputOnly,
  }),
  outputCases: t.field({
    type: [OutputCaseType],
    description: WORDS.outputCases,
    select: { problem: { select: COLUMNS } },
    ...inside,
    resolve: ({ problem }) => casesOf(problem),
  }),
}))

const SubmittedOutputType = builder.objectRef<{ name: string; size: number }>('SubmittedOutput').implement({
  description: 'A file of output that was submitted.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    bytes: t.exposeInt('size', { description: 'Its size.' }),
  }),
})

builder.prismaObjectFields('Submission', (t) => ({
  outputs: t.field({
    type: [SubmittedOutputType],
    nullable: true,
    description: 'Files of output that were submitted; null: a program, or the viewer may not read them.',
    select: {
      ...SOURCE_COLUMNS,
      outputSet: { select: { files: { select: { name: true, size: true }, orderBy: { name: 'asc' } } } },
    },
    resolve: async ({ outputSet, ...row }, _, ctx) =>
      outputSet && (await seesSource(ctx, row)) ? outputSet.files : null,
  }),
}))
