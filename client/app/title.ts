/** The title of the document: 'page - site'. A route names its page; a page that knows better says so itself. */
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

/** Names the page from within, for as long as it is shown; null leaves it to the route. */
export function useTitle(title: string | null) {
  useEffect(() => {
    change(title)
    return () => {
      if (own === title) change(null)
    }
  }, [title])
}

export const useOwnTitle = () => useSyncExternalStore(watch, () => own)
