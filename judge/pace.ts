import { messageOf } from './health/log.ts'

/** A promise that is kept from outside. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((keep) => {
    resolve = keep
  })
  return { promise, resolve }
}

/** Calls `act` every `ms`, never twice at once, until it rejects. */
export function every(ms: number, act: () => Promise<void>, failed: (cause: string) => void): NodeJS.Timeout {
  let busy = false
  return setInterval(async () => {
    if (busy) return
    busy = true
    await act().catch((error: unknown) => failed(messageOf(error)))
    busy = false
  }, ms)
}
