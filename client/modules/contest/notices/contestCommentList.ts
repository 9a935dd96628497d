import { listAddress } from '../../../relay/list/listAddress.ts'

/** A page of the comments of a contest. */
export const contestCommentList = (contest: number) =>
  listAddress(`/contest/${contest}/comment`, {}, { size: 10, sizeKey: null })
