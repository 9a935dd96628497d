/** What a submission list shows, as its address says it: the names are those of the specification. */
import type { SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import type { StateName, VerdictName } from '../../ui/verdicts.ts'

export const PAGE_SIZE = 15
const MAX_SIZE = 100

type Outcome = { state: StateName; verdict?: undefined } | { verdict: VerdictName; state?: undefined }

/**
 * What can be asked for under `status`. The numbers are the specification's, so that its links work here;
 * an output limit has none of its own there.
 */
export const OUTCOMES: Readonly<Record<string, Outcome>> = {
  5: { state: 'QUEUED' },
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
}

/** In the order of the choice. */
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
] as const

export type SubmissionList = {
  mine: boolean
  status: string
  language: string
  username: string
  problem: string
  exactProblem: boolean
  page: number
  size: number
}

const atLeastOne = (text: string | null, standard: number, most = Number.MAX_SAFE_INTEGER) => {
  const value = Math.trunc(Number(text))
  return Number.isFinite(value) && value >= 1 ? Math.min(value, most) : standard
}

const words = (text: string | null) => (text ?? '').trim().slice(0, 50)

/** Reads an address; whatever makes no sense in it counts as not said. */
export function readSubmissionList(search: URLSearchParams): SubmissionList {
  const status = search.get('status') ?? ''
  return {
    mine: search.get('onlyMine') === 'true',
    status: status in OUTCOMES ? status : '',
    language: words(search.get('language')),
    username: words(search.get('username')),
    problem: words(search.get('problemID')),
    exactProblem: search.get('completeProblemID') === 'true',
    page: atLeastOne(search.get('currentPage'), 1),
    size: atLeastOne(search.get('limit'), PAGE_SIZE, MAX_SIZE),
  }
}

/** The address of a list; a change of what is listed begins at its first page. */
export function submissionListHref(list: SubmissionList, change: Partial<SubmissionList> = {}): string {
  const next = { ...list, page: 1, ...change }
  const search = new URLSearchParams()
  if (next.mine) search.set('onlyMine', 'true')
  if (next.status) search.set('status', next.status)
  if (next.language) search.set('language', next.language)
  if (next.username && !next.mine) search.set('username', next.username)
  if (next.problem) search.set('problemID', next.problem)
  if (next.problem && next.exactProblem) search.set('completeProblemID', 'true')
  if (next.page > 1) search.set('currentPage', String(next.page))
  if (next.size !== PAGE_SIZE) search.set('limit', String(next.size))
  const text = search.toString()
  return text ? `/status?${text}` : '/status'
}

/** The same for the graph; absent keys are left out, so that equal lists have equal variables. */
export function filterOf(list: SubmissionList): NonNullable<SubmissionListPageQuery['variables']['filter']> {
  return {
    ...(list.mine && { mine: true }),
    ...(list.status && OUTCOMES[list.status]),
    ...(list.language && { language: list.language }),
    ...(list.username && !list.mine && { username: list.username }),
    ...(list.problem && { problem: list.problem }),
    ...(list.problem && list.exactProblem && { exactProblem: true }),
  }
}

export const submissionListVariables = (search: URLSearchParams): SubmissionListPageQuery['variables'] => {
  const list = readSubmissionList(search)
  return { filter: filterOf(list), first: list.size, offset: (list.page - 1) * list.size }
}

/** Newest first and nothing left out: here a new row may come in by itself. */
export const showsEverything = (list: SubmissionList) =>
  list.page === 1 && Object.keys(filterOf(list)).length === 0
