/** The number of the contest in an address; what is not a number is no contest either, as the server says. */
export const contestNumber = (param: (name: string) => string): number =>
  Number.parseInt(param('contestID'), 10) || 0
