import { type Key, type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

const GLIDE = { duration: 420, easing: 'cubic-bezier(.2,0,0,1)' }

/**
 * Moves the children of a container softly to their new places when rows change order. `list` identifies the list:
 * another one appears at once.
 */
export function useGlide(list: string, keys: readonly Key[]): RefCallback<HTMLElement> {
  const container = useRef<HTMLElement>(null)
  const last = useRef<{ list: string; tops: ReadonlyMap<Key, number> }>({ list, tops: new Map() })
  useLayoutEffect(() => {
    const rows = [...(container.current?.children ?? [])].filter((child) => child instanceof HTMLElement)
    const tops = new Map(keys.flatMap((key, at) => (rows[at] ? [[key, rows[at].offsetTop] as const] : [])))
    const before = last.current
    last.current = { list, tops }
    if (before.list !== list || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    keys.forEach((key, at) => {
      const by = (before.tops.get(key) ?? 0) - (tops.get(key) ?? 0)
      if (by === 0 || !before.tops.has(key)) return
      rows[at]?.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], GLIDE)
    })
  })
  return useCallback((element) => {
    container.current = element
  }, [])
}
