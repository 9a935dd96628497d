import { useCallback, useSyncExternalStore } from 'react'

/** Whom the reader follows on a board, kept in this browser, by contest. */
const KEY = 'boardFollowed'
/** So many people of so many contests are kept, the latest ones. */
const MOST = { people: 100, contests: 50 }

type Kept = Record<string, string[]>

const watchers = new Set<() => void>()

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'))

let text: string | null = null
let kept: Kept = {}

function read(): Kept {
  let now: string | null = null
  try {
    now = localStorage.getItem(KEY)
    if (now === text) return kept
    const value: unknown = JSON.parse(now ?? '{}')
    kept = isKept(value) ? value : {}
  } catch {
    kept = {}
  }
  text = now
  return kept
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

const NOBODY: readonly string[] = []

/** Ids of those whom the reader follows in a contest, and the act that follows or leaves somebody. */
export function useFollowedPeople(contest: number) {
  const people = useSyncExternalStore(watch, () => read()[contest] ?? NOBODY)
  const toggle = useCallback(
    (userId: string) => {
      const { [contest]: before = [], ...others } = read()
      const now = before.includes(userId)
        ? before.filter((one) => one !== userId)
        : [...before, userId].slice(-MOST.people)
      const all = [...Object.entries(others), [contest, now] as const].slice(-MOST.contests)
      try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)))
      } catch {
        // Somebody who lets nothing be kept follows nobody.
      }
      for (const watcher of watchers) watcher()
    },
    [contest],
  )
  return { people, toggle }
}
