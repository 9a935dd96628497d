import type { Prisma, Submission } from '#prisma/generated/client.ts'
import { may, type Viewer } from './viewer.ts'

/** Judging anew, setting a verdict by hand, cancelling, and reading what of that was done. */
export const canRejudge = (viewer: Viewer): boolean => may(viewer, 'judging.rejudge')

type Outcome = Pick<Submission, 'state' | 'verdict'>

/** What was judged and did compile can be set by hand; what is being judged gets its verdict from there. */
export const isCorrectable = ({ state, verdict }: Outcome): boolean =>
  state === 'DONE' && verdict !== 'COMPILE_ERROR'

/** What a host is at must end first. */
export const isCancellable = ({ state, verdict }: Outcome): boolean =>
  state === 'QUEUED' || (state === 'DONE' && verdict !== 'CANCELLED')

const NONE = { id: { in: [] } }

export const visibleRejudgings = (viewer: Viewer): Prisma.RejudgingWhereInput =>
  canRejudge(viewer) ? {} : NONE

export const visibleRejudgingEntries = (viewer: Viewer): Prisma.RejudgingEntryWhereInput =>
  canRejudge(viewer) ? {} : NONE

/** All attempts at a submission; the one that counts is in the submission itself, for everybody. */
export const visibleJudgements = (viewer: Viewer): Prisma.JudgementWhereInput =>
  canRejudge(viewer) ? {} : NONE

export const visibleAuditEntries = (viewer: Viewer): Prisma.AuditEntryWhereInput =>
  canRejudge(viewer) ? {} : NONE
