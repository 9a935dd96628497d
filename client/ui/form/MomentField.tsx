import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { FieldFrame, type FramedProps, hasNote, noteIdOf } from './FieldFrame.tsx'
import { LATEST_WALL_TIME, momentOf, wallTimeOf } from './zones.ts'

type Props = FramedProps & {
  name?: string
  /** In UTC; null: none. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
}

/** A moment in the viewer's time zone, as a native input. */
export function MomentField({ name, value, onChange, onBlur, ...frame }: Props) {
  const id = useId()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <FieldFrame
      id={id}
      show={(theirs) => (typeof theirs === 'string' ? wallTimeOf(theirs, timeZone).replace('T', ' ') : null)}
      {...frame}
    >
      <OutlinedInput
        id={id}
        type="datetime-local"
        name={name}
        size="medium"
        fullWidth
        error={Boolean(frame.error)}
        value={value ? wallTimeOf(value, timeZone) : ''}
        onChange={(event) => onChange(momentOf(event.target.value, timeZone))}
        onBlur={onBlur}
        inputProps={{
          'aria-describedby': hasNote(frame) ? noteIdOf(id) : undefined,
          max: LATEST_WALL_TIME,
        }}
      />
    </FieldFrame>
  )
}
