import ButtonBase from '@mui/material/ButtonBase'
import { type PointerEvent, useRef } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useTranslation } from '../useTranslation.ts'
import { placeAt } from './order.ts'

type Props = {
  /** Name of the row. */
  name: string
  /** Index from 0. */
  place: number
  total: number
  onMove: (from: number, to: number) => void
  /** Announces to screen readers. */
  onSay: (words: string) => void
}

type Held = { row: HTMLElement; rows: HTMLElement[]; own: number; middles: number[]; startY: number }

/** Drag handle of a row; Alt with an arrow key moves it by one, with Home or End to the start or end. */
export function OrderHandle({ name, place, total, onMove, onSay }: Props) {
  const { t } = useTranslation()
  /** The dragged row, and its index among the rendered rows. */
  const held = useRef<Held | null>(null)

  const put = (to: number) => {
    const where = Math.max(0, Math.min(to, total - 1))
    if (where === place) return
    onMove(place, where)
    onSay(t('ui:table.moved', { name, place: where + 1, total }))
  }

  const middleOf = (element: HTMLElement) => {
    const { top, height } = element.getBoundingClientRect()
    return top + height / 2
  }

  const take = (event: PointerEvent<HTMLElement>) => {
    const row = event.currentTarget.closest<HTMLElement>('tr, li')
    const rows = [...(row?.parentElement?.children ?? [])] as HTMLElement[]
    if (event.button !== 0 || !row) return
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { row, rows, own: rows.indexOf(row), middles: rows.map(middleOf), startY: event.clientY }
    if (getComputedStyle(row).position === 'static') row.style.position = 'relative'
    row.style.zIndex = '1'
  }

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!held.current) return
    const { row, rows, own, middles, startY } = held.current
    const to = placeAt(middles, own, event.clientY)
    const height = row.offsetHeight
    row.style.transform = `translateY(${event.clientY - startY}px)`
    for (const [index, other] of rows.entries()) {
      if (other === row) continue
      const by = index > own && index <= to ? -height : index < own && index >= to ? height : 0
      other.style.transform = by ? `translateY(${by}px)` : ''
    }
  }

  const drop = (event: PointerEvent<HTMLElement>, moved: boolean) => {
    if (!held.current) return
    const { row, rows, own, middles } = held.current
    held.current = null
    for (const each of rows) each.style.transform = ''
    row.style.position = ''
    row.style.zIndex = ''
    // A long list renders only the rows near the window.
    if (moved) put(place + placeAt(middles, own, event.clientY) - own)
  }

  return (
    <ButtonBase
      aria-label={t('ui:table.move', { name, place: place + 1, total })}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+Home Alt+End"
      title={t('ui:table.moveHint')}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={(event) => drop(event, true)}
      onPointerCancel={(event) => drop(event, false)}
      onKeyDown={(event) => {
        if (!event.altKey) return
        const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: total - 1 }[event.key]
        if (to === undefined) return
        event.preventDefault()
        put(to)
      }}
      sx={{
        width: 24,
        height: 28,
        borderRadius: 1,
        color: 'text.tertiary',
        cursor: 'grab',
        touchAction: 'none',
        '&:hover': { color: 'text.primary' },
        '&:active': { cursor: 'grabbing' },
      }}
    >
      <Icon name="grip" />
    </ButtonBase>
  )
}
