/** Which account dialog is open: login, registration, password reset, or none. */
import { useSyncExternalStore } from 'react'

export type SessionDialogMode = 'login' | 'register' | 'reset'

let mode: SessionDialogMode | null = null
/** Address to open after login; null to stay. */
let wanted: string | null = null
const watchers = new Set<() => void>()

/** Opens a dialog, or switches it; `page` is the address to open after login. */
export function openSessionDialog(next: SessionDialogMode, page?: string) {
  mode = next
  if (page !== undefined) wanted = page
  for (const watcher of watchers) watcher()
}

export function closeSessionDialog() {
  mode = null
  wanted = null
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const useSessionDialog = () => useSyncExternalStore(watch, () => mode)

/** Sets the address to open after a login without a dialog. */
export function wantPage(page: string | null) {
  wanted = page
}

/** The address to open after login, or null. */
export const wantedPage = () => wanted
