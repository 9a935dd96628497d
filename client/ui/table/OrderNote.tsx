import Box from '@mui/material/Box'
import { useTranslation } from '../useTranslation.ts'
import { visuallyHidden } from '../visuallyHidden.ts'

/** How to reorder rows, and announcements for screen readers. */
export function OrderNote({ said }: { said: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Box sx={{ px: 4, py: 2, typography: 'caption', color: 'text.tertiary' }}>{t('ui:table.moveHint')}</Box>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </>
  )
}
