/** The rule of every list whose order people decide. */

/** The same list with one entry at another place, which is the place it has afterwards; the others keep their order. */
export function move<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list.slice(from, from + 1)
  if (entry.length === 0 || from < 0) return [...list]
  const others = list.toSpliced(from, 1)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, ...entry)
}

/** Where an entry comes to stand that is held at `y`: before the first of the others whose middle is below. */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  const others = middles.toSpliced(from, 1)
  const below = others.findIndex((middle) => middle > y)
  return below < 0 ? others.length : below
}

/** What was moved to make one order of ids another, and before which it stands now; null: behind all, or nothing moved. */
export function movedIn<Id>(
  before: readonly Id[],
  after: readonly Id[],
): { id: Id; beforeId: Id | null } | null {
  const at = after.findIndex((id, place) => id !== before[place])
  // The first whose place another has was moved, or the one behind it, which moved up over it.
  const id = after[at + 1] === before[at] ? after[at] : before[at]
  return id === undefined ? null : { id, beforeId: after[after.indexOf(id) + 1] ?? null }
}
