/** Announcements on the home tab of a group. */
import { listAddress } from '../../../relay/list/listAddress.ts'
import { groupHref } from '../addresses.ts'

/** Announcements on a page. */
export const NOTICES = 5

/** Page of the announcements, in the address of the home tab. */
export const homeNotices = (number: number) =>
  listAddress(groupHref(number), {}, { size: NOTICES, sizeKey: null })
