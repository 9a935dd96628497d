import { listAddress } from '../../../relay/list/listAddress.ts'
import { discussionHref } from '../addresses.ts'

/** A page of the comments of a post. */
export const discussionCommentList = (number: number) => listAddress(discussionHref(number), {}, { size: 10 })

/** Post number in an address; 0, which no post has, when it is not a number. */
export const discussionNumber = (param: string): number => Number.parseInt(param, 10) || 0
