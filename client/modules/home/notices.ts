/** The notices' part of the home page's address: which page of the list, and which one is open. */

export const NOTICES = 5

export function noticePage(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isSafeInteger(page) && page >= 1 && page < 100_000 ? page : 1
}

export const noticeOffset = (search: URLSearchParams) => (noticePage(search) - 1) * NOTICES

export const openNotice = (search: URLSearchParams) => search.get('notice')

/** The address with a page of the list, or with one notice of that page open. */
export function noticeHref(page: number, notice?: string): string {
  const search = new URLSearchParams()
  if (page > 1) search.set('page', String(page))
  if (notice) search.set('notice', notice)
  return search.size > 0 ? `/home?${search}` : '/home'
}
