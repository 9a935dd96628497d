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

/** What a call hands over, which decides how its client may be signed in and whether it is. */
export type Kind = 'envelope' | 'upload' | 'download'

/** What the router needs to know of the world around it. */
export type RestWorld = {
  /**
   * Who asks. The cookie that signs uploads in counts for those alone; a download renews no login, because caches may
   * keep it and must not keep a token.
   */
  contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: Kind,
  ): Promise<{ ctx: Context; deadToken: boolean }>
  handOver(request: FastifyRequest, reply: FastifyReply, token: string | null): void
  say(ctx: Context, refusal: Refusal): string
  /** Takes cost points from whoever asks; false when they have none left. */
  spend(ctx: Context, cost: number): boolean
  /** Hears of each answer before it leaves; tests hold it to what its call declares. */
  onAnswer?: OnAnswer | undefined
}

export type OnAnswer = (call: Call, data: unknown) => void

/** What a call costs of the points that its caller has for a minute; what writes costs more. */
const COST = { reading: 100, writing: 500 }

const kindOf = ({ file, download }: Call): Kind => (file ? 'upload' : download ? 'download' : 'envelope')

/** Opens every registered call on the server, each behind its guard and inside the envelope. */
export function mountCalls(app: FastifyInstance, world: RestWorld): void {
  const calls = registeredCalls()
  for (const call of calls) if (!call.file) mount(app, world, call)
  app.register(async (forms) => {
    await acceptForms(forms)
    for (const call of calls) if (call.file) mount(forms, world, call)
  })
}

const permits = (ctx: Context, who: Who): boolean => {
  if (who === 'anyone' || who === 'guest' || who === 'login') return true
  if (typeof who === 'string') return may(ctx, who)
  if ('orInGroup' in who) return may(ctx, who.orInGroup) || administersSomewhere(ctx)
  return who.all.every((permission) => may(ctx, permission))
}

/** Why somebody is not let through, and with which HTTP status; null for those who are. */
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

function mount(app: FastifyInstance, world: RestWorld, call: Call): void {
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    // Whatever the answer is, nobody waits for the rest of a body that is too long or without end.
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
      return refuse(refusal, refusal instanceof Malformed ? 400 : 200)
    }
  }
  const { method, path: url } = call
  // Bytes go out as they are: the compressor takes some for compressed already and then says so wrongly.
  app.route({ method, url, handler: handle, ...(call.download ? { compress: false } : {}) })
}

function parse(call: Call, request: FastifyRequest, reply: FastifyReply, world: RestWorld, sent?: Sent) {
  return {
    query: read(call.query, firstOfEach(call.query, request.query)),
    params: read(call.params, request.params),
    body: read(call.body, sent ? sent.texts : bodyOf(call.body, request.body)),
    ...(sent ? { file: sent.file } : {}),
    header: (name: string) => {
      const value = request.headers[name.toLowerCase()]
      return Array.isArray(value) ? value[0] : value
    },
    setHeader: (name: string, value: string) => void reply.header(name, value),
    handOver: (token: string | null) => world.handOver(request, reply, token),
  }
}

/** What was sent, as its shape has it; the first parameter that cannot be read is named. */
function read(shape: z.ZodType, value: unknown): unknown {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Malformed(parsed.error.issues[0]?.path.join('.') || 'body')
}

/** Of a parameter that is repeated the first counts, save where a list is wanted. */
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

/** The JSON body; where parameters are wanted, it is an object or nothing. */
function bodyOf(shape: z.ZodType, body: unknown): unknown {
  if (!(shape instanceof z.ZodObject)) return body
  if (body === undefined || body === null || body === '') return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Malformed('body')
  return body
}
