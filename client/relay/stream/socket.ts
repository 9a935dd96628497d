/**
 * One WebSocket for all subscriptions: opened by the first one, kept alive, always reconnected. Its code loads with the
 * first subscription.
 */
import { useEffect } from 'react'
import { type GraphQLResponse, Observable, type RequestParameters, type Variables } from 'relay-runtime'
import { lineFine } from '../list/connection.ts'
import { asFailure } from '../refusal.ts'
import { useIsSignedIn } from '../session.ts'
import { afterAnswers } from './eventOrder.ts'
import type { Line } from './line.ts'
import { readSince } from './readTimes.ts'

let listening = 0
let client: Promise<Line> | null = null
let line: Line | undefined

/** Reconnects with the current token; an opening socket will send it anyway. */
export const reopenSocket = () => line?.reopen()

/** A subscription with hardly any events. */
const HELD = 'subscription HeldLine { siteNoticesChanged { change } }'

const connection = () => {
  client ??= import('./line.ts')
    .then(({ openLine }) => {
      line = openLine(() => listening > 0)
      return line
    })
    .catch((error) => {
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

const errorOf = (error: unknown): Error => {
  if (Array.isArray(error)) return asFailure(error)
  return error instanceof Error ? error : new Error('The socket is closed')
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
              afterAnswers(() =>
                result.errors
                  ? sink.error(asFailure(result.errors))
                  : sink.next({ data: result.data ?? {} } as GraphQLResponse),
              ),
            error: (error) => afterAnswers(() => sink.error(errorOf(error))),
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
