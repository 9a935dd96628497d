import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { useTranslation } from '../useTranslation.ts'
import { FieldFrame, type FramedProps, hasNote, noteIdOf } from './FieldFrame.tsx'
import { LATEST_WALL_TIME, momentOf, wallTimeOf } from './zones.ts'

/** Start and end in UTC; null for open. */
export type TimeRange = { from: string | null; to: string | null }

type Props = FramedProps & {
  name?: string
  value: TimeRange
  /** Time zone of the site, in which times are shown and typed. */
  timeZone: string
  onChange: (value: TimeRange) => void
  onBlur?: () => void
}

/** Whether the end is after the start; true for an open range. */
export const isInOrder = ({ from, to }: TimeRange): boolean =>
  !from || !to || Date.parse(from) < Date.parse(to)

const isRange = (value: unknown): value is TimeRange =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

/** Start and end in the site's time zone, as native inputs. */
export function TimeRangeField({ name, value, timeZone, onChange, onBlur, ...frame }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const hint = frame.hint ?? t('ui:form.zone', { zone: timeZone })
  const shown = { ...frame, hint }
  const words = (moment: string | null) =>
    moment ? wallTimeOf(moment, timeZone).replace('T', ' ') : t('ui:form.nothing')
  const input = (end: 'from' | 'to') => (
    <OutlinedInput
      type="datetime-local"
      name={name && `${name}.${end}`}
      size="medium"
      fullWidth
      error={Boolean(frame.error)}
      value={value[end] ? wallTimeOf(value[end], timeZone) : ''}
      onChange={(event) => onChange({ ...value, [end]: momentOf(event.target.value, timeZone) })}
      onBlur={onBlur}
      inputProps={{
        'aria-label': t(`ui:form.${end}`, { label: frame.label }),
        'aria-describedby': hasNote(shown) ? noteIdOf(id) : undefined,
        max: end === 'from' && value.to ? wallTimeOf(value.to, timeZone) : LATEST_WALL_TIME,
        min: end === 'to' && value.from ? wallTimeOf(value.from, timeZone) : undefined,
      }}
    />
  )
  return (
    <FieldFrame
      id={id}
      group
      show={(theirs) => isRange(theirs) && `${words(theirs.from)} – ${words(theirs.to)}`}
      {...shown}
    >
      <Box
        sx={{
          display: 'grid',
          alignItems: 'center',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr auto 1fr' },
        }}
      >
        {input('from')}
        <Box
          component="span"
          aria-hidden
          sx={{ display: { xs: 'none', sm: 'inline' }, color: 'text.tertiary' }}
        >
          –
        </Box>
        {input('to')}
      </Box>
    </FieldFrame>
  )
}
