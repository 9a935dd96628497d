/** Which of the account dialogs is open: log in, register, reset the password, or none. */
import { useSyncExternalStore } from 'react'

export type SessionDialogMode = 'login' | 'register' | 'reset'

let mode: SessionDialogMode | null = null
/** Where anyone who logs in wants to go; null: they stay. */
let wanted: string | null = null
const watchers = new Set<() => void>()

/** Opens a dialog, or changes it for another; `page` is where to go after the login. */
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

/** Where anyone who logs in without a dialog goes next. */
export function wantPage(page: string | null) {
  wanted = page
}

/** The page that the open dialog stands before. */
export const wantedPage = () => wanted
