/** Counts pending loads for the progress bar. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
let waiting = 0

function change(by: number) {
  waiting += by
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const useIsPending = () => useSyncExternalStore(watch, () => waiting > 0)

/** Skeleton that counts as pending while mounted. */
export function Pending({ children }: { children: ReactNode }) {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
  return children
}
