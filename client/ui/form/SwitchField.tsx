import Box from '@mui/material/Box'
import { useId } from 'react'
import { Switch } from '../controls/Switch.tsx'
import { useTranslation } from '../useTranslation.ts'
import { FieldFrame, type FramedProps, hasNote, labelIdOf, noteIdOf } from './FieldFrame.tsx'

type Props = Omit<FramedProps, 'hiddenLabel' | 'required'> & {
  name?: string
  value: boolean
  disabled?: boolean
  onChange: (value: boolean) => void
  onBlur?: () => void
}

/** Switch with its label at the right. */
export function SwitchField({ name, value, disabled, onChange, onBlur, ...frame }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <FieldFrame id={id} hiddenLabel show={(theirs) => t(theirs ? 'ui:form.on' : 'ui:form.off')} {...frame}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, minHeight: 32 }}>
        <Switch
          id={id}
          name={name}
          checked={value}
          disabled={disabled}
          onChange={onChange}
          onBlur={onBlur}
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={hasNote(frame) ? noteIdOf(id) : undefined}
        />
        <Box
          component="label"
          id={labelIdOf(id)}
          htmlFor={id}
          sx={{ typography: 'body2', cursor: 'pointer' }}
        >
          {frame.label}
        </Box>
      </Box>
    </FieldFrame>
  )
}
