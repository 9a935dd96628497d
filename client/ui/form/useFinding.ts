import { useEffect, useState } from 'react'

/** One of what a search finds. */
export type Found = {
  value: string
  label: string
  /** Tells it from others of the same name. */
  note?: string
}

/** So long nobody types before it is searched (ms). */
const PAUSE = 250

const NOTHING: readonly Found[] = []

/** What a text finds, a moment after it was typed; an answer that comes after the next text is not shown. */
export function useFinding(search: (text: string) => Promise<readonly Found[]>, text: string | null) {
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
    // The last ones stay while the next are searched, so that the list does not flicker.
    options: (wanted !== null && answer?.options) || NOTHING,
    pending: wanted !== null && !isNow,
    failed: isNow && (answer?.failed ?? false),
    again: () => {
      setAnswer(null)
      setAttempt((before) => before + 1)
    },
  }
}
