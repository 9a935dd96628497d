import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { FormEventHandler, RefObject } from 'react'
import type { Bound } from '../../ui/form/useForm.ts'
import { PasswordField } from './PasswordField.tsx'

type Props = {
  form: RefObject<HTMLFormElement | null>
  onSubmit: FormEventHandler
  pending: boolean
  /** Label of the password. */
  label: string
  /** Null: no password is asked for. */
  field: Bound<string> | null
  /** Label of the button. */
  act: string
}

/** Registration with the password of a contest or training. */
export const PasswordForm = ({ form, onSubmit, pending, label, field, act }: Props) => (
  <Box component="form" ref={form} noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 3 }}>
    {field && <PasswordField label={label} autoComplete="off" {...field} />}
    <Button type="submit" variant="contained" color="primary" size="large" loading={pending} fullWidth>
      {act}
    </Button>
  </Box>
)
