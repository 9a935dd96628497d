/** The Relay environment: queries and mutations over HTTP, subscriptions over one WebSocket. */
import {
  commitLocalUpdate,
  Environment,
  type FetchFunction,
  type GraphQLResponse,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime'
import { noteServerTime } from '../ui/text/serverTime.ts'
import { takeEarlyAnswer } from './earlyAnswer.ts'
import { asFailure, RefusedError, UnreachableError } from './refusal.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { applyHeld, beforeEvents } from './stream/eventOrder.ts'
import { noteRead } from './stream/readTimes.ts'
import { reopenSocket, subscribe } from './stream/socket.ts'

const PATIENCE = 90_000

async function post(body: string): Promise<Response> {
  const asked = await takeEarlyAnswer(body)
  if (asked) return asked
  const askedAt = Date.now()
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/graphql-response+json, application/json',
    'Accept-Language': document.documentElement.lang,
  }
  if (session.token) headers.Authorization = session.token
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const response = await fetch('/graphql', { method: 'POST', headers, body, signal })
    const writtenAt = Number(response.headers.get('Written-At') ?? Number.NaN)
    if (Number.isFinite(writtenAt)) noteServerTime(writtenAt, askedAt, Date.now())
    return response
  } catch (error) {
    throw new UnreachableError(
      error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network',
    )
  }
}

type Answer = {
  data?: unknown
  errors?: { message: string; extensions?: Record<string, unknown> }[]
}

const send: FetchFunction = (request, variables) => {
  const body = JSON.stringify({ query: request.text, operationName: request.name, variables })
  const reads = request.operationKind === 'query'

  const ask = async (again: boolean): Promise<GraphQLResponse> => {
    const token = session.token
    const response = await post(body)
    // The answer is for another reader than the one who has logged in meanwhile.
    if (reads && again && session.token && token !== session.token) return ask(false)

    if (reads) noteRead(response.headers)
    const renewed = response.headers.get('Authorization')
    if (renewed && response.headers.get('Refresh-Token') === 'true') session.renew(renewed, token)

    const result: Answer | null = await response.json().catch(() => null)
    const failure = result?.errors ? asFailure(result.errors) : null
    const needsLogin =
      response.status === 401 || (failure instanceof RefusedError && failure.code === 'UNAUTHENTICATED')
    if (needsLogin) {
      // A stale token refused by the server must not sign out a newer login.
      if (token && session.token === token) session.refuse()
      // After an expired login queries are retried as a guest, without an error.
      if (token && reads && again) return ask(false)
      if (session.token === null) shell().askToSignIn()
    }

    if (
      failure instanceof RefusedError &&
      failure.code === 'FORBIDDEN' &&
      request.operationKind === 'mutation'
    )
      shell().recheckViewer()

    if (!result)
      throw new UnreachableError(response.ok ? 'server' : response.status >= 502 ? 'network' : 'server')
    if (
      failure &&
      (result.data === undefined || result.data === null || request.operationKind === 'mutation')
    )
      throw failure
    return result as GraphQLResponse
  }
  return beforeEvents(ask(true))
}

/**
 * Types that are no nodes and have a key all the same: a unique number, or there is one record for each viewer. Without a
 * key, Relay takes rows of a list for the same when their places are, and an answer with fewer fields would leave those
 * of another row. `Unread` is none of them: the answer of a mutation may be older than what its stream has told.
 */
const KEYED = new Set([
  'CheckInState',
  'ContestNotice',
  'Dashboard',
  'Judging',
  'Maker',
  'Points',
  'RefereeTest',
  'Solution',
])

/** Key of a record in the store; undefined: its place below its parent. Queries of numbered types ask for the number. */
const keyOf = ({ id, number }: Record<string, unknown>, type: string) =>
  KEYED.has(type) ? `${type}:${number ?? ''}` : id

export const environment = new Environment({
  network: Network.create(send, subscribe),
  getDataID: keyOf,
  store: new Store(new RecordSource(), { gcReleaseBufferSize: 20 }),
})

/** After a change of viewer: clears the store and reopens the subscriptions. The shell revalidates the page. */
export function forgetReader() {
  applyHeld()
  commitLocalUpdate(environment, (store) => store.invalidateStore())
  reopenSocket()
}
