import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { session } from '../relay/session.ts'
import { focusHeading } from './focusHeading.ts'

let giveUp = () => {}

const focusArrived = () => {
  giveUp()
  giveUp = focusHeading()
}

/** After a navigation and after a login the focus goes to the heading of the page, and reading goes on from there. */
export function useArrivalFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    // The browser begins a page that was loaded whole at its top by itself.
    if (shown.current === pathname) return
    shown.current = pathname
    focusArrived()
  }, [pathname])

  useEffect(() => session.subscribe((change) => change === 'signedIn' && focusArrived()), [])
}
