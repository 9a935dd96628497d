import { type RefObject, useEffect } from 'react'

/** CSS property: height that bars at the lower edge of the window take (px). What floats there stands above it. */
const BOTTOM_BAR = '--bottom-bar'

/** The bars at the lower edge, which stand above one another. */
const bars = new Set<HTMLElement>()

function measure() {
  const { style } = document.documentElement
  const heights = [...bars].map((bar) => window.innerHeight - bar.getBoundingClientRect().top)
  if (heights.length > 0) style.setProperty(BOTTOM_BAR, `${Math.max(...heights)}px`)
  else style.removeProperty(BOTTOM_BAR)
}

/** Raises toasts and other floating cards above a bar at the lower edge of the window. */
export function useBottomBar(bar: RefObject<HTMLElement | null>, isLow = true) {
  useEffect(() => {
    const { current } = bar
    if (!current || !isLow) return
    const watcher = new ResizeObserver(measure)
    bars.add(current)
    watcher.observe(current)
    window.addEventListener('resize', measure)
    return () => {
      bars.delete(current)
      watcher.disconnect()
      window.removeEventListener('resize', measure)
      measure()
    }
  }, [bar, isLow])
}
