import type { ProblemTally } from '#prisma/generated/client.ts'

/** Tally of a problem without submissions. */
export const EMPTY_TALLY: Omit<ProblemTally, 'problemId'> = {
  total: 0,
  accepted: 0,
  partiallyAccepted: 0,
  wrongAnswer: 0,
  presentationError: 0,
  timeLimitExceeded: 0,
  memoryLimitExceeded: 0,
  outputLimitExceeded: 0,
  runtimeError: 0,
  compileError: 0,
  judgeError: 0,
  cancelled: 0,
  submissionFailed: 0,
}

/** Acceptance rate, 0 to 1; 0 without submissions. */
export const acceptanceOf = ({ accepted, total }: Pick<ProblemTally, 'accepted' | 'total'>): number =>
  total > 0 ? accepted / total : 0
