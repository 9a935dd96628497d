import type { ProblemTally } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'

/** The column of a tally that counts each verdict. */
export const TALLY_COLUMN = {
  ACCEPTED: 'accepted',
  PARTIALLY_ACCEPTED: 'partiallyAccepted',
  WRONG_ANSWER: 'wrongAnswer',
  PRESENTATION_ERROR: 'presentationError',
  TIME_LIMIT_EXCEEDED: 'timeLimitExceeded',
  MEMORY_LIMIT_EXCEEDED: 'memoryLimitExceeded',
  OUTPUT_LIMIT_EXCEEDED: 'outputLimitExceeded',
  RUNTIME_ERROR: 'runtimeError',
  COMPILE_ERROR: 'compileError',
  JUDGE_ERROR: 'judgeError',
  CANCELLED: 'cancelled',
  SUBMISSION_FAILED: 'submissionFailed',
} as const satisfies Record<Verdict, keyof ProblemTally>

/** How many submissions of the whole site have each verdict; verdicts nobody has got are left out. */
export async function countVerdicts({
  db,
}: Pick<Context, 'db'>): Promise<{ verdict: string; count: number }[]> {
  const { _sum } = await db.problemTally.aggregate({
    _sum: Object.fromEntries(Object.values(TALLY_COLUMN).map((column) => [column, true])),
  })
  const sums = _sum as Partial<Record<string, number | null>>
  return Object.entries(TALLY_COLUMN).flatMap(([verdict, column]) => {
    const count = sums[column] ?? 0
    return count > 0 ? [{ verdict, count }] : []
  })
}
