import { useEffect, useState } from 'react'

/** Height that the projector view is designed for (px). */
const HEIGHT = 1080
/** Narrowest width of that design (px). */
const NARROWEST = 1400

function measure() {
  const { innerWidth, innerHeight } = window
  const factor = Math.min(innerHeight / HEIGHT, innerWidth / NARROWEST)
  return { factor, size: { width: innerWidth / factor, height: innerHeight / factor } }
}

/** Scale that fits the projector view to the window. */
export function useScale() {
  const [scale, setScale] = useState(measure)
  useEffect(() => {
    const change = () => setScale(measure())
    window.addEventListener('resize', change)
    return () => window.removeEventListener('resize', change)
  }, [])
  return scale
}
