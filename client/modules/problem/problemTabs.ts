/** What the left side of a problem page shows, as its address says it. */
export const PROBLEM_TABS = ['description', 'submissions', 'annex'] as const
export type ProblemTab = (typeof PROBLEM_TABS)[number]

/** The id of the place over which the result dialog stands: the statement, which nobody reads just then. */
export const RESULT_PLACE = 'result-place'

export const OWN_PAGE_SIZE = 10
const MAX_SIZE = 100

export type ProblemPlace = { displayId: string; full: boolean; tab: ProblemTab; page: number; size: number }

const atLeastOne = (text: string | null, standard: number, most: number) => {
  const value = Math.trunc(Number(text))
  return Number.isFinite(value) && value >= 1 ? Math.min(value, most) : standard
}

export const readProblemPlace = (
  displayId: string,
  pathname: string,
  search: URLSearchParams,
): ProblemPlace => ({
  displayId,
  full: pathname.endsWith('/full-screen'),
  tab: PROBLEM_TABS.find((tab) => tab === search.get('tab')) ?? 'description',
  page: atLeastOne(search.get('currentPage'), 1, Number.MAX_SAFE_INTEGER),
  size: atLeastOne(search.get('limit'), OWN_PAGE_SIZE, MAX_SIZE),
})

/** The address of a problem page; another tab begins at its first page. */
export function problemHref(place: ProblemPlace, change: Partial<ProblemPlace> = {}): string {
  const next = { ...place, page: 1, ...change }
  const search = new URLSearchParams()
  if (next.tab !== 'description') search.set('tab', next.tab)
  if (next.page > 1) search.set('currentPage', String(next.page))
  if (next.size !== OWN_PAGE_SIZE) search.set('limit', String(next.size))
  const path = `/problem/${encodeURIComponent(next.displayId)}${next.full ? '/full-screen' : ''}`
  return search.size > 0 ? `${path}?${search}` : path
}
