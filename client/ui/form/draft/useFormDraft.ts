/**
 * Keeps unsaved input in local storage, so that it survives a reload, a crash and an expired session. A found
 * draft is restored when the form opens; resetting or saving the form deletes it.
 */
import { useEffect, useRef, useState } from 'react'
import { merge } from '../merge.ts'
import type { Form } from '../useForm.ts'

/** Pause in typing (ms) before the draft is stored. */
const PAUSE = 500

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

  useEffect(() => {
    if (!changed) {
      setKeptAt(null)
      if (wasChanged.current) write(key, null)
      return
    }
    wasChanged.current = true
    const timer = setTimeout(() => {
      const at = Date.now()
      setKeptAt(write(key, { at, base: latest.current.saved, values }) ? at : null)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [key, values, changed])

  return { keptAt, foundAt: changed ? foundAt : null, drop: () => write(key, null) }
}
