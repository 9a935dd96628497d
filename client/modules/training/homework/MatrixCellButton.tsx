import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { memo } from 'react'
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'
import { MatrixCellView } from './MatrixCellView.tsx'
import { isSameCell } from './matrix.ts'

type Props = {
  uid: string
  /** Number of the problem. */
  number: number
  displayId: string
  /** Undefined: neither submitted nor marked. */
  cell: MatrixCell | undefined
  isFirst: boolean
  onOpen: (uid: string, problem: number) => void
}

/** A cell that opens its dialog; drawn again only when it looks different. */
export const MatrixCellButton = memo(
  function MatrixCellButton({ uid, number, displayId, cell, isFirst, onOpen }: Props) {
    return (
      <Box role="cell" sx={{ alignSelf: 'center' }}>
        <ButtonBase onClick={() => onOpen(uid, number)} sx={BUTTON}>
          <MatrixCellView cell={cell} displayId={displayId} isFirst={isFirst} />
        </ButtonBase>
      </Box>
    )
  },
  (before, now) =>
    before.uid === now.uid &&
    before.number === now.number &&
    before.displayId === now.displayId &&
    before.isFirst === now.isFirst &&
    before.onOpen === now.onOpen &&
    isSameCell(before.cell, now.cell),
)

const BUTTON = {
  display: 'block',
  width: 1,
  borderRadius: 0.5,
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'line.focus' },
} as const
