import Box from '@mui/material/Box'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '../useTranslation.ts'

type Props = {
  first: ReactNode
  second: ReactNode
  /** Storage key of the position. */
  name: string
  /** Initial size of the first side (percent). */
  initial?: number
  /** 'row': side by side; 'column': stacked. */
  direction?: 'row' | 'column'
  /** Minimum size of each side (percent). */
  least?: number
}

const STEP = 2

/** Two panes with a divider, moved by dragging or arrow keys; its position is stored. */
export function SplitPane({ first, second, name, initial = 46, direction = 'row', least = 24 }: Props) {
  const { t } = useTranslation()
  const key = `split.${name}`
  const frame = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => recall(key) ?? initial)
  const row = direction === 'row'

  const move = (to: number) => {
    const next = Math.round(Math.min(100 - least, Math.max(least, to)) * 10) / 10
    setShare(next)
    remember(key, next)
  }

  const keys: Record<string, () => void> = {
    [row ? 'ArrowLeft' : 'ArrowUp']: () => move(share - STEP),
    [row ? 'ArrowRight' : 'ArrowDown']: () => move(share + STEP),
    Home: () => move(least),
    End: () => move(100 - least),
    Enter: () => move(initial),
  }

  return (
    <Box
      ref={frame}
      data-paper=""
      style={{
        [row ? 'gridTemplateColumns' : 'gridTemplateRows']:
          `minmax(0, ${share}fr) 12px minmax(0, ${100 - share}fr)`,
      }}
      sx={{ display: 'grid', height: '100%', minHeight: 0, minWidth: 0 }}
    >
      {first}
      <Box
        role="separator"
        tabIndex={0}
        aria-label={t('ui:split')}
        aria-orientation={row ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(share)}
        aria-valuemin={least}
        aria-valuemax={100 - least}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return
          const { left, top, width, height } = frame.current.getBoundingClientRect()
          move(row ? ((event.clientX - left) / width) * 100 : ((event.clientY - top) / height) * 100)
        }}
        onDoubleClick={() => move(initial)}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
        sx={{
          display: 'grid',
          placeItems: 'center',
          touchAction: 'none',
          cursor: row ? 'col-resize' : 'row-resize',
          borderRadius: 1,
          '&::before': {
            content: '""',
            width: row ? 3 : 32,
            height: row ? 32 : 3,
            borderRadius: 1,
            bgcolor: 'line.strong',
            opacity: 0.55,
            transition: 'opacity 150ms',
          },
          '&:hover::before, &:active::before': { opacity: 1 },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'line.focus', outlineOffset: -3 },
        }}
      />
      {second}
    </Box>
  )
}

function recall(key: string): number | null {
  try {
    const kept = Number(localStorage.getItem(key))
    return kept > 0 ? kept : null
  } catch {
    return null
  }
}

function remember(key: string, share: number) {
  try {
    localStorage.setItem(key, String(share))
  } catch {
    // The position is not stored.
  }
}
