import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Upload } from '../../core/blobs.ts'
import type { RefusalCode } from '../../core/errors.ts'
import type { Permission } from '../../policy/viewer.ts'
import type { StoredFile } from './download.ts'
import type { UploadBounds } from './upload.ts'

/**
 * The REST door: paths, envelope and conventions of the reference system over the same rules as GraphQL.
 *
 * A `*.rest.ts` registers a call with its parameters and its answer:
 *
 * ```ts
 * router.get(
 *   '/api/get-common-announcement',
 *   'anyone',
 *   {
 *     summary: 'What the site announces, newest first.',
 *     query: { ...paging(10), keyword: text().describe('Part of the title.') },
 *     answer: page(restNotice),
 *   },
 *   async (ctx, { query }) => {
 *     const wanted = pageOf(query)
 *     …
 *     return asPage(rows.map(asRestNotice), total, wanted)
 *   },
 * )
 * ```
 *
 * - `who` is authorized: see `Who`.
 * - `query`, `body` and `params` have one coercer per parameter (coercers.ts: `number(30)`, `flag()`, `text()`,
 *   `requiredText()`, `list()`, `paging(10)`, …), each with `.describe('One sentence.')`. `params` are the parts of the
 *   path that begin with a colon. The router parses them once, after authorization. A value that cannot be read is
 *   answered with HTTP 400 and the parameter's name; undeclared parameters are dropped. A body that is not an object,
 *   such as a list, is one zod shape.
 * - `answer` is the zod shape of `data`; without one, `data` is null. The compiler checks the handler against it. Tests
 *   also check every answer, unknown keys included; production does not parse answers. Shared shapes are named with
 *   `.meta({ id: 'Tag' })` and stand in a `rest….ts` beside the doors. Use `date` and `asDate` for moments, `page` and
 *   `asPage` for pages (shapes.ts).
 * - `return new Answer(data, msg)` sets a message other than 'success'.
 * - `router.upload(path, who, { file: { field: 'image', maxBytes }, … }, handler)` takes one file in a form, or `most` of
 *   them, the `files`. The handler runs when they have arrived, or at the first byte of a `streamed` one. The other fields
 *   of the form are its `body`; those after a streamed file come from `following()`, which is called when it is read.
 * - `router.download(path, who, { … }, handler)` answers the bytes of a file.
 *
 * A Refusal is answered with HTTP 200 and its code in the body. Four have a real status: a missing or malformed
 * parameter (400), a missing or expired session (401), a missing permission (403) and an unknown path (404). Clients of
 * the reference system rely on this. Downloads always refuse with the real status.
 *
 * Every registered call is listed in /api/openapi.json.
 */
export const router = {
  get: adder('GET'),
  post: adder('POST'),
  put: adder('PUT'),
  delete: adder('DELETE'),
  upload,
  download,
}

/**
 * Who is authorized before the handler runs. An expired token is ignored for `anyone` and refused otherwise.
 * `orInGroup`: a permission of the site, or administrator of any group; the rule checks the group of the row.
 */
export type Who =
  | 'anyone'
  | 'guest'
  | 'login'
  | Permission
  | { all: readonly Permission[] }
  | { orInGroup: Permission }

/** Parameters by their names. */
export type Fields = Readonly<Record<string, z.ZodType>>
type None = Record<never, z.ZodType>

/** Types of the parsed parameters. */
type Values<Of extends Fields | z.ZodType> = Of extends z.ZodType
  ? z.output<Of>
  : { readonly [Name in keyof Of]: Of[Name] extends z.ZodType ? z.output<Of[Name]> : never }

/** Parameters and answer of a call. */
type Declared<Query, Body, Params, Data> = {
  /** One sentence for the OpenAPI document. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  answer?: Data
  /** Refusals of the handler that are answered with HTTP 403. */
  forbids?: readonly RefusalCode[]
  /** A body of any type is read and dropped: programs that we don't know send one. */
  anyBody?: true
}

/** A parsed request. */
export type RestRequest<Query extends Fields, Body extends Fields | z.ZodType, Params extends Fields> = {
  query: Values<Query>
  body: Values<Body>
  params: Values<Params>
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Logs the client in with a token, or out with null. */
  handOver(token: string | null): void
}

/** An answer with a message other than 'success'. */
export class Answer<Data> {
  readonly data: Data
  readonly msg: string

  constructor(data: Data, msg: string) {
    this.data = data
    this.msg = msg
  }
}

type Answered<Data extends z.ZodType> = z.input<Data> | Answer<z.input<Data>>
type Handler<Request, Data extends z.ZodType> = (
  ctx: Context,
  request: Request,
) => Answered<Data> | Promise<Answered<Data>>

/** A registered call. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  who: Who
  summary: string
  params: z.ZodType
  query: z.ZodType
  body: z.ZodType
  /** Null when `data` is always null. */
  answer: z.ZodType | null
  /** File field of an upload; null for other calls. */
  file: UploadBounds | null
  /** Whether the answer is a file instead of an envelope. */
  download: boolean
  forbids: readonly RefusalCode[]
  anyBody: boolean
  handler(ctx: Context, request: unknown): unknown
}

const calls: Call[] = []

export const registeredCalls = (): readonly Call[] => calls

/** Names of the path parameters. */
const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

function register(
  method: Call['method'],
  path: string,
  who: Who,
  {
    summary,
    params = {},
    query = {},
    body = {},
    answer,
    forbids = [],
    anyBody,
  }: Declared<Fields, Fields | z.ZodType, Fields, z.ZodType>,
  handler: unknown,
  kind: Partial<Pick<Call, 'file' | 'download'>> = {},
): void {
  if (namesIn(path).join() !== Object.keys(params).join())
    throw new Error(`${path} has other params than declared`)
  calls.push({
    method,
    path,
    who,
    summary,
    file: null,
    download: false,
    ...kind,
    params: z.object(params),
    query: z.object(query),
    body: body instanceof z.ZodType ? body : z.object(body),
    answer: answer ?? null,
    forbids,
    anyBody: anyBody === true,
    handler: handler as Call['handler'],
  })
}

function adder(method: Call['method']) {
  return <
    Query extends Fields = None,
    Body extends Fields | z.ZodType = None,
    Params extends Fields = None,
    Data extends z.ZodType = z.ZodVoid,
  >(
    path: string,
    who: Who,
    declared: Declared<Query, Body, Params, Data>,
    handler: Handler<RestRequest<Query, Body, Params>, Data>,
  ): void => register(method, path, who, declared, handler)
}

function upload<Query extends Fields = None, Body extends Fields = None, Data extends z.ZodType = z.ZodVoid>(
  path: string,
  who: Who,
  { file, ...declared }: Declared<Query, Body, None, Data> & { file: UploadBounds },
  handler: Handler<
    RestRequest<Query, Body, None> & {
      file: Upload
      files: readonly Upload[]
      following: () => Promise<Values<Body>>
    },
    Data
  >,
): void {
  register('POST', path, who, declared, handler, { file })
}

function download<Query extends Fields = None, Params extends Fields = None>(
  path: string,
  who: Who,
  declared: Pick<Declared<Query, None, Params, never>, 'summary' | 'query' | 'params'>,
  handler: (ctx: Context, request: RestRequest<Query, None, Params>) => Promise<StoredFile>,
): void {
  register('GET', path, who, declared, handler, { download: true })
}

/** Methods registered for an address; empty when the path is unknown. */
export const methodsOf = (address: string): string[] =>
  calls.filter(({ path }) => patternOf(path).test(address)).map(({ method }) => method)

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
