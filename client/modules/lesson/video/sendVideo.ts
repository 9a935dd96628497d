import { envelopeOf, failureOf } from '../../../relay/envelope.ts'
import { UnreachableError } from '../../../relay/refusal.ts'
import { session } from '../../../relay/session.ts'

/** Size of a fragment (bytes), as the server takes it. */
const FRAGMENT = 2 ** 20
/** Pauses (ms) before a fragment is sent again after a broken connection. */
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

async function ask<Data>(path: string, signal: AbortSignal, body?: FormData): Promise<Data> {
  const headers = { Authorization: session.token ?? '', 'Accept-Language': document.documentElement.lang }
  const answer = await fetch(path, { headers, signal, ...(body && { method: 'POST', body }) }).catch(
    (error) => {
      if (signal.aborted) throw error
      throw new UnreachableError('network')
    },
  )
  const renewed = answer.headers.get('authorization')
  if (renewed && answer.headers.get('refresh-token') === 'true') session.renew(renewed)
  const envelope = envelopeOf(await answer.text())
  if (answer.ok && envelope?.status === 200) return envelope.data as Data
  throw failureOf(answer.status, envelope)
}

/**
 * Uploads a video in fragments, from where the server has it, and publishes it; returns its address. A broken
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
  for (let lost = 0; offset < file.size; ) {
    onProgress(offset / file.size)
    const next = await again(() => sendFragment(file, md5, offset, signal), signal)
    if (next !== -1) {
      offset = next
      continue
    }
    // Another tab may send the same file: go on from where the server is.
    if (++lost > RETRIES.length) throw new UploadError('unknown')
    const state = await again(check, signal)
    if (state.path) return { path: state.path, isKnown: true }
    offset = state.offset
  }
  if (offset > file.size) throw new UploadError('offset')
  onPublishing()
  const { path } = await again(() => ask<State>(`/shopapi/publichFile?${query}`, signal), signal)
  return { path, isKnown: false }
}

function sendFragment(file: File, md5: string, offset: number, signal: AbortSignal): Promise<number> {
  const form = new FormData()
  form.append('md5', md5)
  form.append('offset', String(offset))
  form.append('fileName', file.name)
  form.append('file', file.slice(offset, offset + FRAGMENT), file.name)
  return ask<number>('/shopapi/uploadFragmentation', signal, form)
}

/** Repeats a call while the connection is broken. */
async function again<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const pause of RETRIES) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      signal.throwIfAborted()
    }
  }
  return call()
}
