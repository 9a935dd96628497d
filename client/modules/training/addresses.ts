import { type Place, placeHref } from '../group/place.ts'

/** Number of a training in an address; 0, which no training has, when it is not a number. */
export const trainingNumber = (param: (name: string) => string): number =>
  Number.parseInt(param('trainingID'), 10) || 0

export const trainingsHref = (place: Place): string => `${placeHref(place)}/training`

export const trainingHref = (place: Place, number: number): string => `${trainingsHref(place)}/${number}`

/** Results in all homework of a group. */
export const gradebookHref = (place: Place): string => `${trainingsHref(place)}/gradebook`

/** Problem page within a training. */
export const trainingProblemHref = (place: Place, number: number, displayId: string, full = false): string =>
  `${trainingHref(place, number)}/problem/${encodeURIComponent(displayId)}${full ? '/full-screen' : ''}`
