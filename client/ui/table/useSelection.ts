/** Selected rows of a table, for bulk actions. */
import { type Key, useEffect, useState } from 'react'

export type Selection = {
  chosen: ReadonlySet<Key>
  isChosen: (key: Key) => boolean
  toggle: (key: Key) => void
  /** Selects or clears all visible rows. */
  toggleAll: () => void
  clear: () => void
  all: boolean
  some: boolean
}

/** Rows that leave the page are deselected, so that nobody acts on invisible rows. */
export function useSelection(keys: readonly Key[]): Selection {
  const [marked, setMarked] = useState<ReadonlySet<Key>>(new Set())
  const shown = keys.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says which rows there are
  useEffect(() => {
    setMarked((before) => {
      const left = keys.filter((key) => before.has(key))
      return left.length === before.size ? before : new Set(left)
    })
  }, [shown])

  const all = keys.length > 0 && marked.size === keys.length
  return {
    chosen: marked,
    all,
    some: marked.size > 0 && !all,
    isChosen: (key) => marked.has(key),
    toggle: (key) =>
      setMarked((before) => {
        const after = new Set(before)
        if (!after.delete(key)) after.add(key)
        return after
      }),
    toggleAll: () => setMarked(all ? new Set() : new Set(keys)),
    clear: () => setMarked(new Set()),
  }
}
