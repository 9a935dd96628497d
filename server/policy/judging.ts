import type { Prisma, Submission } from '#prisma/generated/client.ts'
import { managedContests } from './contest.ts'
import { administeredGroups, CONTESTS, managesSomewhere, type OwnedContest, organises } from './officials.ts'
import { canManageProblem, type OwnedProblem } from './problem.ts'
import { type Reader, roleIn } from './reader.ts'
import { may } from './viewer.ts'

/** Whether the role may rejudge, change verdicts and cancel anywhere on the site, and read about it. */
export const canRejudge = (reader: Reader): boolean => may(reader, 'judging.rejudge')

/** Whether the reader may rejudge anywhere: organisers may in their contests. */
export const canRejudgeSomewhere = (reader: Reader): boolean =>
  canRejudge(reader) || managesSomewhere(reader, CONTESTS)

/** Whether the reader may rejudge submissions of a contest; null: outside contests. */
export const canRejudgeIn = (reader: Reader, contest: OwnedContest | null): boolean =>
  canRejudge(reader) || (contest !== null && organises(reader, contest))

type OfGroup = Pick<Submission, 'groupId'> & { contest: OwnedContest | null; problem: OwnedProblem }

/**
 * Whether the reader may rejudge one submission: as `canRejudgeIn`, and outside contests as manager of a problem of the
 * submission's group (area-rules.md G8).
 */
export const canRejudgeSubmission = (reader: Reader, { groupId, contest, problem }: OfGroup): boolean =>
  canRejudgeIn(reader, contest) ||
  (contest === null &&
    problem.groupId === groupId &&
    roleIn(reader, groupId) !== null &&
    canManageProblem(reader, problem))

/** Whether the reader may rejudge submissions in a group, its admins those to their own problems. */
export const canRejudgeInGroup = (reader: Reader, groupId: number): boolean =>
  canRejudge(reader) || administeredGroups(reader).includes(groupId)

type Outcome = Pick<Submission, 'state' | 'verdict'>

/** A judged submission that compiled can get another verdict by hand; one under way gets it from the judge. */
export const isCorrectable = ({ state, verdict }: Outcome): boolean =>
  state === 'DONE' && verdict !== 'COMPILE_ERROR'

/** A submission that another judge gave no verdict on can be sent to it again (area-rules B7). */
export const isResubmittable = ({ state, verdict, manual }: Outcome & Pick<Submission, 'manual'>): boolean =>
  state === 'DONE' && verdict === 'SUBMISSION_FAILED' && !manual

/** Authors resubmit their own, in contests too. */
export const canSubmitAgain = (reader: Reader, { userId }: Pick<Submission, 'userId'>): boolean =>
  reader.viewer?.id === userId && may(reader, 'submission.create')

/** States before a judge host or a remote judge has started. */
const UNBEGUN: readonly Submission['state'][] = ['QUEUED', 'AWAITING_ACCOUNT']

export const isUnbegun = ({ state }: Pick<Submission, 'state'>): boolean => UNBEGUN.includes(state)

/** Whether a submission can be cancelled: not while a judge works on it. */
export const isCancellable = ({ state, verdict }: Outcome): boolean =>
  isUnbegun({ state }) || (state === 'DONE' && verdict !== 'CANCELLED')

export const visibleRejudgings = (reader: Reader): Prisma.RejudgingWhereInput =>
  canRejudge(reader) ? {} : { contest: managedContests(reader) }

export const visibleRejudgingEntries = (reader: Reader): Prisma.RejudgingEntryWhereInput =>
  canRejudge(reader) ? {} : { rejudging: visibleRejudgings(reader) }

/** Judgements of a submission; the current one is part of the submission itself. */
export const visibleJudgements = (reader: Reader): Prisma.JudgementWhereInput =>
  canRejudge(reader) ? {} : { submission: { contest: managedContests(reader) } }

/** Super administrators keep the accounts at other judges (area-rules B1). */
export const canConfigureBanks = (reader: Pick<Reader, 'viewer'>): boolean => may(reader, 'site.configure')

/** Staff see what goes on at other judges, and import their problems (area-rules B2). */
export const canSeeBanks = (reader: Pick<Reader, 'viewer'>): boolean => may(reader, 'problem.manage')

/** Accounts at other judges, without their passwords, for super administrators (area-rules B13). */
export const visibleBankAccounts = (reader: Reader): Prisma.BankAccountWhereInput =>
  canConfigureBanks(reader) ? {} : { id: { in: [] } }

export const sight = {
  bankAccount: visibleBankAccounts,
  judgement: visibleJudgements,
  rejudging: visibleRejudgings,
  rejudgingEntry: visibleRejudgingEntries,
}

/** Audited actions, by noun. */
export const acts = {
  Rejudging: ['rejudging.started', 'rejudging.stopped', 'rejudging.applied', 'rejudging.dropped'],
  BankAccount: [
    'bankAccount.added',
    'bankAccount.passwordChanged',
    'bankAccount.removed',
    'bankAccount.suspended',
    'bankAccount.restored',
  ],
  BankSwitch: ['bank.switched'],
} as const

/** Pages of the administration and the permission each needs. */
export const adminPages = { BANKS: 'problem.manage' } as const
