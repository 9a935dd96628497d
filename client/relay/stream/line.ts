import { type Client, createClient } from 'graphql-ws'
import { announceReturn, lineFine, lineLost, noteHeard } from '../list/connection.ts'
import { session } from '../session.ts'
import { shell } from '../shell.ts'

/** Ping interval (ms); without a pong or a connection within PATIENCE the socket is dead. */
const KEEP_ALIVE = 8_000
const PATIENCE = 4_000

const LONGEST_WAIT = 10_000

/** Close code for an unknown or expired token. */
const FORBIDDEN = 4403

export type Line = Pick<Client, 'subscribe'> & {
  /** Connects again; an opening socket has not sent its token yet and stays. */
  reopen: () => void
}

/** Opens the socket once something is subscribed to. `isUsed`: whether that is still so. */
export function openLine(isUsed: () => boolean): Line {
  let opening = false
  let watchdog: ReturnType<typeof setTimeout> | undefined
  // Failed attempts since the last connection, or since the network came back.
  let failures = 0
  /** Ends the wait for the next retry. */
  let retryNow = () => {}
  const client = createClient({
    url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    connectionParams: () => ({
      ...(session.token ? { Authorization: session.token } : {}),
      'Accept-Language': document.documentElement.lang,
    }),
    lazy: true,
    keepAlive: KEEP_ALIVE,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    // The first retry is nearly immediate, to bridge a restart of the server; later ones back off with jitter.
    retryWait: () =>
      new Promise((resolve) => {
        retryNow = resolve
        setTimeout(resolve, Math.random() * Math.min(LONGEST_WAIT, 300 * 2 ** failures++))
      }),
    on: {
      connecting: () => {
        opening = true
        clearTimeout(watchdog)
        // On a silent network the first connection neither opens nor fails.
        watchdog = setTimeout(() => isUsed() && lineLost(), PATIENCE)
      },
      opened: () => {
        opening = false
      },
      message: noteHeard,
      connected: (_socket, _payload, wasRetry) => {
        failures = 0
        clearTimeout(watchdog)
        lineFine()
        if (wasRetry) announceReturn()
      },
      closed: (event) => {
        opening = false
        clearTimeout(watchdog)
        // The login expired: rechecking the viewer makes a guest.
        if (session.token && event instanceof CloseEvent && event.code === FORBIDDEN) shell().recheckViewer()
        if (isUsed()) lineLost()
      },
      ping: (received) => {
        if (!received) watchdog = setTimeout(() => client.terminate(), PATIENCE)
      },
      pong: (received) => {
        if (received) clearTimeout(watchdog)
      },
    },
  })
  window.addEventListener('online', () => {
    failures = 0
    client.terminate()
    retryNow()
  })
  return {
    subscribe: client.subscribe,
    reopen: () => {
      if (!opening) client.terminate()
    },
  }
}
