/** State of the connection to the server, for the marks that show it and for reloading after an outage. */
import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network. `reconnecting`: subscriptions wait for the socket. `live`: otherwise. */
export type ConnectionState = 'live' | 'reconnecting' | 'offline'

const watchers = new Set<() => void>()
const returns = new Set<() => void>()
let state: ConnectionState = 'live'
let socketAway = false
let offline = false
let late: ReturnType<typeof setTimeout> | undefined

/** Time (ms, browser's clock) of the server's last message. */
let heardAt = Date.now()

/** Notes a message of the server, pongs included. */
export const noteHeard = () => {
  heardAt = Date.now()
}

/** Time (ms, browser's clock) of the server's last message: shown data was current then. */
export const lastHeard = () => heardAt

/** Shorter outages (ms) are not shown. */
const SHORT = 400

/** Reports a lost socket with active subscriptions. */
export function lineLost() {
  late ??= setTimeout(() => {
    socketAway = true
    change()
  }, SHORT)
}

/** Reports a connected socket, or no more subscriptions. */
export function lineFine() {
  clearTimeout(late)
  late = undefined
  socketAway = false
  change()
}

/** Timeout (ms) of the probe request. */
const PROBE = 1500

/** Time (ms) between probes while the browser says that it has no network. */
const PROBE_AGAIN = 5000

/** navigator.onLine can be wrong, and a local server needs no network: probe the server, and go on probing. */
async function checkNetwork() {
  const isOut = () => navigator.onLine === false
  const signal = AbortSignal.timeout(PROBE)
  const ask = () => fetch('/first-paint.js', { method: 'HEAD', cache: 'no-store', signal }).catch(() => null)
  offline = isOut() && !(await ask()) && isOut()
  if (isOut()) setTimeout(checkNetwork, PROBE_AGAIN)
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

/** Whether there is no network. */
export const isOffline = () => state === 'offline'

/** Resolves when there is a network, or when the signal aborts. */
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

/** After a common outage clients reload at random moments within this time (ms). */
const RETURN = 1000

/** Reports a reconnected socket: events of the outage were lost. */
export function announceReturn() {
  setTimeout(() => {
    for (const catchUp of returns) catchUp()
  }, Math.random() * RETURN)
}

/** Calls back after each outage of the socket. */
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
