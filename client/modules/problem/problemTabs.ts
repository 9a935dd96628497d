/** What the left side of a problem page shows, as its address says it. */
import { listAddress, oneOf } from '../../relay/list/listAddress.ts'

export const PROBLEM_TABS = ['description', 'submissions', 'annex'] as const
export type ProblemTab = (typeof PROBLEM_TABS)[number]

/** The id of the place over which the result dialog stands: the statement, which nobody reads just then. */
export const RESULT_PLACE = 'result-place'

export const OWN_PAGE_SIZE = 10

/** What stands behind the path; the rows are those of the tab with one's own submissions. */
const address = listAddress('', { tab: oneOf('tab', PROBLEM_TABS) }, { size: OWN_PAGE_SIZE })

export type ProblemPlace = {
  displayId: string
  full: boolean
  tab: ProblemTab
  page: number
  size: number
  /** The number of the contest that it is solved in; null: practice. */
  contest: number | null
}

export const readProblemPlace = (
  displayId: string,
  pathname: string,
  search: URLSearchParams,
  contest: number | null = null,
): ProblemPlace => {
  const { tab, page, size } = address.read(search)
  return {
    displayId,
    full: pathname.endsWith('/full-screen'),
    tab: tab ?? 'description',
    page,
    size,
    contest,
  }
}

/** The address of a problem page; another tab begins at its first page. */
export function problemHref(place: ProblemPlace, change: Partial<ProblemPlace> = {}): string {
  const { displayId, full, tab, page, size, contest } = { ...place, page: 1, ...change }
  const inContest = contest === null ? '' : `/contest/${contest}`
  const path = `${inContest}/problem/${encodeURIComponent(displayId)}${full ? '/full-screen' : ''}`
  return path + address.search({ tab: tab === 'description' ? null : tab, page, size }, { page })
}
