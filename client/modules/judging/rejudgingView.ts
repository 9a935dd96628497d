/** What the page of a rejudging shows of it, as its address says. */
import type { RejudgingPageQuery } from '../../__generated__/RejudgingPageQuery.graphql.ts'

export const ENTRY_PAGE = 30

export type RejudgingView = { everything: boolean; page: number }

export function readRejudgingView(search: URLSearchParams): RejudgingView {
  const page = Math.trunc(Number(search.get('currentPage')))
  return { everything: search.get('all') === 'true', page: page >= 1 ? page : 1 }
}

export function rejudgingHref(number: number, { everything, page }: RejudgingView): string {
  const search = new URLSearchParams()
  if (everything) search.set('all', 'true')
  if (page > 1) search.set('currentPage', String(page))
  const text = search.toString()
  return `/rejudging/${number}${text ? `?${text}` : ''}`
}

export function rejudgingVariables(number: number, search: URLSearchParams): RejudgingPageQuery['variables'] {
  const { everything, page } = readRejudgingView(search)
  return { number, changed: !everything, first: ENTRY_PAGE, offset: (page - 1) * ENTRY_PAGE }
}
