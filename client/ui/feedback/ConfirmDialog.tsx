import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { FormAlert } from '../form/FormAlert.tsx'
import { useTranslation } from '../useTranslation.ts'
import { Modal } from './Modal.tsx'

type Props = {
  /** Names the object: 'Delete “Tide Gates”?' */
  title: string
  children?: ReactNode
  /** Label of the confirm button, a verb. */
  confirm: string
  /** Label of the cancel button. */
  cancel?: string
  destructive?: boolean
  /** Closes the dialog, unless the result is null or false (refused). */
  onConfirm: () => unknown
  /** Why it was refused, such as useMutation's `words`. */
  refused?: string | null
  onClose: () => void
}

/** Confirms something that cannot be undone; stays open while that is done, and with the reason when it is refused. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirm, cancel, destructive = false, onConfirm, refused, onClose } = props
  const { t } = useTranslation()
  const [acting, setActing] = useState(false)
  const act = async () => {
    setActing(true)
    try {
      const done = await onConfirm()
      if (done !== null && done !== false) onClose()
    } finally {
      setActing(false)
    }
  }
  const close = () => {
    if (!acting) onClose()
  }
  return (
    <Modal
      title={title}
      width={370}
      onClose={close}
      actions={
        <>
          <Button size="large" onClick={close}>
            {cancel ?? t('ui:confirm.cancel')}
          </Button>
          <Button
            size="large"
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            loading={acting}
            onClick={() => void act()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 3, typography: 'body2', color: 'text.secondary' }}>
        {children && <div>{children}</div>}
        {refused && !acting && <FormAlert>{refused}</FormAlert>}
      </Box>
    </Modal>
  )
}
