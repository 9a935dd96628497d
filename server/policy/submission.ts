import type { Prisma, Problem, Submission } from '#prisma/generated/client.ts'
import { contestPolicy, organised, sealedContests } from './contest.ts'
import { ownerIn } from './lent.ts'
import { type OwnedContest, organises } from './officials.ts'
import { canManageProblem, type OwnedProblem, sitesProblems, visibleProblems } from './problem.ts'
import { type Reader, roleIn } from './reader.ts'
import { may, type Place, type SignedIn } from './viewer.ts'

/** Rows of a contest that a seal hides: those from `from` on, but for those of `own`, who may be nobody. */
export type Seal = { from: Date; own: string | null }

/** What a reader sees of one contest, which has let the reader in. */
export type OfContest = { id: number; isClosed: boolean; seal: Seal | null }

/** What a reader sees of submissions, as data: `whereOf` says it to Prisma, and server/scope.ts to PostgreSQL. */
export type SubmissionScope = {
  /** Of practice, the submissions of these problems. */
  problems: Prisma.ProblemWhereInput
  /** What was sent in one contest, in all that a filter leaves, or (null) in none. */
  contests: OfContest | { rows: Prisma.SubmissionWhereInput } | null
  /** Of groups: nobody but those who see everything, until there are groups. */
  groups: boolean
}

/** A contest whose rows alone are asked for, by somebody who was let in to it; null: practice alone. */
type Within = number | null | undefined

/** Whether the seal of a contest hides nothing from those who organise it: never in lists, unless they ask. */
const unsealsOrganised = ({ unsealed }: Reader, inLists: boolean): boolean => unsealed || !inLists

/** What closes rows of one contest. A list of an OI contest hides one's own from the seal on too; whoever opens it may. */
function ofContest(reader: Reader, viewer: SignedIn, inLists: boolean, id: number): OfContest {
  const { closed, sealed, removed } = reader.contests
  const toCome = closed.get(id)
  const contest = sealed.get(id)
  const isHidden = contest && !(unsealsOrganised(reader, inLists) && organises(reader, contest))
  return {
    id,
    isClosed: removed.has(id) || (toCome !== undefined && !organises(reader, toCome)),
    seal: isHidden
      ? { from: contest.freezesAt, own: contest.type === 'OI' && inLists ? null : ownerIn(viewer) }
      : null,
  }
}

/** The same over the rows of all contests, with the times of each, for those whom it lets in. */
function ofContests(reader: Reader, viewer: SignedIn, inLists: boolean): Prisma.SubmissionWhereInput {
  const organisesAll = may(reader, 'contest.manageAny')
  const unseals = unsealsOrganised(reader, inLists)
  if (unseals && organisesAll && reader.contests.removed.size === 0) return {}
  const isIn = contestPolicy.admitted.look(reader)
  if (unseals && organisesAll) return { contest: isIn }
  const notOwn: Prisma.SubmissionWhereInput = { userId: { not: ownerIn(viewer) } }
  const sealed: Prisma.SubmissionWhereInput = {
    frozen: { isNot: null },
    contest: { ...sealedContests(reader), ...(unseals ? { NOT: organised(reader) } : {}) },
    ...(inLists ? { AND: [{ OR: [notOwn, { contest: { type: 'OI' } }] }] } : notOwn),
  }
  return { contest: isIn, NOT: sealed }
}

const contestsOf = (reader: Reader, inLists: boolean, within: Within): SubmissionScope['contests'] => {
  const { viewer } = reader
  if (!viewer || within === null) return null
  return within === undefined
    ? { rows: ofContests(reader, viewer, inLists) }
    : ofContest(reader, viewer, inLists, within)
}

/** Lists, and rows of one place, are of the site: only a row from anywhere asks what groups show somebody. */
const problemsOf = (reader: Reader, isOfSite: boolean): Prisma.ProblemWhereInput => {
  if (may(reader, 'submission.readAny')) return {}
  return isOfSite ? sitesProblems(reader) : visibleProblems(reader)
}

/** The rows a reader may open one by one. */
export const submissionScope = (reader: Reader, within?: Within): SubmissionScope => ({
  problems: problemsOf(reader, within !== undefined),
  contests: contestsOf(reader, false, within),
  groups: may(reader, 'contest.manageAny'),
})

/** The rows that lists and totals show a reader. */
export const listedScope = (reader: Reader, within?: Within): SubmissionScope => ({
  problems: problemsOf(reader, true),
  contests: contestsOf(reader, true, within),
  groups: may(reader, 'contest.manageAny'),
})

