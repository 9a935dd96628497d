import { useEffect, useState } from 'react'

/** How long the first page and each other page stays (ms). */
const STAY = { first: 20_000, others: 10_000 }

/** Visible rows of a board that pages automatically, from index `from` up to but not including `to`. */
export function useTurningPages(total: number, size: number) {
  const [page, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(total / size))
  const now = page < pages ? page : 0
  useEffect(() => {
    if (pages === 1) return
    const timer = setTimeout(() => setPage((now + 1) % pages), now === 0 ? STAY.first : STAY.others)
    return () => clearTimeout(timer)
  }, [now, pages])
  const from = now * size
  return { from, to: Math.min(total, from + size) }
}
