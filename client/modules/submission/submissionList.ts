/** State of a submission list in its address; the parameter names are those of the specification. */
import type { SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import { flag, listAddress, oneOf, text } from '../../relay/list/listAddress.ts'
import type { StateName, VerdictName } from '../../ui/text/verdicts.ts'
import { type Place, placeHref } from '../group/place.ts'

type Outcome =
  | { state: StateName; states?: undefined; verdict?: undefined }
  | { states: readonly StateName[]; state?: undefined; verdict?: undefined }
  | { verdict: VerdictName; state?: undefined; states?: undefined }
  | { verdicts: readonly []; verdict?: undefined; state?: undefined; states?: undefined }

/**
 * Values of `status`. The numbers are the specification's, so that its links work here; it has none for the
 * output limit.
 */
export const OUTCOMES: Readonly<Record<string, Outcome>> = {
  5: { states: ['QUEUED', 'AWAITING_ACCOUNT', 'SENT'] },
  6: { state: 'COMPILING' },
  7: { state: 'RUNNING' },
  0: { verdict: 'ACCEPTED' },
  8: { verdict: 'PARTIALLY_ACCEPTED' },
  '-1': { verdict: 'WRONG_ANSWER' },
  '-3': { verdict: 'PRESENTATION_ERROR' },
  1: { verdict: 'TIME_LIMIT_EXCEEDED' },
  2: { verdict: 'MEMORY_LIMIT_EXCEEDED' },
  OLE: { verdict: 'OUTPUT_LIMIT_EXCEEDED' },
  3: { verdict: 'RUNTIME_ERROR' },
  '-2': { verdict: 'COMPILE_ERROR' },
  4: { verdict: 'JUDGE_ERROR' },
  '-4': { verdict: 'CANCELLED' },
  9: { state: 'SENDING' },
  10: { verdict: 'SUBMISSION_FAILED' },
  // No submission has these states.
  '-10': { verdicts: [] },
  '-5': { verdicts: [] },
}

/** Numbers of the specification that links may carry but the select does not offer. */
export const REMOTE_KEYS = ['-10', '-5', '9'] as const

/** In the order of the select. */
export const OUTCOME_KEYS = [
  '5',
  '6',
  '7',
  '0',
  '8',
  '-1',
  '-3',
  '1',
  '2',
  'OLE',
  '3',
  '-2',
  '4',
  '-4',
  '10',
] as const

export const submissionsHref = (place: Place): string => `${placeHref(place)}/status`

export const submissionHref = (place: Place, number: number): string =>
  `${placeHref(place)}/submission-detail/${number}`

/** Ids of problems have up to 64 characters, behind the short name of a group. */
const MOST_ID = 80

/** The list of a place. */
export const submissionList = (place: Place) =>
  listAddress(
    submissionsHref(place),
    {
      mine: flag('onlyMine'),
      status: oneOf('status', [...OUTCOME_KEYS, ...REMOTE_KEYS]),
      language: text('language'),
      username: text('username'),
      problem: text('problemID', MOST_ID),
      exactProblem: flag('completeProblemID'),
    },
    {
      size: 15,
      tidy: (list) => ({
        ...list,
        username: list.mine ? '' : list.username,
        exactProblem: list.problem !== '' && list.exactProblem,
      }),
    },
  )

export type SubmissionList = ReturnType<ReturnType<typeof submissionList>['read']>

/** The list as a GraphQL filter; unset keys are left out, so that equal lists have equal variables. */
export function filterOf(
  place: Place,
  list: SubmissionList,
): NonNullable<SubmissionListPageQuery['variables']['filter']> {
  return {
    ...(place !== null && { groupNumber: place }),
    ...(list.mine && { mine: true }),
    ...(list.status && OUTCOMES[list.status]),
    ...(list.language && { language: list.language }),
    ...(list.username && !list.mine && { username: list.username }),
    ...(list.problem && { problem: list.problem }),
    ...(list.problem && list.exactProblem && { exactProblem: true }),
  }
}

export function submissionListVariables(
  place: Place,
  search: URLSearchParams,
): SubmissionListPageQuery['variables'] {
  const address = submissionList(place)
  const list = address.read(search)
  return {
    filter: filterOf(place, list),
    group: place ?? 0,
    isInGroup: place !== null,
    ...address.rows(list),
  }
}
