/** The one Relay environment: queries and mutations over HTTP, live data over one WebSocket. */
import {
  commitLocalUpdate,
  Environment,
  type FetchFunction,
  type GraphQLResponse,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime'
import { noteRead } from './reads.ts'
import { asFailure, RefusedError, UnreachableError } from './refusal.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { reopenSocket, subscribe } from './socket.ts'

const PATIENCE = 90_000

async function post(body: string): Promise<Response> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/graphql-response+json, application/json',
    'Accept-Language': document.documentElement.lang,
  }
  if (session.token) headers.Authorization = session.token
  try {
    return await fetch('/graphql', { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE) })
  } catch (error) {
    throw new UnreachableError(
      error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network',
    )
  }
}

/** The login is gone, or was never there: forget it and ask for a new one, once per answer. */
function refuseSession() {
  if (session.token) session.refuse()
  shell().askToSignIn()
}

const send: FetchFunction = async (request, variables) => {
  const token = session.token
  const response = await post(JSON.stringify({ query: request.text, operationName: request.name, variables }))

  if (request.operationKind === 'query') noteRead(response.headers)
  const renewed = response.headers.get('Authorization')
  if (renewed && response.headers.get('Refresh-Token') === 'true') session.renew(renewed)

  const result: {
    data?: unknown
    errors?: { message: string; extensions?: Record<string, unknown> }[]
  } | null = await response.json().catch(() => null)
  const failure = result?.errors ? asFailure(result.errors) : null
  const needsLogin = failure instanceof RefusedError && failure.code === 'UNAUTHENTICATED'
  // A token that another request already gave up must not sign out whoever came after it.
  if ((response.status === 401 || needsLogin) && session.token === token) refuseSession()

  if (failure instanceof RefusedError && failure.code === 'FORBIDDEN' && request.operationKind === 'mutation')
    shell().doubtReader()

  if (!result)
    throw new UnreachableError(response.ok ? 'server' : response.status >= 502 ? 'network' : 'server')
  if (failure && (result.data === undefined || result.data === null || request.operationKind === 'mutation'))
    throw failure
  return result as GraphQLResponse
}

export const environment = new Environment({
  network: Network.create(send, subscribe),
  store: new Store(new RecordSource(), { gcReleaseBufferSize: 20 }),
})

/**
 * Somebody else is reading now: nothing that was read before counts any more, and live data is asked for
 * as the new reader. The shell lets the router load the page again.
 */
export function forgetReader() {
  commitLocalUpdate(environment, (store) => store.invalidateStore())
  reopenSocket()
}
