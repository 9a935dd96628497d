import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

/** What stands in its place while the editor is on its way. */
export function EditorSkeleton() {
  const { t } = useTranslation()
  return (
    <Box
      aria-label={t('ui:editor.loading')}
      role="status"
      sx={{ p: 3, pl: 14, height: '100%', display: 'grid', gap: 2, alignContent: 'start' }}
    >
      {[32, 46, 0, 24, 58, 40].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={13} />
      ))}
    </Box>
  )
}
