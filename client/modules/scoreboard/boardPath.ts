/** Where the scoreboard of a contest stands alone. */
export const boardPath = ({ type, number }: { type: string; number: number }): string =>
  `/contest/${type === 'ACM' ? 'acm' : 'oi'}-scoreboard/${number}`
