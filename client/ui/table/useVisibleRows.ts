import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows drawn before the height of the visible area is known. */
const AT_FIRST = 24

/** First row in view and number of rows that fit, of a frame that scrolls rows of equal height (px). */
export function useVisibleRows(frame: RefObject<HTMLElement | null>, height: number) {
  const [sight, setSight] = useState({ from: 0, count: AT_FIRST })
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    const look = () => {
      const from = Math.floor(current.scrollTop / height)
      const count = Math.ceil(current.clientHeight / height)
      setSight((before) => (before.from === from && before.count === count ? before : { from, count }))
    }
    look()
    current.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(current)
    return () => {
      current.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [frame, height])
  return sight
}
