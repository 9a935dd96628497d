import { useCallback, useSyncExternalStore } from 'react'

/** Storage key of the rows that the viewer follows, by contest, in this browser. */
const KEY = 'boardFollowed'
/** Most users per contest and most contests stored; the oldest are dropped. */
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

/** User ids that the viewer follows in a contest, and a function that follows or unfollows one. */
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
        // Not stored, so nobody is followed.
      }
      for (const watcher of watchers) watcher()
    },
    [contest],
  )
  return { people, toggle }
}
