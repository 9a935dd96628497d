import { useEffect, useState } from 'react'

type Draft = { text: string; by: number | null }

/**
 * Unsaved scripts of this page load, by problem: the reader may visit another page and return. The test data
 * on the same page blocks navigation while unsaved, and only one part of a page can.
 */
const drafts = new Map<string, Draft>()

/** Script of a problem and the number of the solution that writes its answers, with unsaved edits. */
export function useScriptDraft(problem: string, saved: Draft) {
  /** Unsaved edits; null when there are none. */
  const [draft, setDraft] = useState<Draft | null>(() => drafts.get(problem) ?? null)
  const { text, by } = draft ?? saved
  const changed = text !== saved.text || by !== saved.by
  useEffect(() => {
    if (draft === null || !changed) {
      drafts.delete(problem)
      return
    }
    drafts.set(problem, draft)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [problem, draft, changed])
  return { text, by, changed, write: setDraft, drop: () => setDraft(null) }
}
