import { useEffect, useSyncExternalStore } from 'react'
import { Tip } from '../feedback/Tip.tsx'
import { useTranslation } from '../useTranslation.ts'
import { formatDateTime } from './format.ts'
import { serverNow } from './serverTime.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Shared clock: ticks every second while anything subscribes. */
const watchers = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

/** Without a running clock read the time directly. */
const moment = () => (timer === undefined ? serverNow() : now)

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  if (timer === undefined) {
    now = serverNow()
    timer = setInterval(() => {
      now = serverNow()
      for (const each of watchers) each()
    }, SECOND)
  }
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * The server's time (ms) rounded down to `step`, so that a component re-renders only when its text can
 * change.
 */
export const useNow = (step = SECOND) => useSyncExternalStore(watch, () => Math.floor(moment() / step) * step)

const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const

/** '4 seconds ago', '昨天'; `justNow` under three seconds. */
export function relativeWords(from: number, to: number, locale: string, justNow: string): string {
  const distance = from - to
  const size = Math.abs(distance)
  const unit = UNITS.find(([, length]) => size >= length)
  if (!unit || size < 3 * SECOND) return justNow
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(
    Math.trunc(distance / unit[1]),
    unit[0],
  )
}

/** Relative time, with the full local time in a tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const { t, i18n } = useTranslation()
  const from = Date.parse(at)
  const current = useNow(Math.abs(serverNow() - from) < 2 * MINUTE ? SECOND : MINUTE / 2)
  return (
    <Tip title={formatDateTime(at)}>
      <time dateTime={at}>{relativeWords(from, current, i18n.language, t('ui:justNow'))}</time>
    </Tip>
  )
}

/** 65 s are '0:01:05'; from two days on, days are separate. */
export function clockFace(milliseconds: number): { days: number; clock: string } {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND))
  const hours = Math.floor(seconds / 3600)
  const days = hours >= 48 ? Math.floor(hours / 24) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  return { days, clock: `${hours - days * 24}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}` }
}

type CountdownProps = { to: string; onEnd?: () => void }

/** Remaining time; calls `onEnd` once at zero. */
export function Countdown({ to, onEnd }: CountdownProps) {
  const { t } = useTranslation()
  const left = Date.parse(to) - useNow()
  const over = left <= 0
  useEffect(() => {
    if (over) onEnd?.()
  }, [over, onEnd])
  const { days, clock } = clockFace(left)
  return (
    <time dateTime={to} role="timer">
      {days > 0 ? t('ui:days', { count: days }) : clock}
    </time>
  )
}
