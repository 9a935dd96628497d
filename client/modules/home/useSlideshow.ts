import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import { useReducedMotion } from './useReducedMotion.ts'

/** How long a slide stays (ms). */
const STAY = 5000

/** Minimum distance of a swipe (px). */
const SWIPE = 40

/**
 * Index and timer of a slideshow of `count` slides. It pauses under the pointer and the focus, with reduced
 * motion, and after `setStopped(true)`.
 */
export function useSlideshow(count: number) {
  const still = useReducedMotion()
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  const [stopped, setStopped] = useState(false)
  const [settled, setSettled] = useState(false)
  const touched = useRef(0)
  const many = count > 1
  const current = at < count ? at : 0
  const runs = many && !held && !stopped && !still

  useEffect(() => {
    if (!runs) return
    const timer = setTimeout(() => setAt((current + 1) % count), STAY)
    return () => clearTimeout(timer)
  }, [runs, current, count])

  // Load the other pictures after the page itself.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), STAY / 2)
    return () => clearTimeout(timer)
  }, [])
  const comesNext = (index: number) => settled && (index - current + count) % count <= 1

  const go = (by: number) => many && setAt((current + by + count) % count)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
    else return
    event.preventDefault()
  }
  const onTouchEnd = (event: TouchEvent) => {
    const moved = (event.changedTouches[0]?.clientX ?? touched.current) - touched.current
    if (Math.abs(moved) > SWIPE) go(moved < 0 ? 1 : -1)
  }
  const onTouchStart = (event: TouchEvent) => {
    touched.current = event.touches[0]?.clientX ?? 0
  }

  return {
    current,
    show: setAt,
    many,
    runs,
    still,
    stopped,
    setStopped,
    comesNext,
    onKeyDown,
    /** For the frame: hold while it is pointed at or focused, and swipe. */
    frame: {
      onPointerEnter: (event: { pointerType: string }) => {
        if (event.pointerType === 'mouse') setHeld(true)
      },
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
      onTouchStart,
      onTouchEnd,
    },
  }
}
