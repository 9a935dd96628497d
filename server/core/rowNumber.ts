/** The largest number a row can have (PostgreSQL's integer). */
const MOST = 2_147_483_647

/** Whether a row could have this number; asking the database for another one would be an error, not "not found". */
export const isRowNumber = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= MOST
