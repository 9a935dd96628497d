/**
 * Limits of one operation of the graph. Complexity bounds the time it blocks the process, to about 50 ms; it includes
 * `ROOT_COST` for each root field. A page of 100 submissions has about 6,900.
 */
export const LIMITS = { depth: 14, breadth: 400, complexity: 7_200 } as const

/** Complexity of a root field, besides its selections. */
export const ROOT_COST = 300
