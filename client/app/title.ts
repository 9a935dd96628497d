/** The title of the document: 'page - site'. The route names the page; useTitle() overrides it. */
import { useEffect, useSyncExternalStore } from 'react'

let own: string | null = null
const watchers = new Set<() => void>()

function change(to: string | null) {
  own = to
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

let unread = 0

/** Shows the number of unread messages before the title while mounted (area-rules M11). */
export function useUnreadInTitle(count: number) {
  useEffect(() => {
    unread = count
    change(own)
    return () => {
      unread = 0
      change(own)
    }
  }, [count])
}

export const useUnread = () => useSyncExternalStore(watch, () => unread)

/** Overrides the route's title while mounted; null keeps it. */
export function useTitle(title: string | null) {
  useEffect(() => {
    change(title)
    return () => {
      if (own === title) change(null)
    }
  }, [title])
}

export const useOwnTitle = () => useSyncExternalStore(watch, () => own)
