import { useEffect, useRef } from 'react'

/** Ctrl+S is a habit; the browser would save the page. */
const SHORTCUTS = { Enter: 'submit', "'": 'run', s: 'save' } as const

/** Ctrl+Enter and Ctrl+' wherever the focus is; the editor has answered already when it was there. */
export function useShortcuts(acts: Record<(typeof SHORTCUTS)[keyof typeof SHORTCUTS], () => void>) {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || !(event.ctrlKey || event.metaKey)) return
      // A dialog has the page to itself.
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
