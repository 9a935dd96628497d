import { createHash, timingSafeEqual } from 'node:crypto'
import type { ChallengeKind } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'

/** What somebody must answer before going on, and where the answer is asked for: a key, an address or a name. */
export type Question = { kind: ChallengeKind; subject: string }

type Terms = { seconds: number; tries: number }

const hashAnswer = ({ kind, subject }: Question, answer: string): string =>
  createHash('sha256').update(`${kind}:${subject}:${answer.trim()}`).digest('hex')

/** Asks a question; an earlier one about the same subject is void. */
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
 * Whether the answer is right. Each call uses up one try in a statement of its own, so that no number of guesses at
 * once gets more tries; it must stand outside of a transaction, which would give the try back when it fails.
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

/** Takes a rightly answered question away; false when somebody else was faster with the same answer. */
export async function closeQuestion(ctx: Context, question: Question, answer: string): Promise<boolean> {
  const { count } = await ctx.db.challenge.deleteMany({
    where: { ...question, answerHash: hashAnswer(question, answer) },
  })
  return count === 1
}

/** Takes a question back, for instance because the mail with its answer could not be sent. */
export const withdraw = (ctx: Context, question: Question) => ctx.db.challenge.deleteMany({ where: question })

/** Forgets questions and counts whose time is over. */
export async function sweepChallenges(ctx: Context): Promise<void> {
  await ctx.db.challenge.deleteMany({ where: { expiresAt: { lt: ctx.now } } })
  await ctx.db.throttle.deleteMany({ where: { expiresAt: { lt: ctx.now } } })
}
