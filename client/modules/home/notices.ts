/** Address of the home page's notices: page of the list, and the open notice. */
import { listAddress, text } from '../../relay/list/listAddress.ts'

export const NOTICES = 5

export const noticeList = listAddress(
  '/home',
  { open: text('notice', 200) },
  { size: NOTICES, pageKey: 'page', sizeKey: null },
)

/** Address of a page of the list, or of one open notice. */
export const noticeHref = (page: number, open = ''): string =>
  noticeList.href({ page, open, size: NOTICES }, { page })
