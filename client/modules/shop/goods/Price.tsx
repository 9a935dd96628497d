import Box from '@mui/material/Box'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'

/** Points beside their sign. `size`: a sum, a price, or a line. */
export function Price({ points, size = 'line' }: { points: number; size?: 'sum' | 'price' | 'line' }) {
  const { t, i18n } = useTranslation()
  const shown = formatNumber(points, i18n.language)
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        typography: size === 'sum' ? 'h2' : size === 'price' ? 'h3' : 'dense',
        fontWeight: 600,
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
      }}
    >
      <Icon name="points" size={size === 'line' ? 12 : 14} />
      <span aria-hidden>{shown}</span>
      <Box component="span" sx={visuallyHidden}>
        {t('shop:points', { count: points, total: shown })}
      </Box>
    </Box>
  )
}
