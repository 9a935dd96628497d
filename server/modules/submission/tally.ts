import type { ProblemTally } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'

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
} as const satisfies Record<Verdict, keyof ProblemTally>
