/**
 * The login is the token in local storage, shared by every tab. Other tabs are followed: a token that
 * goes away there signs out here, one that appears is adopted. What "signed out" looks like is for the shell.
 */
import { useSyncExternalStore } from 'react'

const KEY = 'token'
/** The last token that the server no longer knew, for the other tabs: they were not logged out by anybody. */
const ENDED = 'token-ended'

/** Why the token changed: asked for here, seen in another tab, refreshed or refused by the server. */
export type SessionChange = 'signedIn' | 'signedOut' | 'adopted' | 'lostElsewhere' | 'refused'

type Listener = (change: SessionChange) => void

const listeners = new Set<Listener>()

let current: string | null = null
try {
  current = localStorage.getItem(KEY)
} catch {
  // Storage may be closed to us; then the login lasts as long as the page.
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

  /** After a login: keep the token and let every page read itself afresh. */
  signIn(token: string) {
    keep(token)
    tell('signedIn')
  },

  signOut() {
    if (!current) return
    keep(null)
    tell('signedOut')
  },

  /** The server gave the session a longer life under a new token; nobody needs to know. */
  renew(token: string) {
    if (current) keep(token)
  },

  /** The server does not know this token any more. */
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

/** Whether somebody is logged in, as it changes. */
export const useIsSignedIn = () => useSyncExternalStore(session.subscribe, () => current !== null)
