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
  /** Address of the contest or training around it, such as `/contest/1`; empty for the problem's own page. */
  within: string
}

export const readProblemPlace = (
  displayId: string,
  pathname: string,
  search: URLSearchParams,
  within = '',
): ProblemPlace => {
  const { tab, page, size } = address.read(search)
  return {
    displayId,
    full: pathname.endsWith('/full-screen'),
    tab: tab ?? 'description',
    page,
    size,
    within,
  }
}

/** Address of a problem page; changing the tab returns to its first page. */
export function problemHref(place: ProblemPlace, change: Partial<ProblemPlace> = {}): string {
  const { displayId, full, tab, page, size, within } = { ...place, page: 1, ...change }
  const path = `${within}/problem/${encodeURIComponent(displayId)}${full ? '/full-screen' : ''}`
  return path + address.search({ tab: tab === 'description' ? null : tab, page, size }, { page })
}
