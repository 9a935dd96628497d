import type { Prisma, Submission } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** Judging anew, setting a verdict by hand, cancelling, and reading what became of that. */
export const canRejudge = (reader: Reader): boolean => may(reader, 'judging.rejudge')

type Outcome = Pick<Submission, 'state' | 'verdict'>

/** What was judged and did compile can be set by hand; what is being judged gets its verdict from there. */
export const isCorrectable = ({ state, verdict }: Outcome): boolean =>
  state === 'DONE' && verdict !== 'COMPILE_ERROR'

/** What a host is at must end first. */
export const isCancellable = ({ state, verdict }: Outcome): boolean =>
  state === 'QUEUED' || (state === 'DONE' && verdict !== 'CANCELLED')

const NONE = { id: { in: [] } }

export const visibleRejudgings = (reader: Reader): Prisma.RejudgingWhereInput =>
  canRejudge(reader) ? {} : NONE

export const visibleRejudgingEntries = (reader: Reader): Prisma.RejudgingEntryWhereInput =>
  canRejudge(reader) ? {} : NONE

/** All attempts at a submission; the one that counts is in the submission itself, for everybody. */
export const visibleJudgements = (reader: Reader): Prisma.JudgementWhereInput =>
  canRejudge(reader) ? {} : NONE

export const sight = {
  judgement: visibleJudgements,
  rejudging: visibleRejudgings,
  rejudgingEntry: visibleRejudgingEntries,
}
