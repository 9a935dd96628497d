import { RefusedError } from './refusal.ts'

/** What an id leads to, as the type that was meant; a node of another type is as good as none. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new RefusedError('NOT_FOUND', '')
  return row
}
