/** Addresses of posts. */
import { groupHref } from '../group/addresses.ts'
import { type Place, placeHref } from '../group/place.ts'

/** The page of a post. */
export const discussionHref = (place: Place, number: number): string =>
  `${placeHref(place)}/discussion-detail/${number}`

/** The list of posts; of one problem with its display id. */
export const discussionsHref = (place: Place, problem: string | null = null): string =>
  `${placeHref(place)}/discussion${problem === null ? '' : `/${encodeURIComponent(problem)}`}`

/** The administration of the posts of a group; beside their list, where a part of the address names a problem. */
export const managedPostsHref = (group: number): string => `${groupHref(group, 'discussion')}-manage`
