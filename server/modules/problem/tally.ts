import type { ProblemTally } from '#prisma/generated/client.ts'

/** Of a problem that nobody has tried. */
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

/** The part of the submissions that was accepted, 0 to 1; 0 where there are none. */
export const acceptanceOf = ({ accepted, total }: Pick<ProblemTally, 'accepted' | 'total'>): number =>
  total > 0 ? accepted / total : 0
