import { listAddress } from '../../../relay/list/listAddress.ts'
import type { Place } from '../../group/place.ts'
import { discussionHref } from '../addresses.ts'

/** A page of the comments of a post; with replies and bodies, more at once would exceed the limits of a query. */
export const discussionCommentList = (place: Place, number: number) =>
  listAddress(discussionHref(place, number), {}, { size: 10, sizeKey: null })

/** Post number in an address; 0, which no post has, when it is not a number. */
export const discussionNumber = (param: string): number => Number.parseInt(param, 10) || 0

/** Largest number of a row. */
const MOST = 2 ** 31 - 1

/** Number of the comment that an address leads to; null: none. */
export function linkedComment(search: URLSearchParams): number | null {
  const number = Number(search.get('comment'))
  return Number.isInteger(number) && number > 0 && number <= MOST ? number : null
}
