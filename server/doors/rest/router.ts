import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Upload } from '../../core/blobs.ts'
import type { Permission } from '../../policy/viewer.ts'
import type { StoredFile } from './download.ts'
import type { UploadBounds } from './upload.ts'

/**
 * The REST door: the paths, envelope and habits that clients of the reference system know, over the same rules.
 *
 * A `*.rest.ts` registers a call with all that it takes and answers:
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
 * - `who` is let through: see `Who`.
 * - `query`, `body` and `params` name one coercer a parameter (coercers.ts: `number(30)`, `flag()`, `text()`,
 *   `requiredText()`, `list()`, `paging(10)`, …), each with `.describe('One sentence.')`. `params` are the parts of the
 *   path that begin with a colon. The router parses them once, when it is certain who asks. What cannot be read is
 *   answered with HTTP 400, naming the parameter; what is not declared is dropped. A body that is no object of
 *   parameters, such as a list, is one zod shape.
 * - `answer` is the zod shape of `data`, which is null without one. The compiler holds the handler to it, and in tests
 *   every answer that leaves through the door is held to it, unknown keys included; in production nothing is parsed on
 *   the way out. Shapes that calls share are named with `.meta({ id: 'Tag' })` and stand beside the doors in a
 *   `rest….ts`. Moments are `date` and `asDate`, pages are `page` and `asPage` (shapes.ts).
 * - `return new Answer(data, msg)` says something else than 'success'.
 * - `router.upload(path, who, { file: { field: 'image', maxBytes }, … }, handler)` takes one file in a form. Its
 *   handler runs once the `file` is there and within its bounds, or while it comes where it is `streamed`; the form's
 *   texts are its `body`.
 * - `router.download(path, who, { … }, handler)` answers the bytes of a stored file.
 *
 * A Refusal travels as HTTP 200 with its code in the body, save four: a missing or malformed parameter (400), a missing
 * or dead session (401), a missing role (403) and an unknown path (404). Clients of the reference system act on real
 * HTTP statuses, so this is part of the contract. Only downloads refuse with the real status of everything.
 *
 * Whatever is registered stands in /api/openapi.json by itself.
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
 * Who is let through before the handler runs. A dead token counts as none for `anyone`, and is refused elsewhere.
 * `orInGroup`: those with a permission of the site, and administrators of any group; the rule asks for the row's group.
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

/** What parameters are once they are parsed. */
type Values<Of extends Fields | z.ZodType> = Of extends z.ZodType
  ? z.output<Of>
  : { readonly [Name in keyof Of]: Of[Name] extends z.ZodType ? z.output<Of[Name]> : never }

/** What a call takes and answers. */
type Declared<Query, Body, Params, Data> = {
  /** One sentence on what it does or answers. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  answer?: Data
}

/** One request, parsed. */
export type RestRequest<Query extends Fields, Body extends Fields | z.ZodType, Params extends Fields> = {
  query: Values<Query>
  body: Values<Body>
  params: Values<Params>
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Signs the client in with a token, or out with null. */
  handOver(token: string | null): void
}

/** An answer whose `msg` is not "success". */
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
  /** Null where `data` is. */
  answer: z.ZodType | null
  /** What a call takes that is sent as a form with a file. */
  file: UploadBounds | null
  /** Whether it answers bytes instead of an envelope. */
  download: boolean
  handler(ctx: Context, request: unknown): unknown
}

const calls: Call[] = []

/** Every registered call. */
export const registeredCalls = (): readonly Call[] => calls

/** The names in a path that begin with a colon. */
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
  }: Declared<Fields, Fields | z.ZodType, Fields, z.ZodType>,
  handler: unknown,
  kind: Partial<Pick<Call, 'file' | 'download'>> = {},
): void {
  if (namesIn(path).join() !== Object.keys(params).join())
    throw new Error(`${path} has other params than declared`)
  calls.push({
    ...{ method, path, who, summary, file: null, download: false, ...kind },
    params: z.object(params),
    query: z.object(query),
    body: body instanceof z.ZodType ? body : z.object(body),
    answer: answer ?? null,
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
  handler: Handler<RestRequest<Query, Body, None> & { file: Upload }, Data>,
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

/** The methods that some call takes at this address, none when there is no such path. */
export const methodsOf = (address: string): string[] =>
  calls.filter(({ path }) => patternOf(path).test(address)).map(({ method }) => method)

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
