import { builder } from '../../builder.ts'
import { runLessonCode } from './code.ts'

const Input = builder.inputType('RunLessonCodeInput', {
  description: 'Code of a lesson, and its input.',
  fields: (t) => ({
    lessonId: t.globalID({ description: 'Lesson id.', required: true }),
    language: t.string({ description: 'Language key.', required: true }),
    source: t.string({ description: 'Source code.', required: true }),
    input: t.string({ description: 'Input; may be empty.', required: true }),
  }),
})

builder.mutationFields((t) => ({
  runLessonCode: t.prismaField({
    refuses: [
      'FORBIDDEN',
      'TRIAL_INPUT_TOO_LONG',
      'CODE_EMPTY',
      'CODE_TOO_SHORT',
      'CODE_TOO_LONG',
      'CODE_NOT_TEXT',
      'LANGUAGE_NOT_OFFERED',
      'SUBMIT_TOO_SOON',
      'SUBMIT_BANNED',
      'JUDGING_CLOSED',
    ],
    description: 'Runs code of a lesson on custom input, as a trial.',
    type: 'Trial',
    args: { input: t.arg({ type: Input, required: true }) },
    resolve: async (query, _, { input: { lessonId, ...code } }, ctx) => {
      const number = lessonId.typename === 'Lesson' ? Number(lessonId.id) : 0
      const { id } = await runLessonCode(ctx, { ...code, lessonId: number })
      return ctx.db.trial.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
