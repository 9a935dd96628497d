import { setTimeout as delay } from 'node:timers/promises'
import type { FetchBlob } from './testset.ts'

/** The site answers, and has no such blob: waiting does not help. */
export class BlobMissing extends Error {}

/** A blob arrived, again and again, as something else than its hash says. */
export class BlobCorrupt extends Error {
  readonly hash: string

  constructor(hash: string, got: string | null) {
    super(`blob ${hash} arrived as ${got}`)
    this.hash = hash
  }
}

const FIRST_WAIT = 100
const LONGEST_WAIT = 2_000

/** Fetches blobs from an API server, patiently: a server that restarts is a delay and nothing more. */
export function fetchBlobsFrom(serverUrl: string, secret: string): FetchBlob {
  return async (hash, signal) => {
    const url = new URL(`/judging/blob/${hash}`, serverUrl)
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` }, signal }).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          if (error instanceof TypeError) return null
          throw error
        },
      )
      if (response?.ok && response.body) return response.body
      await response?.body?.cancel()
      if (response?.status === 404) throw new BlobMissing(`the site has no blob ${hash}`)
      if (response && response.status >= 400 && response.status < 500 && response.status !== 429) {
        throw new Error(
          `the site refuses blobs to this host: HTTP ${response.status} (is JUDGE_SECRET the same?)`,
        )
      }
      await delay(wait, undefined, { signal })
    }
  }
}
