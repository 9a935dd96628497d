import { type Place, placeHref } from '../group/place.ts'

/** List of the problems of a place. */
export const problemsHref = (place: Place): string => `${placeHref(place)}/problem`

/** Page of a problem in its place. */
export const problemPageHref = (place: Place, displayId: string): string =>
  `${problemsHref(place)}/${encodeURIComponent(displayId)}`
