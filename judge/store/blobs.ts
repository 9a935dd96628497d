import { openAsBlob } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../health/log.ts'
import type { KeepBlob } from '../making/makingWork.ts'
import type { FetchBlob } from '../testset.ts'

/** The site has no such blob: a retry does not help. */
export class BlobMissing extends Error {}

/** A blob does not match its hash: in repeated transfers, or later in the cache. */
export class BlobCorrupt extends Error {
  readonly hash: string

  constructor(hash: string, fault: string) {
    super(`blob ${hash} ${fault}`)
    this.hash = hash
  }
}

/** Blobs cannot be transferred between the site and this host; another host may succeed. */
export class LinkBroken extends Error {
  readonly hash: string

  constructor(hash: string, fault: string) {
    super(fault)
    this.hash = hash
  }
}

/** Time (ms) without data after which a connection counts as broken. */
const SILENCE = 15_000
/** Time (ms) of retrying; a server that restarts is back sooner. */
const PATIENCE = 30_000
const FIRST_WAIT = 100
const LONGEST_WAIT = 2_000
/** Time limit (ms) of an upload, enough for the largest blob on a slow line. */
const LONGEST_TRANSFER = 120_000

/**
 * Fetches blobs from an API server, with retries while it restarts. Throws BlobMissing on HTTP 404, LinkBroken
 * when the server refuses or the retries run out.
 */
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

/** Uploads blobs to an API server, with the same retries. */
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

/** Aborts a request without data for `silence` (ms), with a TypeError like that of a broken connection. */
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
        // Time that the reader takes does not count as silence of the site.
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
