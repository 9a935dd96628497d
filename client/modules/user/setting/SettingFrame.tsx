import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Narrow column of the settings page with its heading. */
export function SettingFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ maxWidth: 760, mx: 'auto', px: { xs: 4, md: 6 }, py: { xs: 4, md: 6 } }}>
      <Box component="h1" sx={{ typography: 'h1', mb: 4 }}>
        {t('setting:title')}
      </Box>
      <Box sx={{ display: 'grid', gap: 4 }}>{children}</Box>
    </Box>
  )
}

/** Sections of the settings while they are loading. */
export const SettingSkeleton = () => (
  <>
    {[6, 2].map((rows) => (
      <Box key={rows} sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: { xs: 4, md: 6 } }}>
        <Skeleton width={120} height={20} />
        <SkeletonRows rows={rows} height={56} />
      </Box>
    ))}
  </>
)
