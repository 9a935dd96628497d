/**
 * Keeps unsaved input in local storage, so that it survives a reload, a crash and an expired session: after a pause
 * in typing, regularly during it, and at once when the page is hidden or left. A found draft is restored when the
 * form opens; resetting or saving the form deletes it.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { merge } from '../merge.ts'
import type { Form } from '../useForm.ts'

/** Pause in typing (ms) before the draft is stored. */
const PAUSE = 500

/** Longest time (ms) that typing without a pause leaves unstored. */
const LONGEST = 2000

type Draft<Values> = { at: number; base: Values; values: Values }

function read<Values>(key: string): Draft<Values> | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const isDraft = typeof draft === 'object' && draft !== null && 'values' in draft && 'base' in draft
    return isDraft ? (draft as Draft<Values>) : null
  } catch {
    return null
  }
}

/** False when the browser refuses storage. */
function write(key: string, draft: object | null): boolean {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/**
 * `saved` has the server's values. Returns when the draft was last stored, the time of the restored draft, and `drop`,
 * which deletes it when a form is closed without being saved.
 */
export function useFormDraft<Values extends object>(key: string, form: Form<Values>, saved: Values) {
  const { values, changed } = form
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [foundAt, setFoundAt] = useState<number | null>(null)
  const latest = useRef({ form, saved })
  latest.current = { form, saved }
  const wasChanged = useRef(false)
  /** When the first change came that is not stored yet. */
  const since = useRef<number | null>(null)

  useEffect(() => {
    const { form, saved } = latest.current
    const draft = read<Values>(key)
    if (draft) {
      const { values } = merge(draft.base, draft.values, saved)
      for (const field of Object.keys(saved) as (keyof Values & string)[])
        if (values[field] !== undefined) form.set(field as never, values[field] as never)
      if (form.isChanged()) setFoundAt(draft.at)
      else write(key, null)
    }
  }, [key])

  const store = useCallback(() => {
    if (since.current === null) return
    since.current = null
    const at = Date.now()
    const { form, saved } = latest.current
    if (!form.isChanged()) return
    setKeptAt(write(key, { at, base: saved, values: form.values }) ? at : null)
  }, [key])
  const drop = useCallback(() => {
    since.current = null
    return write(key, null)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values restarts the pause
  useEffect(() => {
    if (!changed) {
      since.current = null
      setKeptAt(null)
      if (wasChanged.current) write(key, null)
      return
    }
    wasChanged.current = true
    since.current ??= Date.now()
    const timer = setTimeout(store, Math.min(PAUSE, since.current + LONGEST - Date.now()))
    return () => clearTimeout(timer)
  }, [key, values, changed])

  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && store()
    window.addEventListener('pagehide', store)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', store)
      document.removeEventListener('visibilitychange', hide)
      store()
    }
  }, [store])

  return { keptAt, foundAt: changed ? foundAt : null, drop }
}
