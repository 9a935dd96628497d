import { envelopeOf, failureOf } from '../../../relay/envelope.ts'
import { upload } from '../../../relay/files/upload.ts'
import { UnreachableError } from '../../../relay/refusal.ts'
import { session } from '../../../relay/session.ts'

/** Bytes of a request: as many fragments of 1 MiB as the server takes at once. */
const REQUEST_BYTES = 16 * 2 ** 20
/** Pauses (ms) before a request is sent again after a broken connection. */
const RETRIES = [500, 1_000, 2_000, 4_000, 8_000]

export type UploadFault = 'offset' | 'unknown'

/** An upload that cannot go on; its words are in the catalogue. */
export class UploadError extends Error {
  readonly fault: UploadFault

  constructor(fault: UploadFault) {
    super(fault)
    this.name = 'UploadError'
    this.fault = fault
  }
}

type State = { offset: number; path: string }
type Options = {
  signal: AbortSignal
  onProgress: (share: number) => void
  onPublishing: () => void
}

async function ask<Data>(path: string, signal: AbortSignal): Promise<Data> {
  const { token } = session
  const headers = { Authorization: token ?? '', 'Accept-Language': document.documentElement.lang }
  const answer = await fetch(path, { headers, signal }).catch((error) => {
    if (signal.aborted) throw error
    throw new UnreachableError('network')
  })
  const renewed = answer.headers.get('authorization')
  if (renewed && answer.headers.get('refresh-token') === 'true') session.renew(renewed, token)
  const envelope = envelopeOf(await answer.text())
  if (answer.ok && envelope?.status === 200) return envelope.data as Data
  throw failureOf(answer.status, envelope)
}

/**
 * Uploads a video in requests of fragments, from where the server has it, and publishes it; returns its address. A broken
 * connection is tried again for some seconds. Rejects with an AbortError when `signal` ends it, with an UploadError, or
 * with the server's refusal.
 */
export async function sendVideo(
  file: File,
  md5: string,
  options: Options,
): Promise<{ path: string; isKnown: boolean }> {
  const { signal, onProgress, onPublishing } = options
  const query = new URLSearchParams({ md5, name: file.name })
  const check = () => ask<State>(`/shopapi/uploadCheck?${query}`, signal)
  const begun = await again(check, signal)
  if (begun.path) return { path: begun.path, isKnown: true }
  let { offset } = begun
  for (let failures = 0; offset < file.size; ) {
    onProgress(offset / file.size)
    const next = await sendFragments(file, md5, { ...options, offset }).catch(askedAgain)
    if (next > offset) {
      failures = 0
      offset = next
      continue
    }
    // A request that broke off has left fragments, and another tab may send the same file: go on from where the server is.
    const pause = RETRIES[failures++]
    if (pause === undefined)
      throw next === BROKEN ? new UnreachableError('network') : new UploadError('unknown')
    if (next === BROKEN) await later(pause, signal)
    const state = await again(check, signal)
    if (state.path) return { path: state.path, isKnown: true }
    if (state.offset > offset) failures = 0
    offset = state.offset
  }
  if (offset > file.size) throw new UploadError('offset')
  onPublishing()
  const { path } = await again(() => ask<State>(`/shopapi/publichFile?${query}`, signal), signal)
  return { path, isKnown: false }
}

/** Stands for the offset of a request that broke off. */
const BROKEN = -2

function askedAgain(error: unknown): number {
  if (error instanceof UnreachableError) return BROKEN
  throw error
}

function sendFragments(
  file: File,
  md5: string,
  { offset, signal, onProgress }: Options & { offset: number },
): Promise<number> {
  const bytes = new File([file.slice(offset, offset + REQUEST_BYTES)], file.name, { type: file.type })
  return upload('videoFragments', bytes, {
    signal,
    query: { md5, offset: String(offset) },
    onProgress: (share) => onProgress((offset + share * bytes.size) / file.size),
  })
}

async function later(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  signal.throwIfAborted()
}

/** Repeats a call while the connection is broken. */
async function again<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const pause of RETRIES) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      await later(pause, signal)
    }
  }
  return call()
}
