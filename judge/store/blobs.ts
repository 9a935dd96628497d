import { openAsBlob } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../health/log.ts'
import type { KeepBlob } from '../making/makingWork.ts'
import type { FetchBlob } from '../testset.ts'

/** The site answers, and has no such blob: waiting does not help. */
export class BlobMissing extends Error {}

/** A blob arrived, again and again, as something else than its hash says, or became that while it was kept. */
export class BlobCorrupt extends Error {
  readonly hash: string

  constructor(hash: string, fault: string) {
    super(`blob ${hash} ${fault}`)
    this.hash = hash
  }
}

/** This host gets no blobs from the site, although another one may. */
export class LinkBroken extends Error {
  readonly hash: string

  constructor(hash: string, fault: string) {
    super(fault)
    this.hash = hash
  }
}

/** A connection that carried nothing for so long (ms) is taken for broken. */
const SILENCE = 15_000
/** A server that restarts is back before that (ms). */
const PATIENCE = 30_000
const FIRST_WAIT = 100
const LONGEST_WAIT = 2_000
/** The largest blob is over a slow line before that (ms). */
const LONGEST_TRANSFER = 120_000

/** Fetches blobs from an API server, patiently: a server that restarts is a delay and nothing more. */
export function fetchBlobsFrom(
  serverUrl: string,
  secret: string,
  { silence = SILENCE, patience = PATIENCE } = {},
): FetchBlob {
  return async (hash, signal) => {
    const url = new URL(`/judging/blob/${hash}`, serverUrl)
    const began = Date.now()
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      const watchdog = new Watchdog(silence)
      let fault = ''
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${secret}` },
        signal: AbortSignal.any([signal, watchdog.signal]),
      }).catch((error: unknown) => {
        signal.throwIfAborted()
        if (!(error instanceof TypeError)) throw error
        fault = `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`.trim()
        return null
      })
      if (response?.ok && response.body) return watchdog.over(response.body)
      watchdog.rest()
      await response?.body?.cancel()
      if (response) fault = `HTTP ${response.status}`
      if (response?.status === 404) throw new BlobMissing(`the site has no blob ${hash}`)
      if (response && response.status >= 400 && response.status < 500 && response.status !== 429)
        throw new LinkBroken(
          hash,
          `the site refuses blobs to this host: ${fault} (is JUDGE_SECRET the same?)`,
        )
      if (Date.now() - began > patience) throw new LinkBroken(hash, `the site gives no blobs: ${fault}`)
      await delay(wait, undefined, { signal })
    }
  }
}

/** Gives blobs to an API server, as patiently as they are fetched. */
export function keepBlobsAt(serverUrl: string, secret: string, { patience = PATIENCE } = {}): KeepBlob {
  return async (path, { hash }, signal) => {
    const url = new URL(`/judging/blob/${hash}`, serverUrl)
    const began = Date.now()
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      let fault = ''
      const response = await fetch(url, {
        method: 'PUT',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' },
        body: await openAsBlob(path),
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_TRANSFER)]),
      }).catch((error: unknown) => {
        signal.throwIfAborted()
        fault = messageOf(error)
        return null
      })
      await response?.body?.cancel()
      if (response?.ok) return
      if (response) fault = `HTTP ${response.status}`
      if (response?.status === 401)
        throw new LinkBroken(
          hash,
          `the site takes no blobs of this host: ${fault} (is JUDGE_SECRET the same?)`,
        )
      if (response && response.status < 500 && response.status !== 429)
        throw new Error(`the site does not take the blob ${hash}: ${fault}`)
      if (Date.now() - began > patience) throw new LinkBroken(hash, `the site takes no blobs: ${fault}`)
      await delay(wait, undefined, { signal })
    }
  }
}

/** Calls a request off that carries nothing for too long. The reason looks like any other break of a connection. */
class Watchdog {
  readonly #abort = new AbortController()
  readonly #silence: number
  #timer: NodeJS.Timeout

  constructor(silence: number) {
    this.#silence = silence
    this.#timer = this.#wait()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  rest(): void {
    clearTimeout(this.#timer)
  }

  /** The same bytes, watched until they end. */
  async *over(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      this.#rearm()
      for await (const piece of bytes) {
        // However long who reads takes with it, that is no silence of the site.
        this.rest()
        yield piece
        this.#rearm()
      }
    } finally {
      this.rest()
    }
  }

  #rearm(): void {
    this.rest()
    this.#timer = this.#wait()
  }

  #wait(): NodeJS.Timeout {
    const tooLong = () => this.#abort.abort(new TypeError('the site fell silent'))
    return setTimeout(tooLong, this.#silence)
  }
}
