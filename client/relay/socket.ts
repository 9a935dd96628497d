/** One WebSocket for all live data: opened when the first page listens, kept alive, and never given up. */
import { createClient } from 'graphql-ws'
import { type GraphQLResponse, Observable, type RequestParameters, type Variables } from 'relay-runtime'
import { announceReturn, setConnection } from './connection.ts'
import { asFailure } from './refusal.ts'
import { session } from './session.ts'

/** Ping this often; a pong that takes longer than PATIENCE means that the line is dead. */
const KEEP_ALIVE = 10_000
const PATIENCE = 5_000

const LONGEST_WAIT = 10_000

let watchdog: ReturnType<typeof setTimeout> | undefined

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
  // The first try is nearly at once, so that a restart of the server is hardly seen; then slower, never in step.
  retryWait: (retries) =>
    new Promise((resolve) => {
      const wait = Math.min(LONGEST_WAIT, 150 * 2 ** retries)
      setTimeout(resolve, wait / 2 + (Math.random() * wait) / 2)
    }),
  on: {
    connected: (_socket, _payload, wasRetry) => {
      setConnection('live')
      if (wasRetry) announceReturn()
    },
    closed: () => {
      clearTimeout(watchdog)
      if (listening > 0) setConnection('reconnecting')
    },
    ping: (received) => {
      if (!received) watchdog = setTimeout(() => client.terminate(), PATIENCE)
    },
    pong: (received) => {
      if (received) clearTimeout(watchdog)
    },
  },
})

let listening = 0

/** Opens the line anew, as whoever is signed in now. */
export const reopenSocket = () => client.terminate()

window.addEventListener('online', reopenSocket)

/** Relay's subscribe function. */
export const subscribe = (request: RequestParameters, variables: Variables): Observable<GraphQLResponse> =>
  Observable.create((sink) => {
    listening++
    const end = client.subscribe(
      { query: request.text ?? '', operationName: request.name, variables },
      {
        next: (result) => {
          if (result.errors) sink.error(asFailure(result.errors))
          else sink.next({ data: result.data ?? {} } as GraphQLResponse)
        },
        error: (error) => {
          sink.error(
            Array.isArray(error) ? asFailure(error) : error instanceof Error ? error : new Error('socket'),
          )
        },
        complete: () => sink.complete(),
      },
    )
    return () => {
      listening--
      if (listening === 0) setConnection('live')
      end()
    }
  })
