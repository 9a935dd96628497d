import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from '../ui/controls/Icon.tsx'
import { useTranslation } from '../ui/useTranslation.ts'
import { ConnectionNote } from './ConnectionNote.tsx'
import { toastLook } from './toastLook.ts'
import { dismiss, shownToasts, type ToastKind, watchToasts } from './toasts.ts'

const ICON: Record<ToastKind, IconName> = {
  info: 'check',
  success: 'check',
  warning: 'alert',
  error: 'alert',
}

/** The toasts, announced politely and errors at once, and the note about a lost connection. */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(watchToasts, shownToasts)
  return (
    <Box
      role="region"
      data-screen=""
      aria-label={t('app:toast.region')}
      sx={{
        position: 'fixed',
        left: { xs: 16, md: 24 },
        right: { xs: 16, md: 'auto' },
        // Height of a bar at the lower edge (first-paint.css, PhoneBar.tsx).
        bottom: 'calc(24px + var(--bottom-bar, 0px))',
        zIndex: 'snackbar',
        display: 'grid',
        gap: 2,
      }}
    >
      {toasts.map(({ id, kind, text, action }) => (
        <Box key={id} role={kind === 'error' ? 'alert' : 'status'} sx={toastLook}>
          <Icon name={ICON[kind]} />
          <Box sx={{ flex: 1, overflowWrap: 'anywhere' }}>{text}</Box>
          {action && (
            <ButtonBase
              sx={{ typography: 'button', fontWeight: 600, px: 2, height: 28, borderRadius: 1 }}
              onClick={() => {
                dismiss(id)
                action.onClick()
              }}
            >
              {action.label}
            </ButtonBase>
          )}
          <ButtonBase
            aria-label={t('app:toast.close')}
            sx={{ width: 28, height: 28, borderRadius: 1 }}
            onClick={() => dismiss(id)}
          >
            <Icon name="cross" size={14} />
          </ButtonBase>
        </Box>
      ))}
      <ConnectionNote />
    </Box>
  )
}
