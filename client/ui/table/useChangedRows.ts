import { useState } from 'react'

/**
 * Keys of rows that are new or whose text changed while the list was open. `list` identifies the list: another one has no
 * changed rows. Equal data must be the same array.
 */
export function useChangedRows<Row>(
  list: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  textOf: (row: Row) => string,
): ReadonlySet<string> {
  const [last, setLast] = useState({ list, rows, changed: new Set<string>() })
  if (last.rows === rows) return last.changed
  const before = new Map(last.rows.map((row) => [keyOf(row), textOf(row)]))
  const changed = rows.filter((row) => before.get(keyOf(row)) !== textOf(row))
  const keys = new Set(last.list === list ? changed.map(keyOf) : [])
  setLast({ list, rows, changed: keys })
  return keys
}
