import { SIGHT } from '../generated/sight.ts'

/**
 * The register of sight: which rows of a guarded noun a viewer may see, as the policies export it. The schema builder
 * asks it about single rows, so that `node(id:)`, relations and subscriptions cannot go around it.
 */
export const VISIBLE = SIGHT

export type GuardedNoun = keyof typeof VISIBLE
