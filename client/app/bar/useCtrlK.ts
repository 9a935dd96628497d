import { useEffect, useRef } from 'react'

/**
 * Calls `act` on Ctrl+K or Cmd+K, before the editor, which has chords with that prefix. `act` returns false
 * to leave the key to others.
 */
export function useCtrlK(act: () => boolean) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (!(event.ctrlKey || event.metaKey) || !latest.current()) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
}
