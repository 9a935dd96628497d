import { useEffect, useRef } from 'react'

/**
 * Ctrl+K, or Cmd+K, wherever the focus is: heard before the editor, which has chords that begin with it. `act` returns
 * false where it has no use for the key.
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
