/**
 * Manual order of a list, changed by dragging a handle or with Alt and the arrow keys:
 *
 *   const order = useOrder(pictures, (picture) => picture.id, (ids) => save({ ids }))
 *   <DataTable rows={order.rows} order={order} … />
 *
 * The new order is shown at once. Moves are saved one after another, in their order; `onOrder` also gets the order
 * before its move, for a server that is told what was moved (`movedIn`). When one resolves to null or false, those
 * waiting behind it are dropped and the server's order is shown again.
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
  onOrder: (ids: Id[], before: Id[]) => unknown,
): RowOrder & { rows: readonly Row[] } {
  const [own, setOwn] = useState<readonly Id[] | null>(null)
  const waiting = useRef<{ ids: Id[]; before: Id[] }[]>([])
  const save = useRef(onOrder)
  save.current = onOrder
  const came = rows.map(idOf).join()

  // A changed order of the server has priority, unless own moves are still on their way there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `came` is the order that came
  useEffect(() => {
    if (waiting.current.length === 0) setOwn(null)
  }, [came])

  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const kept = own?.flatMap((id) => byId.get(id) ?? []) ?? []
  const shown = kept.length === rows.length ? kept : rows

  /** Saves the waiting moves; each stays in the list until its answer has come. */
  const saveAll = async () => {
    for (let next = waiting.current[0]; next; next = waiting.current[0]) {
      const done = await save.current(next.ids, next.before)
      waiting.current.shift()
      if (done !== null && done !== false) continue
      waiting.current = []
      setOwn(null)
    }
  }

  return {
    rows: shown,
    move: (from, to) => {
      const before = shown.map(idOf)
      const ids = move(before, from, to)
      setOwn(ids)
      waiting.current.push({ ids, before })
      if (waiting.current.length === 1) void saveAll()
    },
  }
}
