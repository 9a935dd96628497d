import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import tokens from '../tokens.json'
import { useRoving } from './useRoving.ts'

export type Segment<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean }

type Props<Value extends string> = {
  /** Accessible name of the choice. */
  label: string
  value: Value
  segments: readonly Segment<Value>[]
  onChange: (value: Value) => void
}

/** Segmented control; exactly one segment is selected. */
export function Segments<Value extends string>({ label, value, segments, onChange }: Props<Value>) {
  const usable = segments.filter(({ disabled }) => !disabled)
  const { row, tabIndexOf } = useRoving((usable.find((one) => one.value === value) ?? usable[0])?.value ?? '')
  return (
    <Box
      role="group"
      aria-label={label}
      {...row}
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        gap: 0.5,
        p: 0.5,
        borderRadius: 1,
        bgcolor: 'surface.fill',
        '@media (forced-colors: active)': { border: '1px solid' },
      }}
    >
      {segments.map((segment) => {
        const on = segment.value === value
        return (
          <ButtonBase
            key={segment.value}
            value={segment.value}
            disabled={segment.disabled}
            aria-pressed={on}
            tabIndex={tabIndexOf(segment.value)}
            onClick={() => !on && onChange(segment.value)}
            sx={{
              height: tokens.spacing.control.small,
              px: 3,
              gap: 1.5,
              borderRadius: `${tokens.radius.control - 1}px`,
              typography: 'button',
              whiteSpace: 'nowrap',
              color: 'text.secondary',
              '&:hover': { bgcolor: 'surface.hover' },
              '&.Mui-disabled': { color: 'text.disabled' },
              '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'line.focus', zIndex: 1 },
              ...(on && {
                '&, &:hover': { bgcolor: 'surface.raised' },
                color: 'text.primary',
                fontWeight: 600,
                boxShadow: ({ vars }) => `0 0 0 1px ${vars.palette.line.default}`,
                '@media (forced-colors: active)': {
                  forcedColorAdjust: 'none',
                  '&, &:hover': { bgcolor: 'Highlight' },
                  color: 'HighlightText',
                },
              }),
            }}
          >
            {segment.label}
          </ButtonBase>
        )
      })}
    </Box>
  )
}
