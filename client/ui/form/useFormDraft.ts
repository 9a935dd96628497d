/**
 * Keeps in this browser what is typed into a form and not saved yet, so that it outlives a reload, a crash and a session
 * that ends. What is found as the form opens is put back into it; discarding the changes, or saving them, forgets it.
 */
import { useEffect, useRef, useState } from 'react'
import { merge } from './merge.ts'
import type { Form } from './useForm.ts'

/** Typing that pauses this long (ms) is kept. */
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

/** False where the browser keeps nothing for us. */
function write(key: string, draft: object | null): boolean {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/** `saved`: the values that the server has. Answers when the draft was kept last, and that of the one put back. */
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

  return { keptAt, foundAt: changed ? foundAt : null }
}
