import Box from '@mui/material/Box'
import type { BoardHead } from '#server/shared/board/wire.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

const ACM = [
  ['first', 'firstToSolve', null],
  ['solved', 'solved', '+'],
  ['wrong', 'wrong', '−'],
] as const
const PENDING = ['pending', 'pending', '?'] as const
const LATE = ['late', 'solvedAfterEnd', '+*'] as const
const OI = [
  ['full', 'full', '100'],
  ['partial', 'partial', '60'],
  ['zero', 'zero', '0'],
] as const

/** Legend of the colours and signs of cells. */
export function BoardLegend({ head }: { head: BoardHead }) {
  const { t } = useTranslation()
  const acm = [...ACM, ...(head.isSealed ? [PENDING] : []), ...(head.isLate ? [LATE] : [])]
  return (
    <Box
      sx={{
        display: { xs: 'none', lg: 'flex' },
        gap: 3,
        ml: 2,
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      {(head.type === 'ACM' ? acm : OI).map(([key, kind, sign]) => (
        <Box
          component="span"
          key={key}
          sx={{ display: 'flex', alignItems: 'center', gap: 1.5, whiteSpace: 'nowrap' }}
        >
          <Box
            component="span"
            aria-hidden
            sx={{
              display: 'grid',
              placeItems: 'center',
              minWidth: 18,
              px: 0.5,
              height: 14,
              borderRadius: 0.5,
              typography: 'boardSub',
              fontWeight: 600,
              color: `board.${kind}.fg`,
              bgcolor: `board.${kind}.bg`,
            }}
          >
            {sign ?? <Icon name="star" size={9} />}
          </Box>
          {t(`scoreboard:legend.${key}`)}
        </Box>
      ))}
    </Box>
  )
}
