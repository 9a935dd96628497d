/** The announcements' part of the home page's address: which page of the list, and which one is open. */

export const ANNOUNCEMENTS = 5

export function announcementPage(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isSafeInteger(page) && page >= 1 && page < 100_000 ? page : 1
}

export const announcementOffset = (search: URLSearchParams) => (announcementPage(search) - 1) * ANNOUNCEMENTS

export const openAnnouncement = (search: URLSearchParams) => search.get('announcement')

/** The address with a page of the list, or with one announcement of that page open. */
export function announcementHref(page: number, announcement?: string): string {
  const search = new URLSearchParams()
  if (page > 1) search.set('page', String(page))
  if (announcement) search.set('announcement', announcement)
  return search.size > 0 ? `/home?${search}` : '/home'
}
