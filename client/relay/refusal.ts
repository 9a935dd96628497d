/** How a request can end without data: the site said no, or nobody answered. */

export type RefusalParameters = Record<string, unknown>

const isWords = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

/** The site's expected "no": a code of refusal.json, the field it concerns and what its words need. */
export class RefusedError extends Error {
  readonly code: string
  readonly field: string | null
  /** What is wrong with each field, in the reader's words, where the site names several. */
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

/** No answer: the network is away (`network`), too slow (`timeout`), or the server broke (`server`). */
export class UnreachableError extends Error {
  readonly reason: 'network' | 'timeout' | 'server'

  constructor(reason: UnreachableError['reason']) {
    super(reason)
    this.name = 'UnreachableError'
    this.reason = reason
  }
}

type ServerError = { message: string; extensions?: RefusalParameters }

/** The first of a response's errors as something to throw; a masked one is the server's own fault. */
export function asFailure(errors: readonly ServerError[]): RefusedError | UnreachableError {
  const error = errors.find(({ extensions }) => typeof extensions?.code === 'string') ?? errors[0]
  const code = error?.extensions?.code
  if (!error || typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR')
    return new UnreachableError('server')
  return new RefusedError(code, error.message, error.extensions)
}
