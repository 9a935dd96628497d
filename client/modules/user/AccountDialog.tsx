import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Logo } from '../../ui/text/Logo.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

const WIDTH = 370

type Props = { title: string; children: ReactNode; onClose: () => void }

/** Frame of the account dialogs, 370 px wide; a click outside does not close it, so that input is kept. */
export function AccountDialog({ title, children, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown') onClose()
      }}
      aria-labelledby="account-dialog"
      slotProps={{
        paper: { sx: { width: WIDTH, maxWidth: 'calc(100% - 32px)', m: 4, px: 6, pt: 4, pb: 6 } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mr: -2 }}>
        <Logo size={28} />
        <IconButton aria-label={t('ui:close')} onClick={onClose}>
          <Icon name="cross" size={18} />
        </IconButton>
      </Box>
      <Box component="h2" id="account-dialog" sx={{ typography: 'h1', mt: 2, mb: 4 }}>
        {title}
      </Box>
      {children}
    </Dialog>
  )
}
