/** State of the left side of a problem page, in its address. */
import { listAddress, oneOf } from '../../relay/list/listAddress.ts'

export const PROBLEM_TABS = ['description', 'submissions', 'annex'] as const
export type ProblemTab = (typeof PROBLEM_TABS)[number]

/** Id of the element that the result dialog covers: the statement. */
export const RESULT_PLACE = 'result-place'

export const OWN_PAGE_SIZE = 10

/** Query of the address; page and size belong to the tab of own submissions. */
const address = listAddress('', { tab: oneOf('tab', PROBLEM_TABS) }, { size: OWN_PAGE_SIZE })

export type ProblemPlace = {
  displayId: string
  full: boolean
  tab: ProblemTab
  page: number
  size: number
  /** Number of the contest; null in practice. */
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

/** Address of a problem page; changing the tab returns to its first page. */
export function problemHref(place: ProblemPlace, change: Partial<ProblemPlace> = {}): string {
  const { displayId, full, tab, page, size, contest } = { ...place, page: 1, ...change }
  const inContest = contest === null ? '' : `/contest/${contest}`
  const path = `${inContest}/problem/${encodeURIComponent(displayId)}${full ? '/full-screen' : ''}`
  return path + address.search({ tab: tab === 'description' ? null : tab, page, size }, { page })
}
