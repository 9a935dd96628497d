import { useState } from 'react'

/** `found`, or the last one with this `id` after somebody else removed it, so that its dialog keeps what was typed. */
export function useKept<Row, Id extends string | number>(
  found: Row | undefined,
  id: Id | null | undefined,
): Row | undefined {
  const [kept, setKept] = useState<{ id: Id; row: Row } | null>(null)
  if (id === null || id === undefined) return undefined
  if (found === undefined) return kept?.id === id ? kept.row : undefined
  if (kept?.id !== id || kept.row !== found) setKept({ id, row: found })
  return found
}
