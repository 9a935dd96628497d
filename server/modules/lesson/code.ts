import type { Trial } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'
import { PRACTICE } from '../../policy/venue.ts'
import { checkTrialTexts, queueTrial } from '../judging/trial.ts'
import { isOfBank, OWN_BANK } from '../site/language.ts'
import { authorizeRunning, checkCode, takeSendingTurn } from '../submission/sending.ts'
import { plainTrialTaskOf } from '../submission/task.ts'
import { findLesson } from './lesson.ts'

export type LessonCode = { lessonId: number; language: string; source: string; input: string }

/** Runs code of a lesson on input of the viewer, which may be empty (area-rules L12). */
export async function runLessonCode(ctx: Context, code: LessonCode): Promise<Trial> {
  await authorizeRunning(ctx, PRACTICE)
  await checkCode(ctx, code)
  if (!isOfBank(OWN_BANK, code.language)) throw new Refusal('LANGUAGE_NOT_OFFERED', { field: 'language' })
  checkTrialTexts({ input: code.input, expected: null })
  return transact(ctx, async (ctx) => {
    requireLogin(ctx)
    await takeSendingTurn(ctx, 'trial')
    const lesson = await findLesson(ctx, code.lessonId)
    if (!lesson) throw new Refusal('NOT_FOUND')
    const { language, source, input } = code
    const task = plainTrialTaskOf({ language, source, input: input === '' ? '' : `${input}\n` })
    return queueTrial(ctx, { lessonId: lesson.id }, task)
  })
}
