import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { session } from '../relay/session.ts'
import { focusHeading } from './focusHeading.ts'

let giveUp = () => {}

const focusArrived = () => {
  giveUp()
  giveUp = focusHeading()
}

/** Focuses the heading of the page after a navigation or a login, so that screen readers continue there. */
export function useArrivalFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    // After a full page load the browser starts at the top itself.
    if (shown.current === pathname) return
    shown.current = pathname
    focusArrived()
  }, [pathname])

  useEffect(() => session.subscribe((change) => change === 'signedIn' && focusArrived()), [])
}
