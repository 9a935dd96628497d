import { useEffect, useState } from 'react'

/** The height that a hall's picture is drawn for (px). */
const HEIGHT = 1080
/** Narrower than this (px of the picture) it would not hold its columns. */
const NARROWEST = 1400

function measure() {
  const { innerWidth, innerHeight } = window
  const factor = Math.min(innerHeight / HEIGHT, innerWidth / NARROWEST)
  return { factor, size: { width: innerWidth / factor, height: innerHeight / factor } }
}

/** How much a picture for a hall is made smaller or larger to fill the window. */
export function useScale() {
  const [scale, setScale] = useState(measure)
  useEffect(() => {
    const change = () => setScale(measure())
    window.addEventListener('resize', change)
    return () => window.removeEventListener('resize', change)
  }, [])
  return scale
}
