/** Whether live data is live, for the marks that say so, and for those who must catch up after an outage. */
import { useSyncExternalStore } from 'react'

export type ConnectionState = 'live' | 'reconnecting'

const watchers = new Set<() => void>()
const returns = new Set<() => void>()
let state: ConnectionState = 'live'
let late: ReturnType<typeof setTimeout> | undefined

/** An outage shorter than this (ms) is nobody's business. */
const SHORT = 400

/** The socket is away, and somebody listens. */
export function lineLost() {
  late ??= setTimeout(() => change('reconnecting'), SHORT)
}

/** The socket is back, or nobody listens any more. */
export function lineFine() {
  clearTimeout(late)
  late = undefined
  change('live')
}

function change(next: ConnectionState) {
  if (next === state) return
  state = next
  for (const watcher of watchers) watcher()
}

/** The socket is back after having been away: what happened meanwhile was not heard. */
export function announceReturn() {
  for (const catchUp of returns) catchUp()
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

/** 'live', or 'reconnecting' while the socket is away and somebody listens. */
export const useConnection = (): ConnectionState => useSyncExternalStore(watch, () => state)
