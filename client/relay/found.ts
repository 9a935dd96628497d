import { RefusedError } from './refusal.ts'

/** Throws NOT_FOUND when a node is null, also for a node of another type. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new RefusedError('NOT_FOUND', '')
  return row
}
