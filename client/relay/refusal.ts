/** Errors of a request: refused by the server, or unreachable. */

export type RefusalParameters = Record<string, unknown>

const isWords = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

/** An expected refusal: a code of refusal.json, its field and its parameters. */
export class RefusedError extends Error {
  readonly code: string
  readonly field: string | null
  /** Localized error per field, when the server names several. */
  readonly fields: Readonly<Record<string, string>> | null
  readonly parameters: RefusalParameters

  constructor(code: string, message: string, parameters: RefusalParameters = {}) {
    super(message)
    this.name = 'RefusedError'
    this.code = code
    this.field = typeof parameters.field === 'string' ? parameters.field : null
    this.fields = isWords(parameters.fields) ? parameters.fields : null
    this.parameters = parameters
  }
}

/** No answer: no network (`network`), too slow (`timeout`), or a server error (`server`). */
export class UnreachableError extends Error {
  readonly reason: 'network' | 'timeout' | 'server'

  constructor(reason: UnreachableError['reason']) {
    super(reason)
    this.name = 'UnreachableError'
    this.reason = reason
  }
}

type ServerError = { message: string; extensions?: RefusalParameters }

/** The first error of a response, to throw; a masked one counts as a server error. */
export function asFailure(errors: readonly ServerError[]): RefusedError | UnreachableError {
  const error = errors.find(({ extensions }) => typeof extensions?.code === 'string') ?? errors[0]
  const code = error?.extensions?.code
  if (!error || typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR')
    return new UnreachableError('server')
  return new RefusedError(code, error.message, error.extensions)
}
