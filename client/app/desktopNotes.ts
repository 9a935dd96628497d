/** Whether this browser shows new messages as notifications of the system. Off until somebody switches it on. */
import { useSyncExternalStore } from 'react'

const KEY = 'desktop-messages'

/** `denied`: the browser refuses; `missing`: it has no notifications. */
export type DesktopState = 'on' | 'off' | 'denied' | 'missing'

const watchers = new Set<() => void>()

const isThere = () => typeof window.Notification === 'function'

function read(): DesktopState {
  try {
    const isOn = localStorage.getItem(KEY) === 'on'
    return isOn && isThere() && Notification.permission === 'granted' ? 'on' : 'off'
  } catch {
    return 'off'
  }
}

function keep(on: boolean) {
  try {
    if (on) localStorage.setItem(KEY, 'on')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage may be blocked; then it stays off.
  }
  for (const watcher of watchers) watcher()
}

export const desktop = {
  /** Asks the browser for permission when it has not been asked yet. */
  async switchOn(): Promise<DesktopState> {
    if (!isThere()) return 'missing'
    const permission =
      Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
    keep(permission === 'granted')
    return permission === 'granted' ? read() : 'denied'
  },
  switchOff(): DesktopState {
    keep(false)
    return 'off'
  },
}

const watch = (watcher: () => void) => {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === KEY) watcher()
  }
  watchers.add(watcher)
  window.addEventListener('storage', elsewhere)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', elsewhere)
  }
}

export const useDesktop = (): DesktopState => useSyncExternalStore(watch, read)
