import { type RefObject, useEffect, useState } from 'react'

/** Rows above and below the window that are drawn already. */
const AHEAD = 20

/**
 * Which rows of a long list stand near the window, from the first to before the last; all of a short one. Rows have
 * one height, and those that are far away keep their place empty.
 */
export function useNear(list: RefObject<HTMLElement | null>, count: number, height: number) {
  const short = count <= 100
  const [range, setRange] = useState<readonly [number, number]>([0, 60])

  useEffect(() => {
    if (short) return
    let asked = 0
    const look = () => {
      asked = 0
      const top = list.current?.getBoundingClientRect().top ?? 0
      const first = Math.floor(-top / height) - AHEAD
      const last = Math.ceil((window.innerHeight - top) / height) + AHEAD
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]))
    }
    const ask = () => {
      asked ||= requestAnimationFrame(look)
    }
    look()
    // Whatever scrolls: the page, or a part of it.
    document.addEventListener('scroll', ask, { capture: true, passive: true })
    window.addEventListener('resize', ask)
    return () => {
      cancelAnimationFrame(asked)
      document.removeEventListener('scroll', ask, { capture: true })
      window.removeEventListener('resize', ask)
    }
  }, [list, height, short])

  return (place: number) => short || (place >= range[0] && place < range[1])
}
