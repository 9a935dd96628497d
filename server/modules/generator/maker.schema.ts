import type { Maker } from '#prisma/generated/client.ts'
import { builder } from '../../builder.ts'
import { filesByName, ProgramFile, ProgramFileInput } from '../../enums.ts'
import { filesInOrder } from '../problem/problem.ts'
import { shownLanguageName } from '../site/language.ts'
import { changeMaker, makersOf, removeMaker, type Script, saveMakers, saveScript, scriptOf } from './maker.ts'
import { ConventionEnum, MakerInputType, MakerRoleEnum, makerOf } from './maker.types.ts'
import { SCRIPT_FAULTS, type ScriptFault } from './script.ts'

const MakerType = builder.objectRef<Maker>('Maker').implement({
  description: 'A generator, which prints case inputs, or a validator, which checks them.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    role: t.expose('role', { type: MakerRoleEnum, description: 'Role.' }),
    name: t.exposeString('name', {
      description: 'Name in script lines, with or without extension.',
    }),
    languageKey: t.exposeString('language', { description: 'Language key.' }),
    languageName: t.string({
      description: 'Language name.',
      resolve: ({ language }, _, ctx) => shownLanguageName(ctx, language),
    }),
    source: t.exposeString('source', { description: 'Source code.' }),
    version: t.exposeInt('version', { description: 'Incremented by every change.' }),
    files: t.field({
      type: [ProgramFile],
      description: 'Files available when it is compiled and run.',
      resolve: ({ files }) => filesInOrder(files),
    }),
    convention: t.field({
      type: ConventionEnum,
      description: 'How it accepts an input, if it is a validator.',
      resolve: ({ convention }) => (convention === 'kattis' ? 'kattis' : 'testlib'),
    }),
  }),
})

const FaultEnum = builder.enumType('ScriptFaultKind', {
  description: 'Kind of an error in a script line.',
  values: SCRIPT_FAULTS,
})

const FaultType = builder.objectRef<ScriptFault>('ScriptFault').implement({
  description: 'A script line that makes no case.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Line number, from 1.' }),
    kind: t.expose('code', { type: FaultEnum, description: 'Kind of error.' }),
    about: t.exposeString('about', { description: 'The part of the line with the error.' }),
  }),
})

const ScriptType = builder.objectRef<Script>('TestScript').implement({
  description: 'The test script; one line per case: `gen 10 5`, `gen 10 > 3` for case 3, `#` for a comment.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Script text.' }),
    solutionNumber: t.exposeInt('solutionId', {
      nullable: true,
      description: 'Solution that makes the answers; null: the first one expected to be accepted.',
    }),
    version: t.exposeInt('version', { description: 'Incremented by every save; 0: it was never saved.' }),
    caseCount: t.exposeInt('caseCount', { description: 'Number of cases that the problem has now.' }),
    madeCount: t.int({
      description: 'Number of cases that its lines make.',
      resolve: ({ cases }) => cases.filter(({ command }) => command !== null).length,
    }),
    keptCount: t.int({
      description: 'Number of manual cases, which stay.',
      resolve: ({ cases }) => cases.filter(({ command }) => command === null).length,
    }),
    faults: t.expose('faults', { type: [FaultType], description: 'Lines with errors.' }),
  }),
})

builder.prismaObjectFields('Problem', (t) => ({
  makers: t.field({
    type: [MakerType],
    nullable: true,
    description: 'Generators and validators; null for viewers who may not manage it.',
    complexity: 100,
    select: { id: true },
    resolve: ({ id }, _, ctx) => makersOf(ctx, id),
  }),
  testScript: t.field({
    type: ScriptType,
    nullable: true,
    description: 'Test script; null for viewers who may not manage it.',
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
      description: 'Each replaces the program with its role and name.',
    }),
  }),
})

const ChangeMakerInput = builder.inputType('ChangeMakerInput', {
  description: 'Changes of a generator or validator; omitted fields stay.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Its number.' }),
    role: t.field({ type: MakerRoleEnum, description: 'Role.' }),
    name: t.string({ description: 'One word, unique per role.' }),
    languageKey: t.string({ description: 'Language key.' }),
    source: t.string({ description: 'Source code.' }),
    files: t.field({ type: [ProgramFileInput], description: 'All its files, replacing the present ones.' }),
    convention: t.field({ type: ConventionEnum, description: 'How it accepts an input.' }),
    version: t.int({ description: 'Version that the edit is based on; default: overwrite.' }),
  }),
})

const RemoveMakerInput = builder.inputType('RemoveMakerInput', {
  description: 'A generator or validator.',
  fields: (t) => ({ number: t.int({ required: true, description: 'Its number.' }) }),
})

const SaveScriptInput = builder.inputType('SaveTestScriptInput', {
  description: 'A new test script of a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    text: t.string({ required: true, description: 'Script text.' }),
    solution: t.int({
      description:
        'Number of the solution that makes the answers; default: the first one expected to be accepted.',
    }),
    version: t.int({ description: 'Version that the edit is based on; default: overwrite.' }),
  }),
})

/** Problem number of an id; 0 for ids of other types, which is not found. */
const problemOf = ({ typename, id }: { typename: string; id: string }) =>
  typename === 'Problem' ? Number(id) : 0

builder.mutationFields((t) => ({
  saveMakers: t.prismaField({
    type: 'Problem',
    description:
      'Saves generators and validators of a problem; each replaces the one with its role and name.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: SaveMakersInput, required: true }) },
    resolve: async (query, _, { input: { problemId, makers } }, ctx) => {
      const { id } = await saveMakers(ctx, problemOf(problemId), makers.map(makerOf))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  changeMaker: t.prismaField({
    type: 'Problem',
    description: 'Changes a generator or validator, and returns its problem.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'MAKER_TAKEN'],
    args: { input: t.arg({ type: ChangeMakerInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { number, role, name, languageKey, source, files, convention, version } = input
      const patch = {
        role: role ?? undefined,
        name: name ?? undefined,
        language: languageKey ?? undefined,
        source: source ?? undefined,
        files: files ? filesByName(files) : undefined,
        convention: convention ?? undefined,
      }
      const { id } = await changeMaker(ctx, number, patch, version)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  removeMaker: t.prismaField({
    type: 'Problem',
    description: 'Deletes a generator or validator, and returns its problem.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveMakerInput, required: true }) },
    resolve: async (query, _, { input: { number } }, ctx) => {
      const { id } = await removeMaker(ctx, number)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  saveTestScript: t.prismaField({
    type: 'Problem',
    description: 'Saves the test script. A script with errors is saved, but makes no cases.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: SaveScriptInput, required: true }) },
    resolve: async (query, _, { input: { problemId, text, solution, version } }, ctx) => {
      const script = { text, solution: solution ?? null }
      const { id } = await saveScript(ctx, problemOf(problemId), script, version)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
