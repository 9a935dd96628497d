import { useEffect, useState } from 'react'

/** Height that the projector view is designed for (px). */
const HEIGHT = 1080
/** Narrowest width of that design without problems, and of each problem (px). */
const NARROWEST = 1400
const FIGURES = 770
const PROBLEM = 65

function measure(problems: number) {
  const { innerWidth, innerHeight } = window
  const narrowest = Math.max(NARROWEST, FIGURES + problems * PROBLEM)
  const factor = Math.min(innerHeight / HEIGHT, innerWidth / narrowest)
  return { factor, size: { width: innerWidth / factor, height: innerHeight / factor } }
}

/** Scale that fits the projector view, with a column for each problem, to the window. */
export function useScale(problems: number) {
  const [scale, setScale] = useState(() => measure(problems))
  useEffect(() => {
    const change = () => setScale(measure(problems))
    change()
    window.addEventListener('resize', change)
    return () => window.removeEventListener('resize', change)
  }, [problems])
  return scale
}
