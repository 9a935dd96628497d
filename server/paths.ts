/** What the path of a page begins with: a contest, a training, a group, or the site itself, where all are null. */
export type LinkBase = { contestId: number | null; groupId: number | null; trainingId: number | null }

export const SITE: LinkBase = { contestId: null, groupId: null, trainingId: null }

/** The path below which the pages of a contest, training or group lie. A contest has the same pages whether it is a group's or not. */
function pathOf({ contestId, groupId, trainingId }: LinkBase): string {
  if (contestId !== null) return `/contest/${contestId}`
  const home = groupId === null ? '' : `/group/${groupId}`
  return trainingId === null ? home : `${home}/training/${trainingId}`
}

/** The path of a page, such as `/problem/A`. Every path that is stored, as in notifications, is made here. */
export const linkTo = (base: LinkBase, page: `/${string}`): string => `${pathOf(base)}${page}`
