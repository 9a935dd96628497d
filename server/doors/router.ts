import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { Malformed, REFUSALS, Refusal, refusalOf } from '../core/errors.ts'
import type { Permission } from '../policy/viewer.ts'
import { may } from '../policy/viewer.ts'
import { methodsOf as methodsOfCalls, registeredCalls } from './rest/router.ts'
import { acceptForms, isShort, readUpload, type UploadBounds } from './rest/upload.ts'

/**
 * Calls of the earlier kind, until they have moved to rest/router.ts.
 *
 * The REST door: the paths, envelope and habits that clients of the reference system know, over the same rules.
 * A refusal travels as HTTP 200 with its code in the body, save four: a missing or malformed parameter (400), a
 * missing or dead session (401), a missing role (403) and an unknown path (404). Those clients act on real HTTP
 * statuses, so this is part of the contract.
 */

/** Who is let through before the handler runs. A dead token counts as none for `anyone`, and is refused elsewhere. */
export type Who = 'anyone' | 'guest' | 'login' | Permission | { all: readonly Permission[] }

export type RestRequest = {
  query: Readonly<Record<string, string | undefined>>
  /** Every value of a repeated parameter. */
  queryAll(name: string): string[]
  /** The JSON body, an empty object when there is none. */
  body: unknown
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Signs the client in with a token, or out with null. */
  handOver(token: string | null): void
}

export type Handler = (ctx: Context, request: RestRequest) => unknown

type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  who: Who
  answer(ctx: Context, request: RestRequest, raw: FastifyRequest): unknown
  /** What a call takes that is sent as a form with a file. */
  upload?: UploadBounds
}

/** An answer whose `msg` is not "success". */
export class Answer {
  readonly value: unknown
  readonly msg: string

  constructor(value: unknown, msg: string) {
    this.value = value
    this.msg = msg
  }
}

const routes: Route[] = []

const adder =
  (method: Route['method']) =>
  (path: string, who: Who, handler: Handler): void => {
    routes.push({ method, path, who, answer: handler })
  }

/** Registers a call that takes one file; its handler runs once the file is there and within its bounds. */
const addUpload = (
  path: string,
  who: Who,
  upload: UploadBounds,
  handler: (ctx: Context, file: Uint8Array) => unknown,
): void => {
  routes.push({
    method: 'POST',
    path,
    who,
    upload,
    answer: async (ctx, _, raw) => handler(ctx, (await readUpload(raw, upload)).file),
  })
}

/** Where the `*.rest.ts` doors register their paths. */
export const router = {
  get: adder('GET'),
  post: adder('POST'),
  put: adder('PUT'),
  delete: adder('DELETE'),
  upload: addUpload,
}

/** Every registered path, for tests that try them all. */
export const registeredRoutes = (): readonly Pick<Route, 'method' | 'path' | 'who'>[] => [
  ...routes,
  ...registeredCalls(),
]

/** The methods that some path takes, none when there is no such path. */
export const methodsOf = (path: string): string[] => [
  ...routes.filter((route) => route.path === path).map(({ method }) => method),
  ...methodsOfCalls(path),
]

const isMissing = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

/** A whole number parameter that must be there. */
export function requiredNumber(value: unknown, field: string): number {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  if (isMissing(value) || !Number.isSafeInteger(number)) throw new Malformed(field)
  return number
}

/** A whole number parameter: the default when it is missing or below `least`. */
export function numberOf(
  value: unknown,
  field: string,
  standard: number,
  least = 1,
  most = Number.MAX_SAFE_INTEGER,
): number {
  if (isMissing(value)) return standard
  const number = requiredNumber(value, field)
  return number < least ? standard : Math.min(number, most)
}

/** A text parameter, '' when it is missing. */
export function textOf(value: unknown, field: string): string {
  if (isMissing(value)) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new Malformed(field)
}

/** A text parameter that must be there; what it may say is for rules. */
export function requiredText(value: unknown, field: string): string {
  if (value === undefined || value === null) throw new Malformed(field)
  return textOf(value, field)
}

/** The words for on and off that the reference system takes. */
const ON = ['true', 'on', 'yes', '1']
const OFF = ['false', 'off', 'no', '0']

/** A switch, off when it is missing. */
export function isTrue(value: unknown, field: string): boolean {
  if (isMissing(value)) return false
  const word = String(value).toLowerCase()
  if (!ON.includes(word) && !OFF.includes(word)) throw new Malformed(field)
  return ON.includes(word)
}

/** The JSON body, which is an object or nothing. */
export function objectOf(body: unknown): Record<string, unknown> {
  if (isMissing(body)) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Malformed('body')
  return body as Record<string, unknown>
}

