/** Submission events that SQL emits and jobs may react to. */
export type ToldInSql = `submission.${'created' | 'changed' | 'counted'}`

/**
 * The jobs that an event queues where SQL tells it, on servers and judge hosts: one for each event, in its transaction,
 * with its payload, however many servers listen. What follows a judgement reacts to `submission.counted`.
 */
export const REACTIONS_IN_SQL = {} as const satisfies { readonly [Name in ToldInSql]?: readonly string[] }
