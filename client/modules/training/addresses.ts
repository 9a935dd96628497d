/** Training number in an address; 0, which no training has, when it is not a number. */
export const trainingNumber = (param: (name: string) => string): number =>
  Number.parseInt(param('trainingID'), 10) || 0

export const trainingHref = (number: number): string => `/training/${number}`

/** Problem page within a training. */
export const trainingProblemHref = (number: number, displayId: string, full = false): string =>
  `${trainingHref(number)}/problem/${encodeURIComponent(displayId)}${full ? '/full-screen' : ''}`
