import { SIGHT } from '../generated/sight.ts'

/**
 * Filters for the visible rows of each guarded noun, collected from the policies. The schema builder applies them to
 * single rows, so that `node(id:)`, relations and subscriptions cannot bypass them.
 */
export const VISIBLE = SIGHT

export type GuardedNoun = keyof typeof VISIBLE
