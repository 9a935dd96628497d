import { useEffect, useState } from 'react'

/** One search result. */
export type Found = {
  value: string
  label: string
  /** Distinguishes results of the same name. */
  note?: string
}

/** Pause in typing (ms) before a search. */
const PAUSE = 250

const NOTHING: readonly Found[] = []

/** Search results for a text, debounced; outdated answers are dropped. */
export function useDebouncedSearch(search: (text: string) => Promise<readonly Found[]>, text: string | null) {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ to: string; options: readonly Found[]; failed: boolean } | null>(
    null,
  )
  const wanted = text?.trim() ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (wanted === null) return
    let over = false
    const ask = async () => {
      try {
        const options = await search(wanted)
        if (!over) setAnswer({ to: wanted, options, failed: false })
      } catch {
        if (!over) setAnswer({ to: wanted, options: NOTHING, failed: true })
      }
    }
    const timer = setTimeout(() => void ask(), wanted === '' ? 0 : PAUSE)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [wanted, search, attempt])

  const isNow = answer?.to === wanted
  return {
    // Keep the last results while the next load, so that the list does not flicker.
    options: (wanted !== null && answer?.options) || NOTHING,
    pending: wanted !== null && !isNow,
    failed: isNow && (answer?.failed ?? false),
    again: () => {
      setAnswer(null)
      setAttempt((before) => before + 1)
    },
  }
}
