import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { open: boolean; onClose: () => void; children: ReactNode }

/** The menu of the administration on small windows. */
export function AdminDrawer({ open, onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': t('admin:menu'),
          role: 'dialog',
          sx: { width: 256, maxWidth: '86vw' },
        } as object,
      }}
    >
      {children}
    </Drawer>
  )
}
