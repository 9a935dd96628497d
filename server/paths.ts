/** Base of a page's path: a contest, a training, a group, or the site (all null). */
export type LinkBase = { contestId: number | null; groupId: number | null; trainingId: number | null }

export const SITE: LinkBase = { contestId: null, groupId: null, trainingId: null }

/** Base path of a contest, training or group. Contests have the same paths in and outside groups. */
function pathOf({ contestId, groupId, trainingId }: LinkBase): string {
  if (contestId !== null) return `/contest/${contestId}`
  const home = groupId === null ? '' : `/group/${groupId}`
  return trainingId === null ? home : `${home}/training/${trainingId}`
}

/** Path of a page, such as `/problem/A`, or of the base itself (`/`). All stored paths are built here. */
export const linkTo = (base: LinkBase, page: `/${string}`): string =>
  page === '/' ? pathOf(base) || page : `${pathOf(base)}${page}`
