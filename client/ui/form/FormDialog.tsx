import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Modal } from '../feedback/Modal.tsx'
import { useTranslation } from '../useTranslation.ts'

type Props = {
  title: ReactNode
  /** What useForm answers. */
  form: { form: RefObject<HTMLFormElement | null>; changed: boolean }
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  pending: boolean
  /** 560 when left out. */
  width?: number
  children: ReactNode
  /** What the button that sends it says; "Save" when left out. */
  submit?: string
  /** It is sent as it stands, too, and closed without asking. */
  isComplete?: boolean
  /** Buttons in the place of "Cancel". */
  others?: ReactNode
}

/** A form in a dialog: a click beside it changes nothing, and what is not saved is asked about. */
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
