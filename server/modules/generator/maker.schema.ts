import type { Maker } from '#prisma/generated/client.ts'
import { builder } from '../../builder.ts'
import { filesByName, ProgramFile, ProgramFileInput } from '../../enums.ts'
import { filesInOrder } from '../problem/problem.ts'
import { shownLanguageName } from '../site/language.ts'
import { changeMaker, makersOf, removeMaker, type Script, saveMakers, saveScript, scriptOf } from './maker.ts'
import { ConventionEnum, MakerInputType, MakerRoleEnum, makerOf } from './maker.types.ts'
import { SCRIPT_FAULTS, type ScriptFault } from './script.ts'

const MakerType = builder.objectRef<Maker>('Maker').implement({
  description: 'A generator, which prints inputs of cases, or a validator, which vets them.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'What tells it from others.' }),
    role: t.expose('role', { type: MakerRoleEnum, description: 'What it does.' }),
    name: t.exposeString('name', {
      description: 'As lines of the script call it, with or without its ending.',
    }),
    languageKey: t.exposeString('language', { description: 'Key of its language.' }),
    languageName: t.string({
      description: 'Name of its language.',
      resolve: ({ language }, _, ctx) => shownLanguageName(ctx, language),
    }),
    source: t.exposeString('source', { description: 'Its text.' }),
    files: t.field({
      type: [ProgramFile],
      description: 'Files beside it while it is compiled and runs.',
      resolve: ({ files }) => filesInOrder(files),
    }),
    convention: t.field({
      type: ConventionEnum,
      description: 'How it says yes, where it is a validator.',
      resolve: ({ convention }) => (convention === 'kattis' ? 'kattis' : 'testlib'),
    }),
  }),
})

const FaultEnum = builder.enumType('ScriptFaultKind', {
  description: 'What is wrong with a line of a script.',
  values: SCRIPT_FAULTS,
})

const FaultType = builder.objectRef<ScriptFault>('ScriptFault').implement({
  description: 'A line of a script that makes no case.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Its number, from 1.' }),
    kind: t.expose('code', { type: FaultEnum, description: 'What is wrong with it.' }),
    about: t.exposeString('about', { description: 'The part of it that is meant.' }),
  }),
})

const ScriptType = builder.objectRef<Script>('TestScript').implement({
  description:
    'Which cases generators make, a line each: `gen 10 5`, `gen 10 > 3` for case 3, `#` for a comment.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Its lines.' }),
    solutionNumber: t.exposeInt('solutionId', {
      nullable: true,
      description: 'The solution that makes the answers; null: the first one that is to be accepted.',
    }),
    caseCount: t.exposeInt('caseCount', { description: 'Cases that the problem has now.' }),
    madeCount: t.int({
      description: 'Cases that its lines make.',
      resolve: ({ cases }) => cases.filter(({ command }) => command !== null).length,
    }),
    keptCount: t.int({
      description: 'Cases made by hand, which stay.',
      resolve: ({ cases }) => cases.filter(({ command }) => command === null).length,
    }),
    faults: t.expose('faults', { type: [FaultType], description: 'What is wrong with it.' }),
  }),
})

builder.prismaObjectFields('Problem', (t) => ({
  makers: t.field({
    type: [MakerType],
    nullable: true,
    description: 'Its generators and validators; null for those who may not manage it.',
    complexity: 100,
    select: { id: true },
    resolve: ({ id }, _, ctx) => makersOf(ctx, id),
  }),
  testScript: t.field({
    type: ScriptType,
    nullable: true,
    description: 'Which cases generators make; null for those who may not manage it.',
    complexity: 100,
    select: { id: true },
    resolve: ({ id }, _, ctx) => scriptOf(ctx, id),
  }),
}))

const SaveMakersInput = builder.inputType('SaveMakersInput', {
  description: 'Generators and validators for a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    makers: t.field({
      type: [MakerInputType],
      required: true,
      description: 'Each takes the place of one of its role and name.',
    }),
  }),
})

const ChangeMakerInput = builder.inputType('ChangeMakerInput', {
  description: 'Another state of a generator or validator; what is left out stays.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'What tells it from others.' }),
    role: t.field({ type: MakerRoleEnum, description: 'What it does.' }),
    name: t.string({ description: 'A word; of a role and name there is one.' }),
    languageKey: t.string({ description: 'Key of its language.' }),
    source: t.string({ description: 'Its text.' }),
    files: t.field({ type: [ProgramFileInput], description: 'All files beside it.' }),
    convention: t.field({ type: ConventionEnum, description: 'How it says yes.' }),
  }),
})

const RemoveMakerInput = builder.inputType('RemoveMakerInput', {
  description: 'A generator or validator.',
  fields: (t) => ({ number: t.int({ required: true, description: 'What tells it from others.' }) }),
})

const SaveScriptInput = builder.inputType('SaveTestScriptInput', {
  description: 'Another script for the tests of a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    text: t.string({ required: true, description: 'Its lines.' }),
    solution: t.int({
      description: 'Number of the solution that makes the answers; none: the first that is to be accepted.',
    }),
  }),
})

/** The number of a problem in an id; of nothing else. */
const problemOf = ({ typename, id }: { typename: string; id: string }) =>
  typename === 'Problem' ? Number(id) : 0

builder.mutationFields((t) => ({
  saveMakers: t.prismaField({
    type: 'Problem',
    description: 'Keeps generators and validators with a problem, each in place of one of its role and name.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: SaveMakersInput, required: true }) },
    resolve: async (query, _, { input: { problemId, makers } }, ctx) => {
      const { id } = await saveMakers(ctx, problemOf(problemId), makers.map(makerOf))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  changeMaker: t.prismaField({
    type: 'Problem',
    description: 'Changes a generator or validator, and answers its problem.',
    refuses: ['FORBIDDEN', 'MAKER_TAKEN'],
    args: { input: t.arg({ type: ChangeMakerInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { number, role, name, languageKey, source, files, convention } = input
      const { id } = await changeMaker(ctx, number, {
        role: role ?? undefined,
        name: name ?? undefined,
        language: languageKey ?? undefined,
        source: source ?? undefined,
        files: files ? filesByName(files) : undefined,
        convention: convention ?? undefined,
      })
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  removeMaker: t.prismaField({
    type: 'Problem',
    description: 'Keeps a generator or validator no longer with its problem, which it answers.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveMakerInput, required: true }) },
    resolve: async (query, _, { input: { number } }, ctx) => {
      const { id } = await removeMaker(ctx, number)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  saveTestScript: t.prismaField({
    type: 'Problem',
    description: 'Says which cases generators make. A script with faults is kept, and makes nothing.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: SaveScriptInput, required: true }) },
    resolve: async (query, _, { input: { problemId, text, solution } }, ctx) => {
      const { id } = await saveScript(ctx, problemOf(problemId), { text, solution: solution ?? null })
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
