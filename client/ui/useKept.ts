import { useEffect, useRef } from 'react'

/** `found`, or the last one with this `id` after somebody else removed it, so that its dialog keeps what was typed. */
export function useKept<Row, Id extends string | number>(
  found: Row | undefined,
  id: Id | null | undefined,
): Row | undefined {
  const kept = useRef<{ id: Id; row: Row } | null>(null)
  useEffect(() => {
    if (found !== undefined && id !== null && id !== undefined) kept.current = { id, row: found }
  })
  if (id === null || id === undefined) return undefined
  return found ?? (kept.current?.id === id ? kept.current.row : undefined)
}
