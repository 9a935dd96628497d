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
