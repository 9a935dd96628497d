import { useCallback, useEffect, useRef, useState } from 'react'
import { boardOf } from '#server/shared/board/wire.ts'
import type { RevealData } from './reveal/reveal.ts'
import { readBoard } from './useBoard.ts'

/** The frozen and the final board, read once. `data` is null while loading, and when `number` is null. */
export function useBothSides(number: number | null) {
  const [data, setData] = useState<RevealData | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const turn = useRef(0)
  const read = useCallback(() => {
    const own = ++turn.current
    const isLatest = () => turn.current === own
    setFailure(null)
    if (number === null) return
    Promise.all([
      readBoard({ number, view: 'FROZEN', late: false }),
      readBoard({ number, view: 'FINAL', late: false }),
    ]).then(
      ([sealed, final]) => isLatest() && setData({ sealed: boardOf(sealed), final: boardOf(final) }),
      (error) => isLatest() && setFailure(error),
    )
  }, [number])
  useEffect(() => {
    read()
    return () => {
      turn.current++
    }
  }, [read])
  return { data, failure, retry: read }
}
