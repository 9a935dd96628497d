import { useReadAgain } from '../../relay/useReadAgain.ts'
import type { RankType } from './rankList.ts'
import { type RankFigures, type RankMove, touches } from './rankMoves.ts'

/** Pages where only the viewer's number may have changed are read again within this time (ms). */
const NUMBER_WITHIN = 30_000

type Shown = {
  type: RankType
  /** Rows of the open page, and whether no row follows them. */
  rows: readonly RankFigures[]
  isLast: boolean
  /** Further rows that the page shows. */
  others?: readonly RankFigures[]
  /** The viewer's row, whose number is shown. */
  own: RankFigures | null | undefined
}

/** Reads a page of a rank list again when moves (null: too many to name) change what it shows. */
export function useMoves({ type, rows, isLast, others, own }: Shown) {
  const readAgain = useReadAgain()
  const readNumber = useReadAgain(NUMBER_WITHIN)
  return (moves: readonly RankMove[] | null | undefined) => {
    const touched = (shown: readonly RankFigures[], last = false) =>
      !moves || touches(type, moves, shown, last)
    if (touched(rows, isLast) || (others && touched(others))) readAgain()
    else if (own && touched([own])) readNumber()
  }
}
