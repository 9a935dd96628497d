import type { Prisma, Problem, Submission } from '#prisma/generated/client.ts'
import { contestPolicy, organised, sealedContests } from './contest.ts'
import { ownerIn } from './lent.ts'
import { type OwnedContest, organises } from './officials.ts'
import {
  canManageProblem,
  type OwnedProblem,
  SHARED_IN_GROUP,
  sitesProblems,
  visibleProblems,
} from './problem.ts'
import { type Reader, roleIn } from './reader.ts'
import { COUNTS, type Venue } from './venue.ts'
import { may, type SignedIn, type SwitchedVenue } from './viewer.ts'

/** Rows of a contest that a seal hides: those from `from` on, but for those of `own`, who may be nobody. */
export type Seal = { from: Date; own: string | null }

/** What a reader sees of one contest, which has let the reader in. */
export type OfContest = { id: number; isClosed: boolean; seal: Seal | null }

/** What a reader sees of submissions, as data: `whereOf` says it to Prisma, and server/scope.ts to PostgreSQL. */
export type SubmissionScope = {
  /** Of practice, the submissions of these problems; null: nothing of practice. */
  problems: Prisma.ProblemWhereInput | null
  /** What was sent in one contest, in all that a filter leaves, or (null) in none. */
  contests: OfContest | { rows: Prisma.SubmissionWhereInput } | null
  groups: GroupScope
}

/** Outside of contests: all rows of some groups or of all, and of others those of problems that all members see. */
export type GroupScope = { whole: readonly number[] | 'ALL'; shared: readonly number[] }

const NO_GROUP: GroupScope = { whole: [], shared: [] }

/** The place whose rows alone are asked for: a contest by its number, a group, or (null) practice. */
export type Within = number | { groupId: number } | null | undefined

/** The place that a row is in. */
export const withinOf = ({ contestId, groupId }: Venue): Within =>
  contestId ?? (groupId === null ? null : { groupId })

const isGroup = (within: Within): within is { groupId: number } =>
  typeof within === 'object' && within !== null

/** The rows of groups that a reader sees: members all but those of problems that only roots see (area-rules.md G13). */
const groupsOf = (reader: Reader, within: Within): GroupScope => {
  const { viewer } = reader
  if (!viewer || typeof within === 'number' || within === null) return NO_GROUP
  const seesAll = may(reader, 'submission.readAny')
  if (!isGroup(within)) {
    if (seesAll) return { whole: 'ALL', shared: [] }
    const ids = [...viewer.groups.keys()]
    const isWhole = (id: number) => viewer.groups.get(id) === 'ROOT'
    return { whole: ids.filter(isWhole), shared: ids.filter((id) => !isWhole(id)) }
  }
  const ids = [within.groupId]
  const role = seesAll ? 'ROOT' : roleIn(reader, within.groupId)
  if (!role) return NO_GROUP
  return role === 'ROOT' ? { whole: ids, shared: [] } : { whole: [], shared: ids }
}

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
  if (!viewer || within === null || isGroup(within)) return null
  return within === undefined
    ? { rows: ofContests(reader, viewer, inLists) }
    : ofContest(reader, viewer, inLists, within)
}

/** Lists, and rows of one place, are of the site: only a row from anywhere asks what groups show somebody. */
const problemsOf = (reader: Reader, within: Within, isOfSite: boolean): Prisma.ProblemWhereInput | null => {
  if (typeof within === 'number' || isGroup(within)) return null
  if (may(reader, 'submission.readAny')) return {}
  return isOfSite ? sitesProblems(reader) : visibleProblems(reader)
}

/** The rows a reader may open one by one. */
export const submissionScope = (reader: Reader, within?: Within): SubmissionScope => ({
  problems: problemsOf(reader, within, within !== undefined),
  contests: contestsOf(reader, false, within),
  groups: groupsOf(reader, within),
})

/** The rows that lists and totals show a reader. */
export const listedScope = (reader: Reader, within?: Within): SubmissionScope => ({
  problems: problemsOf(reader, within, true),
  contests: contestsOf(reader, true, within),
  groups: groupsOf(reader, within),
})

