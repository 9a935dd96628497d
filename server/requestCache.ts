import type { Context } from './context.ts'

const kept = new WeakMap<Context, Map<string, Promise<unknown>>>()

/**
 * Request cache: computes an answer once in a request, refusals included. Invalidated by a transaction of the
 * request.
 */
export function onceIn<Answer>(ctx: Context, question: string, ask: () => Promise<Answer>): Promise<Answer> {
  const answers = kept.get(ctx) ?? new Map<string, Promise<unknown>>()
  kept.set(ctx, answers)
  const answer = (answers.get(question) as Promise<Answer> | undefined) ?? ask()
  answers.set(question, answer)
  return answer
}

/** Invalidates the request cache after a write. */
export const forgetAnswers = (ctx: Context): void => void kept.delete(ctx)
