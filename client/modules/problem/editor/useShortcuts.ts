import { useEffect, useRef } from 'react'

/** Ctrl+S saves the draft; otherwise the browser would save the page. */
const SHORTCUTS = { Enter: 'submit', "'": 'run', s: 'save' } as const

/** Handles Ctrl+Enter, Ctrl+' and Ctrl+S wherever the focus is, unless the editor already did. */
export function useShortcuts(acts: Record<(typeof SHORTCUTS)[keyof typeof SHORTCUTS], () => void>) {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || !(event.ctrlKey || event.metaKey)) return
      // An open dialog keeps its keys.
      if (document.querySelector('[aria-modal="true"]')) return
      const act = Object.entries(SHORTCUTS).find(([key]) => key === event.key)?.[1]
      if (!act) return
      event.preventDefault()
      latest.current[act]()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
