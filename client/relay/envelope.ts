/** The REST door's answers, as uploads and downloads read them. */
import { RefusedError, UnreachableError } from './refusal.ts'

export type Envelope = { status: number; data: unknown; msg: string }

const isEnvelope = (answer: unknown): answer is Envelope =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'msg' in answer

/** Reads an envelope; null when the text is none. */
export function envelopeOf(text: string): Envelope | null {
  try {
    const answer: unknown = JSON.parse(text)
    return isEnvelope(answer) ? answer : null
  } catch {
    return null
  }
}

/** The error of a failed request, in the server's words where it sent any. `http` is 0 when nobody answered. */
export function failureOf(http: number, answer: Envelope | null): Error {
  if (!answer) return new UnreachableError(http === 0 || http >= 502 ? 'network' : 'server')
  if (http === 401) return new RefusedError('UNAUTHENTICATED', answer.msg)
  if (http === 403) return new RefusedError('FORBIDDEN', answer.msg)
  if (answer.status === 500) return new UnreachableError('server')
  return new RefusedError('INVALID_INPUT', answer.msg)
}
