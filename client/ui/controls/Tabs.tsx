import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRoving } from './useRoving.ts'

export type TabEntry<Value extends string> = {
  value: Value
  label: ReactNode
  id: string
  /** Id of the panel, if it is in the page. */
  panel?: string
}

type Props<Value extends string> = {
  /** Accessible name of the tabs. */
  label: string
  value: Value
  tabs: readonly TabEntry<Value>[]
  onChange: (value: Value) => void
  /** The tabs share the width. */
  wide?: boolean
  height?: number
}

/** Tabs over the panels of a page; they scroll when there is no room. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChange,
  wide,
  height = 40,
}: Props<Value>) {
  const { row, tabIndexOf } = useRoving(value)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>(`[value="${value}"]`)
    if (list.current && open)
      list.current.scrollLeft = open.offsetLeft - (list.current.clientWidth - open.offsetWidth) / 2
  }, [value])

  return (
    <Box
      ref={list}
      role="tablist"
      aria-label={label}
      {...row}
      sx={{
        position: 'relative',
        flex: wide ? 'none' : 1,
        minWidth: 0,
        mb: wide ? 0 : '-1px',
        display: 'flex',
        gap: wide ? 0 : 5,
        overflowX: 'auto',
        scrollbarWidth: 'none',
      }}
    >
      {tabs.map((tab) => {
        const open = tab.value === value
        return (
          <ButtonBase
            key={tab.value}
            role="tab"
            id={tab.id}
            value={tab.value}
            aria-selected={open}
            aria-controls={tab.panel}
            tabIndex={tabIndexOf(tab.value)}
            onClick={() => !open && onChange(tab.value)}
            sx={{
              flex: wide ? 1 : 'none',
              gap: 1.5,
              height,
              pb: '1px',
              typography: 'button',
              fontSize: 14,
              lineHeight: 1.25,
              color: open ? 'text.primary' : 'text.secondary',
              fontWeight: open ? 600 : undefined,
              boxShadow: ({ vars }) => (open ? `inset 0 -2px ${vars.palette.accent.fg}` : 'none'),
              transition: 'box-shadow 150ms',
              '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'line.focus', outlineOffset: -2 },
            }}
          >
            {tab.label}
          </ButtonBase>
        )
      })}
    </Box>
  )
}
