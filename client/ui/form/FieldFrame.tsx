import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useTranslation } from '../useTranslation.ts'
import { ConflictNote } from './ConflictNote.tsx'
import type { FieldConflict } from './useForm.ts'

/** Props shared by all kinds of fields. */
export type FramedProps = {
  label: string
  hiddenLabel?: boolean
  required?: boolean
  /** Error under the field. */
  error?: string | null
  /** Hint under the field while there is no error. */
  hint?: ReactNode
  /** The value was checked and is valid; the hint gets a tick. */
  good?: boolean
  conflict?: FieldConflict | null
  taken?: boolean
}

type Props = FramedProps & {
  id: string
  /** Several controls under one label. */
  group?: boolean
  /** Right of the label. */
  aside?: ReactNode
  /** Renders somebody else's value; as text when left out. */
  show?: (value: unknown) => ReactNode
  children: ReactNode
}

export const noteIdOf = (id: string) => `${id}-note`
export const labelIdOf = (id: string) => `${id}-label`

/** Whether a note is under the field, for its aria-describedby. */
export const hasNote = ({ error, hint, taken }: FramedProps) => Boolean(error || hint || taken)

/** Label, error and hint around a field. */
export function FieldFrame(props: Props) {
  const {
    id,
    label,
    hiddenLabel,
    required,
    error,
    hint,
    good,
    conflict,
    taken,
    group,
    aside,
    show,
    children,
  } = props
  const { t } = useTranslation()
  const note = error || (taken ? t('ui:form.taken') : hint)
  return (
    <Box
      role={group ? 'group' : undefined}
      aria-labelledby={group ? labelIdOf(id) : undefined}
      aria-describedby={group && note ? noteIdOf(id) : undefined}
      sx={{ minWidth: 0 }}
    >
      {(!hiddenLabel || aside) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, mb: 1 }}>
          {!hiddenLabel && (
            <Box
              component={group ? 'span' : 'label'}
              id={labelIdOf(id)}
              htmlFor={group ? undefined : id}
              sx={{ typography: 'button' }}
            >
              {label}
            </Box>
          )}
          {required && !hiddenLabel && (
            <Box component="span" aria-hidden sx={{ typography: 'caption', color: 'text.tertiary' }}>
              {t('ui:required')}
            </Box>
          )}
          {aside && <Box sx={{ ml: 'auto' }}>{aside}</Box>}
        </Box>
      )}
      {children}
      {note && (
        <Box
          id={noteIdOf(id)}
          role={error ? 'alert' : taken ? 'status' : undefined}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            mt: 1,
            typography: 'caption',
            color: error ? 'verdict.WA.fg' : 'text.tertiary',
          }}
        >
          {error ? (
            <Icon name="alert" size={14} />
          ) : taken ? (
            <Icon name="users" size={14} />
          ) : good ? (
            <Icon name="check" size={14} />
          ) : null}
          {note}
        </Box>
      )}
      {conflict && <ConflictNote label={label} conflict={conflict} show={show} />}
    </Box>
  )
}
