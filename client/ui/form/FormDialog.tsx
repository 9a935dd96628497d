import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Modal } from '../feedback/Modal.tsx'
import { useTranslation } from '../useTranslation.ts'

type Props = {
  title: ReactNode
  /** The return value of useForm. */
  form: { form: RefObject<HTMLFormElement | null>; changed: boolean }
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  pending: boolean
  /** Width (px), 560 when left out. */
  width?: number
  children: ReactNode
  /** Label of the submit button; "Save" when left out. */
  submit?: string
  /** Can be submitted unchanged, and closes without asking. */
  isComplete?: boolean
  /** Buttons instead of "Cancel". */
  others?: ReactNode
}

/** Form in a dialog: a click outside does not close it, and unsaved changes are confirmed. */
export function FormDialog(props: Props) {
  const { title, form, onSubmit, onClose, pending, width, children, submit } = props
  const { isComplete = false, others } = props
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal
      title={title}
      width={width}
      onClose={onClose}
      sticky
      unsaved={form.changed && !isComplete}
      actions={
        <>
          {others ?? (
            <Button size="large" onClick={onClose}>
              {t('ui:confirm.cancel')}
            </Button>
          )}
          <Button
            size="large"
            type="submit"
            form={id}
            variant="contained"
            color="primary"
            loading={pending}
            disabled={!form.changed && !isComplete}
          >
            {submit ?? t('ui:form.save')}
          </Button>
        </>
      }
    >
      <Box
        component="form"
        id={id}
        ref={form.form}
        noValidate
        autoComplete="off"
        onSubmit={onSubmit}
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)' }}
      >
        {children}
      </Box>
    </Modal>
  )
}
