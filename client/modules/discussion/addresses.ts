/** Addresses of posts. */

/** The page of a post. */
export const discussionHref = (number: number): string => `/discussion-detail/${number}`

/** The list of posts; of one problem with its display id. */
export const discussionsHref = (problem: string | null = null): string =>
  problem === null ? '/discussion' : `/discussion/${encodeURIComponent(problem)}`
