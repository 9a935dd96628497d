import { createHash, timingSafeEqual } from 'node:crypto'
import type { ChallengeKind } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'

/** A challenge: its kind, and the key, address or name it is bound to. */
export type Question = { kind: ChallengeKind; subject: string }

type Terms = { seconds: number; tries: number }

const hashAnswer = ({ kind, subject }: Question, answer: string): string =>
  createHash('sha256').update(`${kind}:${subject}:${answer.trim()}`).digest('hex')

/** Creates a challenge; an earlier one for the same subject is invalidated. */
export async function pose(ctx: Context, question: Question, answer: string, { seconds, tries }: Terms) {
  const terms = {
    answerHash: hashAnswer(question, answer),
    triesLeft: tries,
    expiresAt: new Date(ctx.now.getTime() + seconds * 1000),
  }
  await ctx.db.challenge.upsert({
    where: { kind_subject: question },
    create: { ...question, ...terms },
    update: terms,
  })
}

/**
 * Whether an answer is right. Each call uses one try in a separate statement, so that concurrent guesses get
 * no more tries; call it outside of a transaction, whose rollback would restore the try.
 */
export async function isAnswer(ctx: Context, question: Question, answer: string): Promise<boolean> {
  const [asked] = await ctx.db.challenge.updateManyAndReturn({
    where: { ...question, triesLeft: { gt: 0 }, expiresAt: { gt: ctx.now } },
    data: { triesLeft: { decrement: 1 } },
    select: { answerHash: true },
  })
  if (!asked) return false
  return timingSafeEqual(Buffer.from(asked.answerHash), Buffer.from(hashAnswer(question, answer)))
}

/**
 * Whether an answer that nobody can guess is right. Takes no try, so that strangers cannot use them up; `pose` gives it
 * one all the same.
 */
export async function isSecret(ctx: Context, question: Question, answer: string): Promise<boolean> {
  const where = { ...question, answerHash: hashAnswer(question, answer), expiresAt: { gt: ctx.now } }
  return (await ctx.db.challenge.count({ where })) > 0
}

/** Deletes a solved challenge; false when a concurrent request used the same answer. */
export async function closeQuestion(ctx: Context, question: Question, answer: string): Promise<boolean> {
  const { count } = await ctx.db.challenge.deleteMany({
    where: { ...question, answerHash: hashAnswer(question, answer) },
  })
  return count === 1
}

/** Question of the link that resets a password. */
export const resetLinkOf = (userId: string): Question => ({ kind: 'RESET_LINK', subject: userId })

/** Deletes a challenge, so that its answer is of no use any more. */
export const withdraw = (ctx: Context, question: Question) => ctx.db.challenge.deleteMany({ where: question })

/** Deletes expired challenges and counters. */
export async function sweepChallenges(ctx: Context): Promise<void> {
  await ctx.db.challenge.deleteMany({ where: { expiresAt: { lt: ctx.now } } })
  await ctx.db.throttle.deleteMany({ where: { expiresAt: { lt: ctx.now } } })
}
