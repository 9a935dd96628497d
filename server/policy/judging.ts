import type { Prisma, Submission } from '#prisma/generated/client.ts'
import { managedContests } from './contest.ts'
import { CONTESTS, managesSomewhere, type OwnedContest, organises } from './officials.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** Rejudging, setting a verdict by hand and cancelling anywhere on the site, and reading about that. */
export const canRejudge = (reader: Reader): boolean => may(reader, 'judging.rejudge')

/** The same somewhere: organisers do it in their contests. */
export const canRejudgeSomewhere = (reader: Reader): boolean =>
  canRejudge(reader) || managesSomewhere(reader, CONTESTS)

/** The same of what was sent in a contest; null: outside of contests. */
export const canRejudgeIn = (reader: Reader, contest: OwnedContest | null): boolean =>
  canRejudge(reader) || (contest !== null && organises(reader, contest))

type Outcome = Pick<Submission, 'state' | 'verdict'>

/** What was judged and did compile can be set by hand; what is being judged gets its verdict from there. */
export const isCorrectable = ({ state, verdict }: Outcome): boolean =>
  state === 'DONE' && verdict !== 'COMPILE_ERROR'

/** The states of what neither a host nor another judge has begun. */
const UNBEGUN: readonly Submission['state'][] = ['QUEUED', 'AWAITING_ACCOUNT']

export const isUnbegun = ({ state }: Pick<Submission, 'state'>): boolean => UNBEGUN.includes(state)

/** What a host or another judge is at must end first. */
export const isCancellable = ({ state, verdict }: Outcome): boolean =>
  isUnbegun({ state }) || (state === 'DONE' && verdict !== 'CANCELLED')

export const visibleRejudgings = (reader: Reader): Prisma.RejudgingWhereInput =>
  canRejudge(reader) ? {} : { contest: managedContests(reader) }

export const visibleRejudgingEntries = (reader: Reader): Prisma.RejudgingEntryWhereInput =>
  canRejudge(reader) ? {} : { rejudging: visibleRejudgings(reader) }

/** All attempts at a submission; the one that counts is in the submission itself, for everybody. */
export const visibleJudgements = (reader: Reader): Prisma.JudgementWhereInput =>
  canRejudge(reader) ? {} : { submission: { contest: managedContests(reader) } }

export const sight = {
  judgement: visibleJudgements,
  rejudging: visibleRejudgings,
  rejudgingEntry: visibleRejudgingEntries,
}

/** What is written down of who did it, by the noun that it is done to. */
export const acts = {
  Rejudging: ['rejudging.started', 'rejudging.stopped', 'rejudging.applied', 'rejudging.dropped'],
} as const
