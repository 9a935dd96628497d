import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from './Modal.tsx'

type Props = {
  /** Names the thing: 'Delete “Tide Gates”?' */
  title: string
  children?: ReactNode
  /** What the button does, as a verb. */
  confirm: string
  destructive?: boolean
  onConfirm: () => unknown
  onClose: () => void
}

/** Asks once before something that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, destructive = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  const [acting, setActing] = useState(false)
  return (
    <Modal
      title={title}
      width={370}
      onClose={onClose}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {t('ui:confirm.cancel')}
          </Button>
          <Button
            size="large"
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            disabled={acting}
            onClick={async () => {
              setActing(true)
              try {
                await onConfirm()
              } finally {
                onClose()
              }
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{children}</Box>
    </Modal>
  )
}
