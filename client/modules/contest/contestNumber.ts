/** Contest number in an address; 0, which no contest has, when it is not a number. */
export const contestNumber = (param: (name: string) => string): number =>
  Number.parseInt(param('contestID'), 10) || 0
