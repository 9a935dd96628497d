/** Announcements of a contest that the viewer has read, kept in this browser. */
import { useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

const keyOf = (contestId: string, userId: string) => `contestAnnounce_${userId}_${contestId}`

/** Fallback while localStorage is unavailable; lasts as long as the page. */
const here = new Map<string, string>()

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? here.get(key) ?? '[]'
  } catch {
    return here.get(key) ?? '[]'
  }
}

function parse(text: string): number[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []
  } catch {
    return []
  }
}

/** Numbers of the announcements that were read. */
export function useReadNotices(contestId: string, userId: string): ReadonlySet<number> {
  const text = useSyncExternalStore(watch, () => stored(keyOf(contestId, userId)))
  return new Set(parse(text))
}

/** Marks announcements as read. */
export function markNoticesRead(contestId: string, userId: string, numbers: readonly number[]) {
  const key = keyOf(contestId, userId)
  const before = parse(stored(key))
  const all = [...new Set([...before, ...numbers])]
  if (all.length === before.length) return
  const text = JSON.stringify(all)
  here.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Not stored: they are new again when the page is reopened.
  }
  for (const watcher of watchers) watcher()
}