/** The rows of one contest that a scope leaves. */
function whereOfContest({ id, isClosed, seal }: OfContest): Prisma.SubmissionWhereInput {
  if (isClosed) return { id: { in: [] } }
  if (!seal) return { contestId: id }
  const { from, own } = seal
  const sealed = { createdAt: { gte: from }, ...(own === null ? {} : { userId: { not: own } }) }
  return { contestId: id, NOT: sealed }
}

/** A scope in Prisma's words. */
export function whereOf({ problems, contests, groups }: SubmissionScope): Prisma.SubmissionWhereInput {
  if (contests && 'id' in contests) return whereOfContest(contests)
  const isAll = Object.keys(problems).length === 0
  if (isAll && groups && contests && Object.keys(contests.rows).length === 0) return {}
  const practice: Prisma.SubmissionWhereInput = {
    contestId: null,
    ...(groups ? {} : { groupId: null }),
    ...(isAll ? {} : { problem: problems }),
  }
  return contests ? { OR: [practice, { contestId: { not: null }, ...contests.rows }] } : practice
}

/**
 * Practice goes with its problem: a row says which one it is for. What was sent in a contest goes with the contest, for
 * those who are signed in. `within` says that rows of one place alone are asked about: what others close changes nothing.
 */
export const visibleSubmissions = (reader: Reader, within?: Within): Prisma.SubmissionWhereInput =>
  whereOf(submissionScope(reader, within))

/** The rows that lists show a reader. */
export const listedSubmissions = (reader: Reader, within?: Within): Prisma.SubmissionWhereInput =>
  whereOf(listedScope(reader, within))

type Sent = Pick<Submission, 'userId' | 'shared' | 'contestId'> & {
  contest: OwnedContest | null
}

/**
 * The switch `hideSources` closes code to all but super and problem administrators. What was sent in a contest is its
 * author's and the organisers', also after the end.
 */
export const canSeeSource = (reader: Reader, submission: Sent, hideSources: boolean): boolean => {
  if (submission.contestId !== null)
    return (
      isAuthor(reader, submission) || (submission.contest !== null && organises(reader, submission.contest))
    )
  if (may(reader, 'submission.readAny')) return true
  if (hideSources) return false
  return submission.shared || reader.viewer?.id === submission.userId
}

export const isAuthor = (reader: Reader, submission: Pick<Submission, 'userId'>): boolean =>
  reader.viewer !== null && reader.viewer.id === submission.userId

/** Only the author shares, only where the problem lets code be shared, and never what was sent in a contest. */
export const canShare = (
  reader: Reader,
  submission: Pick<Submission, 'userId' | 'contestId'>,
  problem: Pick<Problem, 'codeShare'>,
) => submission.contestId === null && isAuthor(reader, submission) && problem.codeShare

/** What the compiler said quotes the code, so it goes with the code; what went wrong with the judging is for all. */
export const canSeeMessage = (
  reader: Reader,
  submission: Sent & Pick<Submission, 'verdict'>,
  hideSources: boolean,
) =>
  submission.verdict === 'JUDGE_ERROR' ||
  (submission.verdict === 'COMPILE_ERROR' &&
    (isAuthor(reader, submission) || canSeeSource(reader, submission, hideSources)))

/** Case results are open where the problem opens them; names of test files are for staff of the problem. */
export const canSeeCases = (reader: Reader, problem: Pick<Problem, 'openCases'>): boolean =>
  problem.openCases || may(reader, 'submission.readAny')

/**
 * What checker and interactor say to the author of the problem, and what an interactor and a program said to each
 * other: it shows what the tests are, so a contestant never sees it, not even of an own submission.
 */
export const canSeeJudgeWords = (reader: Reader, problem: OwnedProblem): boolean =>
  canManageProblem(reader, problem)

/**
 * What a program wrote may be a copy of its input. Of a hidden case it is therefore for those who may read the tests;
 * of a case that is a sample of the statement it is for all who see the cases, because they have read its input.
 */
export const canSeeWritten = (reader: Reader, problem: OwnedProblem, isSample: boolean): boolean =>
  isSample || canManageProblem(reader, problem)

/** To a group's own problem its members alone submit; a contest says itself who takes part (area-rules.md G12). */
export const canSubmit = (reader: Reader, place: Place): boolean => {
  const { contestId, groupId } = place.venue
  const isIn = contestId !== null || groupId === null || roleIn(reader, groupId) !== null
  return isIn && may(reader, 'submission.create', place)
}

/** Test runs belong to whoever started them; one without a problem compiles a checker and is nobody's to look at. */
export const visibleTrials = (reader: Reader): Prisma.TrialWhereInput => ({
  userId: reader.viewer?.id ?? '',
  problemId: { not: null },
})

export const sight = { submission: visibleSubmissions, trial: visibleTrials }
