import type { Context } from './context.ts'

const kept = new WeakMap<Context, Map<string, Promise<unknown>>>()

/** Answers a question once within a request, refusals included. A transaction of the request forgets the answers. */
export function onceIn<Answer>(ctx: Context, question: string, ask: () => Promise<Answer>): Promise<Answer> {
  const answers = kept.get(ctx) ?? new Map<string, Promise<unknown>>()
  kept.set(ctx, answers)
  const answer = (answers.get(question) as Promise<Answer> | undefined) ?? ask()
  answers.set(question, answer)
  return answer
}

/** Forgets the answers of a request, because it has written. */
export const forgetAnswers = (ctx: Context): void => void kept.delete(ctx)
