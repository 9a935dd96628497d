import { builder } from '../../builder.ts'
import { filesByName, ProgramFileInput } from '../../enums.ts'
import { type CompileOutcome, compileChecker } from './compiling.ts'

const CompileOutcomeType = builder.objectRef<CompileOutcome>('CompileOutcome').implement({
  description: 'Whether a program compiles.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether it does.' }),
    message: t.exposeString('message', { nullable: true, description: 'What the compiler says.' }),
  }),
})

const CompileInput = builder.inputType('CompileCheckerInput', {
  description: 'A checker or an interactor.',
  fields: (t) => ({
    languageKey: t.string({ required: true, description: 'Key of its language.' }),
    source: t.string({ required: true, description: 'Its text.' }),
    files: t.field({ type: [ProgramFileInput], description: 'What lies beside it.' }),
    problemId: t.globalID({ description: 'The problem that it is for; needed for one of a group.' }),
  }),
})

builder.mutationFields((t) => ({
  compileChecker: t.field({
    type: CompileOutcomeType,
    description:
      'Has a judge host compile a checker or an interactor; problems are saved only with such that compile.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'COMPILER_AWAY'],
    args: { input: t.arg({ type: CompileInput, required: true }) },
    resolve: (_, { input: { languageKey, source, files, problemId } }, ctx) =>
      compileChecker(
        ctx,
        { language: languageKey, source, files: filesByName(files ?? []) },
        { problemId: problemId?.typename === 'Problem' ? Number(problemId.id) : null },
      ),
  }),
}))
