import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { Malformed, REFUSALS, Refusal, refusalOf } from '../../core/errors.ts'
import { administersSomewhere } from '../../policy/officials.ts'
import { may } from '../../policy/viewer.ts'
import { coercionOf } from './coercers.ts'
import { refuseDownload, type StoredFile, sendFile } from './download.ts'
import { asText } from './endedNames.ts'
import { Answer, type Call, registeredCalls, type Who } from './router.ts'
import { acceptForms, isShort, receive, type Sent } from './upload.ts'

/** Kind of a call; decides whether a login is renewed. */
export type Kind = 'envelope' | 'download'

/** Services that the router calls. */
export type RestWorld = {
  /**
   * Authenticates a request by its token or the cookie of its session. A download never renews a login: caches could
   * store the new token with it.
   */
  contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: Kind,
  ): Promise<{ ctx: Context; deadToken: boolean }>
  handOver(request: FastifyRequest, reply: FastifyReply, token: string | null): void
  say(ctx: Context, refusal: Refusal): string
  /** Takes cost points from the caller; false when too few are left. */
  spend(ctx: Context, cost: number): boolean
  /** Called with each answer; tests check it against the declared shape. */
  onAnswer?: OnAnswer | undefined
}

export type OnAnswer = (call: Call, data: unknown) => void

/** Cost points of a call, of the caller's points per minute. */
const COST = { reading: 100, writing: 500 }

const kindOf = ({ download }: Call): Kind => (download ? 'download' : 'envelope')

/** Longest body (bytes) that is dropped. */
const MAX_DROPPED = 16_384

/** Mounts every registered call with authorization, rate limit and envelope. */
export function mountCalls(app: FastifyInstance, world: RestWorld): void {
  const calls = registeredCalls()
  for (const call of calls) if (!call.file && !call.anyBody) mount(app, world, call)
  app.register(async (forms) => {
    await acceptForms(forms)
    for (const call of calls) if (call.file) mount(forms, world, call)
  })
  app.register(async (open) => {
    open.removeAllContentTypeParsers()
    open.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_DROPPED }, (_, __, done) =>
      done(null, {}),
    )
    for (const call of calls) if (call.anyBody) mount(open, world, call)
  })
}

const permits = (ctx: Context, who: Who): boolean => {
  if (who === 'anyone' || who === 'guest' || who === 'login') return true
  if (typeof who === 'string') return may(ctx, who)
  if ('orInGroup' in who) return may(ctx, who.orInGroup) || administersSomewhere(ctx)
  return who.all.every((permission) => may(ctx, permission))
}

/** Refusal and HTTP status for an unauthorized or rate-limited caller, else null. */
function barrier(
  world: RestWorld,
  { method, who, download }: Call,
  { ctx, deadToken }: { ctx: Context; deadToken: boolean },
): [Refusal, http: number] | null {
  const needsLogin = who !== 'anyone' && who !== 'guest'
  if ((deadToken && who !== 'anyone') || (needsLogin && ctx.viewer === null)) {
    return [new Refusal('UNAUTHENTICATED'), 401]
  }
  if (!download && !world.spend(ctx, method === 'GET' ? COST.reading : COST.writing)) {
    return [new Refusal('TOO_MANY_REQUESTS'), 200]
  }
  return permits(ctx, who) ? null : [new Refusal('FORBIDDEN'), 403]
}

/** HTTP status of a refusal by a handler. */
function httpOf({ forbids }: Call, refusal: Refusal): number {
  if (refusal instanceof Malformed) return 400
  return forbids.includes(refusal.code) ? 403 : 200
}

function mount(app: FastifyInstance, world: RestWorld, call: Call): void {
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    // The rest of a body that is too long or has no length is never read.
    if (call.file && !isShort(request, call.file)) reply.header('connection', 'close')
    const asked = await world.contextOf(request, reply, kindOf(call))
    const { ctx } = asked
    const refuse = (refusal: Refusal, http: number) =>
      reply.code(http).send({ status: REFUSALS[refusal.code], data: null, msg: world.say(ctx, refusal) })
    const barred = barrier(world, call, asked)
    if (barred) return refuse(...barred)
    try {
      const answer = (sent?: Sent) =>
        Promise.resolve(call.handler(ctx, parse(call, request, reply, world, sent)))
      const outcome = await (call.file ? receive(request, call.file, answer) : answer())
      if (call.download) return await sendFile(request, reply, outcome as StoredFile)
      const { data, msg } = outcome instanceof Answer ? outcome : { data: outcome, msg: 'success' }
      world.onAnswer?.(call, data ?? null)
      return reply
        .type('application/json; charset=utf-8')
        .send(asText({ status: 200, data: data ?? null, msg }, ctx.locale))
    } catch (error) {
      const refusal = refusalOf(error)
      if (call.download) refuseDownload(reply)
      if (!refusal) throw error
      if (call.download) return refuse(refusal, REFUSALS[refusal.code])
      return refuse(refusal, httpOf(call, refusal))
    }
  }
  const { method, path: url } = call
  // The compressor sets a wrong content-encoding for files it takes for compressed.
  app.route({ method, url, handler: handle, ...(call.download ? { compress: false } : {}) })
}

function parse(call: Call, request: FastifyRequest, reply: FastifyReply, world: RestWorld, sent?: Sent) {
  return {
    query: read(call.query, firstOfEach(call.query, request.query)),
    params: read(call.params, request.params),
    body: read(call.body, sent ? sent.texts : bodyOf(call.body, request.body)),
    ...(sent
      ? { file: sent.file, files: sent.files, following: async () => read(call.body, await sent.following()) }
      : {}),
    header: (name: string) => {
      const value = request.headers[name.toLowerCase()]
      return Array.isArray(value) ? value[0] : value
    },
    setHeader: (name: string, value: string) => void reply.header(name, value),
    handOver: (token: string | null) => world.handOver(request, reply, token),
  }
}

/** Parses a value. Throws Malformed with the name of the first parameter that cannot be read. */
function read(shape: z.ZodType, value: unknown): unknown {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Malformed(parsed.error.issues[0]?.path.join('.') || 'body')
}

/** The first value of each repeated parameter, all values of a list. */
function firstOfEach(shape: z.ZodType, query: unknown): Record<string, unknown> {
  const fields = shape instanceof z.ZodObject ? shape.shape : {}
  return Object.fromEntries(
    Object.entries((query ?? {}) as object).map(([name, value]) => [
      name,
      Array.isArray(value) && !takesMany(fields[name]) ? value[0] : value,
    ]),
  )
}

const takesMany = (field: unknown): boolean => coercionOf(field)?.schema.type === 'array'

/** The JSON body. Throws Malformed unless a body of parameters is an object or empty. */
function bodyOf(shape: z.ZodType, body: unknown): unknown {
  if (!(shape instanceof z.ZodObject)) return body
  if (body === undefined || body === null || body === '') return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Malformed('body')
  return body
}
