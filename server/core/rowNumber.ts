/** The largest number a row can have (PostgreSQL's integer). */
const MOST = 2_147_483_647

/** Whether a row can have this id; PostgreSQL would fail on any other instead of finding nothing. */
export const isRowNumber = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= MOST
