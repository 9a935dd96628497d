/** The notices' part of the home page's address: which page of the list, and which one is open. */
import { listAddress, text } from '../../relay/list/listAddress.ts'

export const NOTICES = 5

export const noticeList = listAddress(
  '/home',
  { open: text('notice', 200) },
  { size: NOTICES, pageKey: 'page', sizeKey: null },
)

/** The address with a page of the list, or with one notice of that page open. */
export const noticeHref = (page: number, open = ''): string =>
  noticeList.href({ page, open, size: NOTICES }, { page })
