import Box from '@mui/material/Box'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { CELL_TINT, SOLVED_TINT } from './RankCell.tsx'

const line = { display: 'inline-flex', alignItems: 'center', gap: 1.5 } as const
const sample = { px: 1.5, fontWeight: 700 } as const

/** Explains the cells of the rank. */
export function RankLegend() {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 1,
        ml: { md: 'auto' },
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      <Box component="span" sx={line}>
        <Box component="span" aria-hidden sx={{ ...SOLVED_TINT, ...sample }}>
          88
        </Box>
        {t('training:rank.legendSolved')}
      </Box>
      <Box component="span" sx={line}>
        <Box component="span" aria-hidden sx={{ ...CELL_TINT('WA'), ...sample }}>
          WA
        </Box>
        {t('training:rank.legendTried')}
      </Box>
      <Box component="span" sx={line}>
        <span aria-hidden>·</span>
        {t('training:rank.legendUntried')}
      </Box>
    </Box>
  )
}