/** The rows of one contest that a scope leaves. */
function whereOfContest({ id, isClosed, seal }: OfContest): Prisma.SubmissionWhereInput {
  if (isClosed) return { id: { in: [] } }
  if (!seal) return { contestId: id }
  const { from, own } = seal
  const sealed = { createdAt: { gte: from }, ...(own === null ? {} : { userId: { not: own } }) }
  return { contestId: id, NOT: sealed }
}

const isEverything = (where: object | null): boolean => where !== null && Object.keys(where).length === 0

/** Practice, in Prisma's words. */
const practiceOf = (problems: Prisma.ProblemWhereInput): Prisma.SubmissionWhereInput => ({
  ...COUNTS,
  ...(isEverything(problems) ? {} : { problem: problems }),
})

/** What is shown of groups outside of their contests, in Prisma's words. */
const whereOfGroups = ({ whole, shared }: GroupScope): Prisma.SubmissionWhereInput[] => [
  ...(whole === 'ALL' ? [{ contestId: null, groupId: { not: null } }] : []),
  ...(whole !== 'ALL' && whole.length > 0 ? [{ contestId: null, groupId: { in: [...whole] } }] : []),
  ...(shared.length > 0
    ? [
        {
          contestId: null,
          groupId: { in: [...shared] },
          problem: { visibility: { in: [...SHARED_IN_GROUP] } },
        },
      ]
    : []),
]

/** A scope in Prisma's words. */
export function whereOf({ problems, contests, groups }: SubmissionScope): Prisma.SubmissionWhereInput {
  if (contests && 'id' in contests) return whereOfContest(contests)
  const isAll = isEverything(problems) && groups.whole === 'ALL'
  if (isAll && contests && isEverything(contests.rows)) return {}
  const places = [...(problems ? [practiceOf(problems)] : []), ...whereOfGroups(groups)]
  if (contests) places.push({ contestId: { not: null }, ...contests.rows })
  const [only, ...others] = places
  // Within an AND an empty OR matches every row.
  if (!only) return { id: { in: [] } }
  return others.length === 0 ? only : { OR: places }
}

/**
 * Practice goes with its problem: a row says which one it is for. What was sent in a contest goes with the contest, for
 * those who are signed in, and what was sent to a group's own problem with the group. `within` says that rows of one place
 * alone are asked about: what others close changes nothing.
 */
export const visibleSubmissions = (reader: Reader, within?: Within): Prisma.SubmissionWhereInput =>
  whereOf(submissionScope(reader, within))

/** The rows that lists show a reader. */
export const listedSubmissions = (reader: Reader, within?: Within): Prisma.SubmissionWhereInput =>
  whereOf(listedScope(reader, within))

type Sent = Pick<Submission, 'userId' | 'shared' | 'contestId' | 'groupId'> & {
  contest: OwnedContest | null
}

/**
 * The switch `hideSources` closes code to all but super and problem administrators. What was sent in a contest is its
 * author's and the organisers', also after the end. In a group its roots read all, and its members what is shared
 * (area-rules.md G13).
 */
export const canSeeSource = (reader: Reader, submission: Sent, hideSources: boolean): boolean => {
  if (submission.contestId !== null)
    return (
      isAuthor(reader, submission) || (submission.contest !== null && organises(reader, submission.contest))
    )
  if (may(reader, 'submission.readAny')) return true
  if (hideSources) return false
  if (submission.groupId !== null) {
    const role = roleIn(reader, submission.groupId)
    return role === 'ROOT' || (role !== null && (submission.shared || isAuthor(reader, submission)))
  }
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
  submission.verdict === 'SUBMISSION_FAILED' ||
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
export const canSubmit = (reader: Reader, place: SwitchedVenue): boolean => {
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

/** What is written down of who did it, by the noun that it is done to. */
export const acts = {
  Submission: ['submission.rejudged', 'submission.corrected', 'submission.cancelled'],
} as const
