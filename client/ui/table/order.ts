/** Functions of lists with a manual order. */

/** Moves an entry to another index, counted in the result. */
export function move<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list.slice(from, from + 1)
  if (entry.length === 0 || from < 0) return [...list]
  const others = list.toSpliced(from, 1)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, ...entry)
}

/** Index of a row dragged to `y`: before the first other row whose middle is below. */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  const others = middles.toSpliced(from, 1)
  const below = others.findIndex((middle) => middle > y)
  return below < 0 ? others.length : below
}

/**
 * The entry moved between two orders of ids, and the entry it now precedes (null: the end). Null when the
 * orders are equal.
 */
export function movedIn<Id>(
  before: readonly Id[],
  after: readonly Id[],
): { id: Id; beforeId: Id | null } | null {
  const at = after.findIndex((id, place) => id !== before[place])
  // Either the first different entry was moved, or the one behind it moved up.
  const id = after[at + 1] === before[at] ? after[at] : before[at]
  return id === undefined ? null : { id, beforeId: after[after.indexOf(id) + 1] ?? null }
}
