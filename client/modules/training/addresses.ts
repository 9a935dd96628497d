/** Where trainings are: the number of a group; null: the site. */
export type Place = number | null

/** Number of a training in an address; 0, which no training has, when it is not a number. */
export const trainingNumber = (param: (name: string) => string): number =>
  Number.parseInt(param('trainingID'), 10) || 0

/** Place in an address. */
export const placeIn = (param: (name: string) => string): Place =>
  param('groupID') ? Number.parseInt(param('groupID'), 10) || 0 : null

export const trainingsHref = (place: Place): string => `${place === null ? '' : `/group/${place}`}/training`

export const trainingHref = (place: Place, number: number): string => `${trainingsHref(place)}/${number}`

/** Problem page within a training. */
export const trainingProblemHref = (place: Place, number: number, displayId: string, full = false): string =>
  `${trainingHref(place, number)}/problem/${encodeURIComponent(displayId)}${full ? '/full-screen' : ''}`
