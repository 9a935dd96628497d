import { useSyncExternalStore } from 'react'

const KEY = 'problemTags'
const watchers = new Set<() => void>()

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

let shown = stored()

/** Shows or hides the tags in all lists of problems, also at the next visit: a tag can give a solution away. */
export function showTags(on: boolean) {
  shown = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage the tags are shown again next time.
  }
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** Whether lists of problems show tags. */
export const useShownTags = (): boolean => useSyncExternalStore(watch, () => shown)