/** A list of a JSON body that must be there; what is in it is looked at one by one. */
export function requiredList(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) throw new Malformed(field)
  return value
}

/** The largest page a REST call may ask for; the largest one the clients of the reference system ask for. */
const MAX_LIMIT = 500

/** `currentPage` and `limit` of a list call. */
export function pageOf(
  request: RestRequest,
  standardLimit: number,
): { page: number; limit: number; offset: number } {
  const page = numberOf(request.query.currentPage, 'currentPage', 1)
  const limit = numberOf(request.query.limit, 'limit', standardLimit, 1, MAX_LIMIT)
  return { page, limit, offset: (page - 1) * limit }
}

/** A page of rows in the shape those clients read. */
export const asPage = <T>(records: T[], total: number, { page, limit }: { page: number; limit: number }) => ({
  records,
  total,
  size: limit,
  current: page,
  pages: Math.ceil(total / limit),
  orders: [],
  hitCount: false,
  searchCount: true,
})

/** Dates leave in the offset form that the reference system writes: 2021-12-12T04:11:44.000+0000. */
export const asDate = (date: Date | null | undefined): string | null =>
  date ? date.toISOString().replace('Z', '+0000') : null

/** What the router needs to know of the world around it. */
export type RouterWorld = {
  /** Who asks; the cookie that signs uploads in counts for `upload` alone. */
  contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    upload: boolean,
  ): Promise<{ ctx: Context; deadToken: boolean }>
  handOver(request: FastifyRequest, reply: FastifyReply, token: string | null): void
  say(ctx: Context, refusal: Refusal): string
  /** Takes cost points from whoever asks; false when they have none left. */
  spend(ctx: Context, cost: number): boolean
}

/** What a call costs of the points that its caller has for a minute; what writes costs more. */
const COST = { reading: 100, writing: 500 }

const permits = (ctx: Context, who: Who): boolean => {
  if (who === 'anyone' || who === 'guest' || who === 'login') return true
  if (typeof who === 'string') return may(ctx, who)
  return who.all.every((permission) => may(ctx, permission))
}

/** Registers every route on the server, each behind its guard and inside the envelope. */
export function mountRoutes(app: FastifyInstance, world: RouterWorld): void {
  const isForm = ({ upload }: Route) => upload !== undefined
  mount(
    app,
    world,
    routes.filter((route) => !isForm(route)),
  )
  app.register(async (forms) => {
    await acceptForms(forms)
    mount(forms, world, routes.filter(isForm))
  })
}

function mount(app: FastifyInstance, world: RouterWorld, some: Route[]): void {
  for (const { method, path, who, upload, answer } of some) {
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        // Whatever the answer is, nobody waits for the rest of a body that is too long or without end.
        if (upload && !isShort(request, upload)) reply.header('connection', 'close')
        const { ctx, deadToken } = await world.contextOf(request, reply, upload !== undefined)
        const refuse = (refusal: Refusal, http: number) =>
          reply.code(http).send({ status: REFUSALS[refusal.code], data: null, msg: world.say(ctx, refusal) })
        const needsLogin = who !== 'anyone' && who !== 'guest'
        if ((deadToken && who !== 'anyone') || (needsLogin && ctx.viewer === null)) {
          return refuse(new Refusal('UNAUTHENTICATED'), 401)
        }
        if (!world.spend(ctx, method === 'GET' ? COST.reading : COST.writing)) {
          return refuse(new Refusal('TOO_MANY_REQUESTS'), 200)
        }
        if (!permits(ctx, who)) return refuse(new Refusal('FORBIDDEN'), 403)
        try {
          const outcome = await answer(ctx, asRestRequest(request, reply, world), request)
          const { value, msg } = outcome instanceof Answer ? outcome : { value: outcome, msg: 'success' }
          return reply.send({ status: 200, data: value ?? null, msg })
        } catch (error) {
          const refusal = refusalOf(error)
          if (refusal) return refuse(refusal, refusal instanceof Malformed ? 400 : 200)
          throw error
        }
      },
    })
  }
}

function asRestRequest(request: FastifyRequest, reply: FastifyReply, world: RouterWorld): RestRequest {
  const raw = (request.query ?? {}) as Record<string, string | string[] | undefined>
  const query = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
  return {
    query,
    queryAll: (name) => {
      const value = raw[name]
      const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
      return values.flatMap((one) => one.split(',')).filter((one) => one !== '')
    },
    body: request.body ?? {},
    header: (name) => {
      const value = request.headers[name.toLowerCase()]
      return Array.isArray(value) ? value[0] : value
    },
    setHeader: (name, value) => void reply.header(name, value),
    handOver: (token) => world.handOver(request, reply, token),
  }
}
