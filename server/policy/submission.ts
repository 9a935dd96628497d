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

/** Rows of a contest hidden by the freeze: those from `from` on, except those of `own` (null: nobody). */
export type Seal = { from: Date; own: string | null }

/** Filter data of one contest the reader has access to. */
export type OfContest = { id: number; isClosed: boolean; seal: Seal | null }

/** Submissions visible to a reader, as data: `whereOf` turns it into a Prisma filter, and server/scope.ts into SQL. */
export type SubmissionScope = {
  /** Practice: submissions to these problems; null: none. */
  problems: Prisma.ProblemWhereInput | null
  /** Contests: submissions of one, of all that a filter selects, or (null) of none. */
  contests: OfContest | { rows: Prisma.SubmissionWhereInput } | null
  groups: GroupScope
}

/** Outside contests: all rows of some groups or of all; of other groups, those of problems all members see. */
export type GroupScope = { whole: readonly number[] | 'ALL'; shared: readonly number[] }

const NO_GROUP: GroupScope = { whole: [], shared: [] }

/** The one place to read: a contest by its number, a group, or (null) practice; undefined: all. */
export type Within = number | { groupId: number } | null | undefined

/** Place of a row. */
export const withinOf = ({ contestId, groupId }: Venue): Within =>
  contestId ?? (groupId === null ? null : { groupId })

const isGroup = (within: Within): within is { groupId: number } =>
  typeof within === 'object' && within !== null

/** Rows of groups a reader sees: members see all but those of problems only roots see (area-rules.md G13). */
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

/** Whether organisers see through the freeze of their contest: in lists only when they ask. */
const unsealsOrganised = ({ unsealed }: Reader, inLists: boolean): boolean => unsealed || !inLists

/**
 * Filter data of one contest. From the freeze on, a list of an OI contest hides also one's own rows; opening one is
 * allowed.
 */
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

