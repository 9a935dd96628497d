import Box from '@mui/material/Box'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Credited or debited points with their sign. */
export function Amount({ amount }: { amount: number }) {
  const { i18n } = useTranslation()
  return (
    <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {amount > 0 ? '+' : '−'}
      {formatNumber(Math.abs(amount), i18n.language)}
    </Box>
  )
}
