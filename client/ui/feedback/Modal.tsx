import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useAskBeforeUnload } from '../useAskBeforeUnload.ts'
import { useTranslation } from '../useTranslation.ts'

type Props = {
  title: ReactNode
  children: ReactNode
  onClose: () => void
  /** Beside the title. */
  aside?: ReactNode
  /** Buttons at the end, the primary one last. */
  actions?: ReactNode
  /** Width (px): 370 for account dialogs, which are never full screen; 560 for forms. */
  width?: number
  /** A click outside does not close it. */
  sticky?: boolean
  /** Has unsaved changes: closing it or the tab asks first. */
  unsaved?: boolean
}

/** Dialog with a title and a close button; traps and restores the focus. */
export function Modal(props: Props) {
  const { title, children, onClose, aside, actions, width = 560, sticky = false, unsaved = false } = props
  const { t } = useTranslation()
  const { breakpoints } = useTheme()
  const narrow = useMediaQuery(breakpoints.down('md'))
  const heading = useId()
  useAskBeforeUnload(unsaved)
  const [asking, setAsking] = useState(false)
  const close = () => {
    if (unsaved) setAsking(true)
    else onClose()
  }
  return (
    <Dialog
      open
      fullScreen={narrow && width > 370}
      onClose={(_, reason) => {
        if (!sticky || reason === 'escapeKeyDown') close()
      }}
      aria-labelledby={heading}
      slotProps={{ paper: { sx: { width, maxWidth: '100%', m: { xs: width > 370 ? 0 : 2, md: 8 } } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, pl: 6, pr: 3, pt: 4 }}>
        <Box component="h2" id={heading} sx={{ typography: 'h2', flex: 1 }}>
          {title}
        </Box>
        {aside}
        <IconButton aria-label={t('ui:close')} onClick={close}>
          <Icon name="cross" />
        </IconButton>
      </Box>
      <Box sx={{ px: 6, pt: 3, pb: actions || asking ? 2 : 6, overflowY: 'auto' }}>{children}</Box>
      {asking ? (
        <Ending role="alertdialog" label={t('ui:form.leaveTitle')}>
          <Box sx={{ flex: '1 1 200px', typography: 'dense', color: 'verdict.TLE.fg' }}>
            {t('ui:form.leaveText')}
          </Box>
          <Button size="large" autoFocus onClick={() => setAsking(false)}>
            {t('ui:form.stay')}
          </Button>
          <Button size="large" variant="contained" color="error" onClick={onClose}>
            {t('ui:form.leave')}
          </Button>
        </Ending>
      ) : (
        actions && <Ending>{actions}</Ending>
      )}
    </Dialog>
  )
}

type EndingProps = { role?: 'alertdialog'; label?: string; children: ReactNode }

/** Button row of a dialog. */
const Ending = ({ role, label, children }: EndingProps) => (
  <Box
    role={role}
    aria-label={label}
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: 2,
      px: 6,
      pt: 3,
      pb: 5,
    }}
  >
    {children}
  </Box>
)
