/**
 * The login: a token in local storage, shared by all tabs. A token removed in another tab signs out here, a new one is
 * adopted. The shell decides what signing out shows.
 */
import { useSyncExternalStore } from 'react'

const KEY = 'token'
/** Storage key of the last token the server refused, which tells other tabs that it expired and nobody logged out. */
const ENDED = 'token-ended'

/** Why the token changed: by this tab, by another tab, or refused by the server. */
export type SessionChange = 'signedIn' | 'signedOut' | 'adopted' | 'lostElsewhere' | 'refused'

type Listener = (change: SessionChange) => void

const listeners = new Set<Listener>()

let current: string | null = null
try {
  current = localStorage.getItem(KEY)
} catch {
  // Storage may be blocked; then the login lasts as long as the page.
}

function keep(token: string | null) {
  current = token
  try {
    if (token) localStorage.setItem(KEY, token)
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

const tell = (change: SessionChange) => {
  for (const listener of listeners) listener(change)
}

export const session = {
  get token() {
    return current
  },

  /** After a login: stores the token; all pages reload. */
  signIn(token: string) {
    keep(token)
    tell('signedIn')
  },

  signOut() {
    if (!current) return
    keep(null)
    tell('signedOut')
  },

  /** Stores the new token of an extended session, unless another login came meanwhile; no listener is called. */
  renew(token: string, old: string | null) {
    if (current === old) keep(token)
  },

  /** The server refused the token. */
  refuse() {
    try {
      if (current) localStorage.setItem(ENDED, current)
    } catch {
      // As above.
    }
    keep(null)
    tell('refused')
  },

  subscribe(listener: Listener) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

function endedElsewhere(token: string | null) {
  try {
    return localStorage.getItem(ENDED) === token
  } catch {
    return false
  }
}

window.addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return
  const token = event.key === null ? null : event.newValue
  if (token === current) return
  const before = current
  current = token
  if (!token) tell(event.key !== null && endedElsewhere(before) ? 'refused' : 'lostElsewhere')
  else if (before === null) tell('adopted')
})

/** Whether the viewer is logged in. */
export const useIsSignedIn = () => useSyncExternalStore(session.subscribe, () => current !== null)
