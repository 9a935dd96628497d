/** Response envelope of the REST API, for uploads and downloads. */
import { RefusedError, UnreachableError } from './refusal.ts'

export type Envelope = { status: number; data: unknown; msg: string }

const isEnvelope = (answer: unknown): answer is Envelope =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'msg' in answer

/** Parses an envelope; null for other texts. */
export function envelopeOf(text: string): Envelope | null {
  try {
    const answer: unknown = JSON.parse(text)
    return isEnvelope(answer) ? answer : null
  } catch {
    return null
  }
}

/** The error of a failed request, with the server's message if there is one. `http` is 0 without a response. */
export function failureOf(http: number, answer: Envelope | null): Error {
  if (!answer) return new UnreachableError(http === 0 || http >= 502 ? 'network' : 'server')
  if (http === 401) return new RefusedError('UNAUTHENTICATED', answer.msg)
  if (http === 403) return new RefusedError('FORBIDDEN', answer.msg)
  if (answer.status === 500) return new UnreachableError('server')
  return new RefusedError('INVALID_INPUT', answer.msg)
}
