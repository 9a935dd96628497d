import type { Prisma, Problem, Submission } from '#prisma/generated/client.ts'
import { canManageProblem, visibleProblems } from './problem.ts'
import { may, type Viewer } from './viewer.ts'

/** Submissions go with their problem: a row says which one it is for, so whoever may not see that sees neither. */
export const visibleSubmissions = (viewer: Viewer): Prisma.SubmissionWhereInput =>
  may(viewer, 'submission.readAny') ? {} : { problem: visibleProblems(viewer) }

type Sent = Pick<Submission, 'userId' | 'shared'>

/** The switch `hideSources` closes code to all but super and problem administrators. */
export const canSeeSource = (viewer: Viewer, submission: Sent, hideSources: boolean): boolean => {
  if (may(viewer, 'submission.readAny')) return true
  if (hideSources) return false
  return submission.shared || viewer?.id === submission.userId
}

export const isAuthor = (viewer: Viewer, submission: Pick<Submission, 'userId'>): boolean =>
  viewer !== null && viewer.id === submission.userId

/** Only the author shares, and only where the problem lets code be shared. */
export const canShare = (
  viewer: Viewer,
  submission: Pick<Submission, 'userId'>,
  problem: Pick<Problem, 'codeShare'>,
) => isAuthor(viewer, submission) && problem.codeShare

/** What the compiler said quotes the code, so it goes with the code; what went wrong with the judging is for all. */
export const canSeeMessage = (
  viewer: Viewer,
  submission: Sent & Pick<Submission, 'verdict'>,
  hideSources: boolean,
) =>
  submission.verdict === 'JUDGE_ERROR' ||
  (submission.verdict === 'COMPILE_ERROR' &&
    (isAuthor(viewer, submission) || canSeeSource(viewer, submission, hideSources)))

/** Case results are open where the problem opens them; names of test files are for staff of the problem. */
export const canSeeCases = (viewer: Viewer, problem: Pick<Problem, 'openCases'>): boolean =>
  problem.openCases || may(viewer, 'submission.readAny')

/**
 * What checker and interactor say to the author of the problem, and what an interactor and a program said to each
 * other: it shows what the tests are, so a contestant never sees it, not even of an own submission.
 */
export const canSeeJudgeWords = (viewer: Viewer, problem: Pick<Problem, 'authorId'>): boolean =>
  canManageProblem(viewer, problem)

/**
 * What a program wrote may be a copy of its input. Of a hidden case it is therefore for those who may read the tests;
 * of a case that is a sample of the statement it is for all who see the cases, because they have read its input.
 */
export const canSeeWritten = (
  viewer: Viewer,
  problem: Pick<Problem, 'authorId'>,
  isSample: boolean,
): boolean => isSample || canManageProblem(viewer, problem)

export const canSubmit = (viewer: Viewer): boolean => may(viewer, 'submission.create')

/** Test runs belong to whoever started them. */
export const visibleTrials = (viewer: Viewer): Prisma.TrialWhereInput => ({ userId: viewer?.id ?? '' })
