import Box from '@mui/material/Box'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { CellLook } from './matrix.ts'

const SAMPLES = [
  ['firstToSolve', '+'],
  ['solved', '+2'],
  ['solvedAfterEnd', '+'],
  ['wrong', '−3'],
  ['pending', '…'],
] as const satisfies readonly (readonly [NonNullable<CellLook>, string])[]

/** Explains the cells of a matrix. */
export function MatrixLegend() {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        rowGap: 1,
        mb: 3,
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      {SAMPLES.map(([look, sign]) => (
        <Box key={look} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
          <Box
            component="span"
            aria-hidden
            sx={{
              px: 1,
              minWidth: 20,
              textAlign: 'center',
              borderRadius: 0.5,
              fontWeight: 700,
              color: `board.${look}.fg`,
              bgcolor: `board.${look}.bg`,
              border: '1px solid transparent',
              ...(look === 'solvedAfterEnd' && { border: '1px dashed', borderColor: `board.${look}.border` }),
            }}
          >
            {sign}
          </Box>
          {t(`homework:legend.${look}`)}
        </Box>
      ))}
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
        <Icon name="pin" size={12} />
        {t('homework:legend.mark')}
      </Box>
    </Box>
  )
}
