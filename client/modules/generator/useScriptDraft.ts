import { useEffect, useState } from 'react'
import { useAskBeforeUnload } from '../../ui/useAskBeforeUnload.ts'

type Script = { text: string; by: number | null }
/** Unsaved edits of the script at a version. */
type Draft = Script & { version: number }

/**
 * Unsaved scripts of this page load, by problem and account: the reader may visit another page and return. The test data
 * on the same page blocks navigation while unsaved, and only one part of a page can.
 */
const drafts = new Map<string, Draft>()

/** Script of a problem and the number of the solution that writes its answers, with unsaved edits. */
export function useScriptDraft(key: string, saved: Draft) {
  /** Unsaved edits; null when there are none. */
  const [draft, setDraft] = useState<Draft | null>(() => drafts.get(key) ?? null)
  const { text, by, version } = draft ?? saved
  const changed = text !== saved.text || by !== saved.by
  useEffect(() => {
    if (draft && changed) drafts.set(key, draft)
    else drafts.delete(key)
  }, [key, draft, changed])
  useAskBeforeUnload(draft !== null && changed)
  return {
    text,
    by,
    version,
    changed,
    /** Somebody else saved the script since these edits began. */
    stale: changed && version !== saved.version,
    write: (edited: Script) => setDraft({ ...edited, version: changed ? version : saved.version }),
    drop: () => setDraft(null),
    /** What was sent is saved at a version; later edits stay. */
    settle: (sent: Script, version: number) =>
      setDraft((now) => (now && (now.text !== sent.text || now.by !== sent.by) ? { ...now, version } : null)),
    /** Bases the edits on the script that somebody else saved. */
    keep: () => setDraft({ text, by, version: saved.version }),
  }
}
