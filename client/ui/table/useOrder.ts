/**
 * Manual order of a list, changed by dragging a handle or with Alt and the arrow keys:
 *
 *   const order = useOrder(pictures, (picture) => picture.id, (ids) => save({ ids }))
 *   <DataTable rows={order.rows} order={order} … />
 *
 * The new order is shown at once, and reverted when `onOrder` resolves to null or false.
 */
import { type Key, useEffect, useRef, useState } from 'react'
import { move } from './order.ts'

export type RowOrder = {
  /** Moves a row from one index to another. */
  move: (from: number, to: number) => void
}

export function useOrder<Row, Id extends Key>(
  rows: readonly Row[],
  idOf: (row: Row) => Id,
  onOrder: (ids: Id[]) => unknown,
): RowOrder & { rows: readonly Row[] } {
  const [own, setOwn] = useState<readonly Id[] | null>(null)
  const tries = useRef(0)
  const came = rows.map(idOf).join()

  // A changed order of the server has priority.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `came` is the order that came
  useEffect(() => setOwn(null), [came])

  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const kept = own?.flatMap((id) => byId.get(id) ?? []) ?? []
  const shown = kept.length === rows.length ? kept : rows

  return {
    rows: shown,
    move: async (from, to) => {
      const ids = move(shown.map(idOf), from, to)
      const mine = ++tries.current
      setOwn(ids)
      const done = await onOrder(ids)
      if ((done === null || done === false) && mine === tries.current) setOwn(null)
    },
  }
}