/** The same for all contests, with the times of each, limited to those that admit the reader. */
function ofContests(reader: Reader, viewer: SignedIn, inLists: boolean): Prisma.SubmissionWhereInput {
  const organisesAll = may(reader, 'contest.manageAny')
  const unseals = unsealsOrganised(reader, inLists)
  if (unseals && organisesAll && reader.contests.removed.size === 0) return {}
  // Submissions of disbanded groups stay (area-rules G6).
  const isIn = organisesAll ? { removedAt: null } : contestPolicy.admitted.look(reader)
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

/** Problems that decide practice rows. Lists and rows of one place ignore groups, because they are of the site. */
const problemsOf = (reader: Reader, within: Within, isOfSite: boolean): Prisma.ProblemWhereInput | null => {
  if (typeof within === 'number' || isGroup(within)) return null
  if (may(reader, 'submission.readAny')) return {}
  return isOfSite ? sitesProblems(reader) : visibleProblems(reader)
}

/** Rows a reader may open. */
export const submissionScope = (reader: Reader, within?: Within): SubmissionScope => ({
  problems: problemsOf(reader, within, within !== undefined),
  contests: contestsOf(reader, false, within),
  groups: groupsOf(reader, within),
})

/** Rows that lists and totals show a reader. */
export const listedScope = (reader: Reader, within?: Within): SubmissionScope => ({
  problems: problemsOf(reader, within, true),
  contests: contestsOf(reader, true, within),
  groups: groupsOf(reader, within),
})

/** Prisma filter for the rows of one contest. */
function whereOfContest({ id, isClosed, seal }: OfContest): Prisma.SubmissionWhereInput {
  if (isClosed) return { id: { in: [] } }
  if (!seal) return { contestId: id }
  const { from, own } = seal
  const sealed = { createdAt: { gte: from }, ...(own === null ? {} : { userId: { not: own } }) }
  return { contestId: id, NOT: sealed }
}

const isEverything = (where: object | null): boolean => where !== null && Object.keys(where).length === 0

/** Prisma filter for practice. */
const practiceOf = (problems: Prisma.ProblemWhereInput): Prisma.SubmissionWhereInput => ({
  ...COUNTS,
  ...(isEverything(problems) ? {} : { problem: problems }),
})

/** Prisma filters for rows of groups outside their contests. */
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

/** Prisma filter of a scope. */
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
 * Submissions a reader may open: practice with its problem, contest submissions with the contest for logged-in users,
 * and those to a group's own problem with the group. `within` limits the check to one place, so that other contests do
 * not change the filter.
 */
export const visibleSubmissions = (reader: Reader, within?: Within): Prisma.SubmissionWhereInput =>
  whereOf(submissionScope(reader, within))

/**
 * `visibleSubmissions` for rows of one kind of place, which is known: practice, contests or groups. It leaves out what
 * decides the other kinds, which for a reader in many groups is most of it.
 */
export function visibleSubmissionsAt(
  reader: Reader,
  { contestId, groupId }: Venue,
): Prisma.SubmissionWhereInput {
  const scope = submissionScope(reader)
  const whole = whereOf(scope)
  if (isEverything(whole)) return whole
  if (contestId !== null) return whereOf({ ...scope, problems: null, groups: NO_GROUP })
  if (groupId !== null) return whereOf({ ...scope, problems: null, contests: null })
  return whereOf({ ...scope, contests: null, groups: NO_GROUP })
}

/** Submissions that lists show a reader. */
export const listedSubmissions = (reader: Reader, within?: Within): Prisma.SubmissionWhereInput =>
  whereOf(listedScope(reader, within))

type Sent = Pick<Submission, 'userId' | 'shared' | 'contestId' | 'groupId'> & {
  contest: OwnedContest | null
}

/**
 * Whether a reader may read the code. The switch `hideSources` closes code to all but super and problem
 * administrators. In a contest only author and organisers read it, also after the end. In a group its roots read all,
 * and members what is shared (area-rules.md G13).
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

/** Only the author shares code, only where the problem allows it, and never from a contest. */
export const canShare = (
  reader: Reader,
  submission: Pick<Submission, 'userId' | 'contestId'>,
  problem: Pick<Problem, 'codeShare'>,
) => submission.contestId === null && isAuthor(reader, submission) && problem.codeShare

/** Compiler output quotes the code, so it needs the same right; messages about judge errors are for all. */
export const canSeeMessage = (
  reader: Reader,
  submission: Sent & Pick<Submission, 'verdict'>,
  hideSources: boolean,
) =>
  submission.verdict === 'JUDGE_ERROR' ||
  submission.verdict === 'SUBMISSION_FAILED' ||
  (submission.verdict === 'COMPILE_ERROR' &&
    (isAuthor(reader, submission) || canSeeSource(reader, submission, hideSources)))

/** Case results are visible where the problem allows it; names of test files to staff of the problem. */
export const canSeeCases = (reader: Reader, problem: Pick<Problem, 'openCases'>): boolean =>
  problem.openCases || may(reader, 'submission.readAny')

/**
 * Output of checker and interactor, and the dialogue with the program, disclose the tests: only managers of the
 * problem see them, never the contestant.
 */
export const canSeeJudgeWords = (reader: Reader, problem: OwnedProblem): boolean =>
  canManageProblem(reader, problem)

/**
 * Output of the program may copy its input: for a hidden case only managers of the problem see it, for a sample all
 * who see the cases.
 */
export const canSeeWritten = (reader: Reader, problem: OwnedProblem, isSample: boolean): boolean =>
  isSample || canManageProblem(reader, problem)

/** Only members submit to a group's own problem; a contest decides itself (area-rules.md G12). */
export const canSubmit = (reader: Reader, place: SwitchedVenue): boolean => {
  const { contestId, groupId } = place.venue
  const isIn = contestId !== null || groupId === null || roleIn(reader, groupId) !== null
  return isIn && may(reader, 'submission.create', place)
}

/**
 * Test runs are visible to the user who started them; one without problem and lesson compiles a checker and is visible
 * to nobody.
 */
export const visibleTrials = (reader: Reader): Prisma.TrialWhereInput => ({
  userId: reader.viewer?.id ?? '',
  OR: [{ problemId: { not: null } }, { lessonId: { not: null } }],
})

export const sight = {
  submission: (reader: Reader, venue?: Venue) =>
    venue ? visibleSubmissionsAt(reader, venue) : visibleSubmissions(reader),
  trial: visibleTrials,
}

/** Audited actions, by noun. */
export const acts = {
  Submission: ['submission.rejudged', 'submission.corrected', 'submission.cancelled'],
} as const
