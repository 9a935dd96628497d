/** Which of the account dialogs is open: log in, register, reset the password, or none. */
import { useSyncExternalStore } from 'react'

export type SessionDialogMode = 'login' | 'register' | 'reset'

let mode: SessionDialogMode | null = null
const watchers = new Set<() => void>()

export function openSessionDialog(next: SessionDialogMode) {
  mode = next
  for (const watcher of watchers) watcher()
}

export function closeSessionDialog() {
  mode = null
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const useSessionDialog = () => useSyncExternalStore(watch, () => mode)
