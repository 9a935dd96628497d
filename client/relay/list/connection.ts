/** How the line to the server is, for the marks that say so, and for those who must catch up after an outage. */
import { useSyncExternalStore } from 'react'

/**
 * `offline`: the browser has no network. `reconnecting`: somebody listens, and the socket is away. `live`: neither is
 * known.
 */
export type ConnectionState = 'live' | 'reconnecting' | 'offline'

const watchers = new Set<() => void>()
const returns = new Set<() => void>()
let state: ConnectionState = 'live'
let socketAway = false
let offline = false
let late: ReturnType<typeof setTimeout> | undefined

/** When the server was last heard (ms), by the browser's clock. */
let heardAt = Date.now()

/** The server answered or sent something, a pong included. */
export const noteHeard = () => {
  heardAt = Date.now()
}

/** When the server was last heard (ms), by the browser's clock: what is shown was current then. */
export const lastHeard = () => heardAt

/** An outage shorter than this (ms) is nobody's business. */
const SHORT = 400

/** The socket is away, and somebody listens. */
export function lineLost() {
  late ??= setTimeout(() => {
    socketAway = true
    change()
  }, SHORT)
}

/** The socket is back, or nobody listens any more. */
export function lineFine() {
  clearTimeout(late)
  late = undefined
  socketAway = false
  change()
}

/** A server that does not answer within this time (ms) is out of reach. */
const PROBE = 1500

/** A browser without a network still reaches a server on its own machine, and some are wrong about it: ask. */
async function checkNetwork() {
  offline = false
  if (navigator.onLine === false) {
    const answered = await fetch('/first-paint.js', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE),
    }).catch(() => null)
    offline = answered === null && navigator.onLine === false
  }
  change()
}

function change() {
  const next = offline ? 'offline' : socketAway ? 'reconnecting' : 'live'
  if (next === state) return
  state = next
  for (const watcher of watchers) watcher()
}

window.addEventListener('offline', checkNetwork)
window.addEventListener('online', checkNetwork)
void checkNetwork()

/** Whether the browser says that it has no network. */
export const isOffline = () => state === 'offline'

/** Resolves when the browser has a network, or when nobody waits any more. */
export const whenOnline = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      if (isOffline() && !signal.aborted) return
      watchers.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    watchers.add(done)
    signal.addEventListener('abort', done)
    done()
  })

/** All who lost the line at one moment read again within this time (ms). */
const RETURN = 1000

/** The socket is back after having been away: what happened meanwhile was not heard. */
export function announceReturn() {
  setTimeout(() => {
    for (const catchUp of returns) catchUp()
  }, Math.random() * RETURN)
}

/** Calls back each time the socket returns from an outage. */
export function onReturn(catchUp: () => void) {
  returns.add(catchUp)
  return () => {
    returns.delete(catchUp)
  }
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const useConnection = (): ConnectionState => useSyncExternalStore(watch, () => state)
