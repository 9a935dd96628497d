import { builder } from '../../builder.ts'
import { filesByName, ProgramFileInput } from '../../enums.ts'
import { type CompileOutcome, compileChecker } from './compiling.ts'

const CompileOutcomeType = builder.objectRef<CompileOutcome>('CompileOutcome').implement({
  description: 'Result of compiling a program.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether it compiles.' }),
    message: t.exposeString('message', { nullable: true, description: 'Compiler output.' }),
  }),
})

const CompileInput = builder.inputType('CompileCheckerInput', {
  description: 'A checker or interactor to compile.',
  fields: (t) => ({
    languageKey: t.string({ required: true, description: 'Language key.' }),
    source: t.string({ required: true, description: 'Source code.' }),
    files: t.field({ type: [ProgramFileInput], description: 'Additional files.' }),
    problemId: t.globalID({ description: 'Problem it is for; required for a problem of a group.' }),
    groupId: t.globalID({ description: 'Group of a new problem it is for.' }),
  }),
})

builder.mutationFields((t) => ({
  compileChecker: t.field({
    type: CompileOutcomeType,
    description:
      'Compiles a checker or interactor on a judge host; a problem can only be saved with one that compiles.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'COMPILER_AWAY'],
    args: { input: t.arg({ type: CompileInput, required: true }) },
    resolve: (_, { input: { languageKey, source, files, problemId, groupId } }, ctx) =>
      compileChecker(
        ctx,
        { language: languageKey, source, files: filesByName(files ?? []) },
        {
          problemId: problemId?.typename === 'Problem' ? Number(problemId.id) : null,
          groupId: groupId?.typename === 'Group' ? Number(groupId.id) : null,
        },
      ),
  }),
}))
