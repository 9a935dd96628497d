/** Path of a contest's scoreboard page. */
export const boardPath = ({ type, number }: { type: string; number: number }): string =>
  `/contest/${type === 'ACM' ? 'acm' : 'oi'}-scoreboard/${number}`
