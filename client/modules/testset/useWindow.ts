import { type RefObject, useEffect, useState } from 'react'

/** Pixels drawn in advance above and below the window. */
const AHEAD = 800
/** The range moves in steps (px), so that scrolling rarely redraws. */
const STEP = 400

/**
 * Returns a test whether a part of an element (px from its top) is near the window; always true when
 * `isShort`.
 */
export function useWindow(element: RefObject<HTMLElement | null>, isShort: boolean) {
  const [range, setRange] = useState<readonly [number, number]>([-AHEAD, 2 * AHEAD])

  useEffect(() => {
    if (isShort) return
    let asked = 0
    const look = () => {
      asked = 0
      const top = element.current?.getBoundingClientRect().top ?? 0
      const first = Math.floor(-top / STEP) * STEP - AHEAD
      const last = Math.ceil((window.innerHeight - top) / STEP) * STEP + AHEAD
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]))
    }
    const ask = () => {
      asked ||= requestAnimationFrame(look)
    }
    look()
    // Any scroll container: the page or a part of it.
    document.addEventListener('scroll', ask, { capture: true, passive: true })
    window.addEventListener('resize', ask)
    return () => {
      cancelAnimationFrame(asked)
      document.removeEventListener('scroll', ask, { capture: true })
      window.removeEventListener('resize', ask)
    }
  }, [element, isShort])

  return (top: number, bottom: number) => isShort || (bottom > range[0] && top < range[1])
}
