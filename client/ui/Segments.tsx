import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ReactNode } from 'react'

export type Segment<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean }

type Props<Value extends string> = {
  /** Names the choice for screen readers. */
  label: string
  value: Value
  segments: readonly Segment<Value>[]
  onChange: (value: Value) => void
}

/** One of a few in a trough; one is always on. */
export function Segments<Value extends string>({ label, value, segments, onChange }: Props<Value>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      value={value}
      onChange={(_, chosen: Value | null) => {
        if (chosen !== null) onChange(chosen)
      }}
    >
      {segments.map((segment) => (
        <ToggleButton key={segment.value} value={segment.value} disabled={segment.disabled}>
          {segment.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
