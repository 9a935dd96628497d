import { listAddress } from '../../../relay/list/listAddress.ts'

/** A page of what is said in a contest. */
export const contestCommentList = (contest: number) =>
  listAddress(`/contest/${contest}/comment`, {}, { size: 10 })
