/** Filters of the submission list of a contest in its address; names are those of the specification. */
import type { ContestSubmissionsQuery } from '../../../__generated__/ContestSubmissionsQuery.graphql.ts'
import { flag, listAddress, oneOf, text } from '../../../relay/list/listAddress.ts'
import { OUTCOME_KEYS, OUTCOMES, REMOTE_KEYS } from '../../submission/submissionList.ts'

export const contestSubmissionList = (contest: number) =>
  listAddress(
    `/contest/${contest}/submissions`,
    {
      mine: flag('onlyMine'),
      status: oneOf('status', [...OUTCOME_KEYS, ...REMOTE_KEYS]),
      username: text('username'),
      problem: text('problemID'),
      exactProblem: flag('completeProblemID'),
      open: flag('open'),
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

export type ContestSubmissionList = ReturnType<ReturnType<typeof contestSubmissionList>['read']>

/** Variables of the query; absent keys are left out, so that equal lists have equal variables. */
export function contestSubmissionVariables(
  number: number,
  search: URLSearchParams,
): ContestSubmissionsQuery['variables'] {
  const address = contestSubmissionList(number)
  const list = address.read(search)
  return {
    number,
    filter: {
      contestNumber: number,
      ...(list.mine && { mine: true }),
      ...(list.status && OUTCOMES[list.status]),
      ...(list.username && !list.mine && { username: list.username }),
      ...(list.problem && { problem: list.problem }),
      ...(list.problem && list.exactProblem && { exactProblem: true }),
      ...(list.open && { unsealed: true }),
    },
    ...address.rows(list),
  }
}
