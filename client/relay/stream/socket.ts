/**
 * One WebSocket for all subscriptions: opened by the first one, kept alive, always reconnected. Its code loads with the
 * first subscription.
 */
import type { Client } from 'graphql-ws'
import { useEffect } from 'react'
import { type GraphQLResponse, Observable, type RequestParameters, type Variables } from 'relay-runtime'
import { announceReturn, lineFine, lineLost, noteHeard } from '../list/connection.ts'
import { asFailure } from '../refusal.ts'
import { session, useIsSignedIn } from '../session.ts'
import { shell } from '../shell.ts'
import { afterAnswers } from './eventOrder.ts'
import { readSince } from './readTimes.ts'

/** Ping interval (ms); without a pong or a connection within PATIENCE the socket is dead. */
const KEEP_ALIVE = 8_000
const PATIENCE = 4_000

const LONGEST_WAIT = 10_000

/** Close code for an unknown or expired token. */
const FORBIDDEN = 4403

let listening = 0
/** The socket is opening and has not sent its token yet. */
let opening = false
let watchdog: ReturnType<typeof setTimeout> | undefined
/** Failed attempts since the last connection, or since the network came back. */
let failures = 0
/** Ends the wait for the next retry. */
let retryNow = () => {}

async function open(): Promise<Client> {
  const { createClient } = await import('graphql-ws')
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
        watchdog = setTimeout(() => listening > 0 && lineLost(), PATIENCE)
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
        if (listening > 0) lineLost()
      },
      ping: (received) => {
        if (!received) watchdog = setTimeout(() => client.terminate(), PATIENCE)
      },
      pong: (received) => {
        if (received) clearTimeout(watchdog)
      },
    },
  })
  return client
}

let client: Promise<Client> | null = null

const terminate = () => void client?.then((opened) => opened.terminate())

/** Reconnects with the current token; an opening socket will send it anyway. */
export const reopenSocket = () => {
  if (!opening) terminate()
}

window.addEventListener('online', () => {
  failures = 0
  terminate()
  retryNow()
})

/** A subscription with hardly any events. */
const HELD = 'subscription HeldLine { siteNoticesChanged { change } }'

const connection = () => {
  client ??= open().catch((error) => {
    client = null
    throw error
  })
  return client
}

/** Keeps the socket open while mounted and logged in, without other subscriptions. */
export function useHeldLine() {
  const signedIn = useIsSignedIn()
  useEffect(() => {
    if (!signedIn) return
    let end = () => {}
    let ended = false
    listening++
    connection()
      .then((opened) => {
        if (!ended) end = opened.subscribe({ query: HELD }, { next() {}, error() {}, complete() {} })
      })
      .catch(() => undefined)
    return () => {
      ended = true
      leave()
      end()
    }
  }, [signedIn])
}

function leave() {
  listening--
  if (listening === 0) lineFine()
}

/** Relay's subscribe function. */
export const subscribe = (request: RequestParameters, variables: Variables): Observable<GraphQLResponse> =>
  Observable.create((sink) => {
    let end = () => {}
    let ended = false
    listening++
    connection()
      .then((opened) => {
        if (ended) return
        end = opened.subscribe(
          {
            query: request.text ?? '',
            operationName: request.name,
            variables,
            // Read at every sending, because the socket repeats the request after it reconnects.
            extensions: { toJSON: () => ({ since: readSince() }) },
          },
          {
            next: (result) =>
              afterAnswers(() => {
                if (result.errors) sink.error(asFailure(result.errors))
                else sink.next({ data: result.data ?? {} } as GraphQLResponse)
              }),
            error: (error) =>
              afterAnswers(() => {
                if (Array.isArray(error)) sink.error(asFailure(error))
                else sink.error(error instanceof Error ? error : new Error('The socket is closed'))
              }),
            complete: () => afterAnswers(() => sink.complete()),
          },
        )
      })
      .catch((error: Error) => sink.error(error))
    return () => {
      ended = true
      leave()
      end()
    }
  })
