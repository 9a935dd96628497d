/** Where something is shown: in a contest, in a training, in a group, or on the site itself, where all are null. */
export type Place = { contestId: number | null; groupId: number | null; trainingId: number | null }

export const SITE: Place = { contestId: null, groupId: null, trainingId: null }

/** The path below which the pages of a place lie. A contest has the same pages whether it is a group's or not. */
function pathOf({ contestId, groupId, trainingId }: Place): string {
  if (contestId !== null) return `/contest/${contestId}`
  const home = groupId === null ? '' : `/group/${groupId}`
  return trainingId === null ? home : `${home}/training/${trainingId}`
}

/** The path of a page of a place, such as `/problem/A`. Every path that is stored, as in notifications, is made here. */
export const linkTo = (place: Place, page: `/${string}`): string => `${pathOf(place)}${page}`
