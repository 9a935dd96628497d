import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createTranslator, negotiateLocale } from '#locales/translator.ts'
import type { Context, House } from '../context.ts'
import { Refusal, type RefusalCode } from '../core/errors.ts'
import { createRecent } from '../core/recent.ts'
import { encodingOf } from './answer.ts'
import { type Asked, first, RETRY_AFTER_S, refusalOfOutage, say } from './asking.ts'
import { sendGraphiql, wantsPage } from './graphiql.ts'
import type { Graphql } from './graphql.ts'
import type { SharedExecution } from './sharedExecution.ts'

/** Maximum body (bytes), as over REST: forms of problems have two long statements, and files. */
const MAX_BODY = 1_048_576

/** Characters of Accept headers that are cached; browsers send a few. */
const TYPES_KEPT = 10_000

/** Header with the read time (ms) of an answer; subscriptions deliver later events. */
export const READ_AT = 'read-at'

/**
 * Header with the send time (ms) of an answer, possibly later than its read time: clients set their clock by
 * it.
 */
const WRITTEN_AT = 'written-at'

/** Refusals before the query is read, by status. */
const REFUSED: Record<number, RefusalCode> = {
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

/**
 * Mounts POST and GET /graphql, and GraphiQL for browsers. Bodies are JSON only, because forms of other sites
 * can send other types. Every refusal has the shape of a GraphQL answer.
 */
export async function mountGraphql(
  app: FastifyInstance,
  world: {
    yoga: Graphql
    sharedExecution: SharedExecution
    house: House
    contextOf(request: FastifyRequest, reply: FastifyReply): Promise<Asked>
  },
): Promise<void> {
  const localeOf = (request: FastifyRequest) => negotiateLocale(first(request.headers['accept-language']))
  const refuse = (request: FastifyRequest, reply: FastifyReply, code: number, refusal: Refusal) => {
    const message = say(localeOf(request), refusal)
    return reply.code(code).send({ errors: [{ message, extensions: refusal.extensions }] })
  }

  /** Text of each body, the key of shared answers. */
  const bodies = new WeakMap<FastifyRequest, string>()
  /** Media type of the answer by Accept header. */
  const types = createRecent<string>(TYPES_KEPT)

  /** Sends the shared answer; false when there is none. */
  const answerAsMany = async (ctx: Context, body: string, request: FastifyRequest, reply: FastifyReply) => {
    const type = types.get(request.headers.accept ?? '')
    const answer = type ? await world.sharedExecution.answer(ctx, body) : null
    if (!type || !answer) return false
    reply.header(READ_AT, answer.readAt).type(type)
    const encoding = answer.isLong ? encodingOf(first(request.headers['accept-encoding'])) : null
    if (answer.isLong) reply.header('vary', 'accept-encoding')
    if (encoding) reply.header('content-encoding', encoding)
    const bytes = encoding ? await answer.in(encoding) : answer.plain
    void reply.header(WRITTEN_AT, Date.now()).send(bytes)
    return true
  }

  await app.register(async (graph) => {
    const parseJson = graph.getDefaultJsonParser('error', 'error')
    graph.removeAllContentTypeParsers()
    graph.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_BODY },
      (request, text, done) => {
        bodies.set(request, String(text))
        void parseJson(request, String(text), done)
      },
    )

    graph.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const code = error.statusCode ?? 500
      if (code < 500) return refuse(request, reply, code, new Refusal(REFUSED[code] ?? 'INVALID_INPUT'))
      const outage = refusalOfOutage(world.house, error)
      if (outage) return refuse(request, reply.header('retry-after', RETRY_AFTER_S), 503, outage)
      world.house.log.error({ err: error, url: request.url }, 'a request failed')
      const message = createTranslator(localeOf(request))('app:error.server')
      return reply.code(500).send({ errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
    })

    graph.route({
      url: '/graphql',
      method: ['GET', 'POST'],
      handler: async (request, reply) => {
        if (wantsPage(request)) return sendGraphiql(request, reply)
        const { ctx, deadToken } = await world.contextOf(request, reply)
        if (deadToken) {
          const refusal = new Refusal('UNAUTHENTICATED')
          const message = say(ctx.locale, refusal)
          return reply.code(401).send({ errors: [{ message, extensions: refusal.extensions }] })
        }
        const body = bodies.get(request) ?? null
        if (body && (await answerAsMany(ctx, body, request, reply))) return reply
        // A subscription starts from this time.
        reply.header(READ_AT, ctx.now.getTime())
        const wanted = () => request.raw.socket.writable
        const response = await world.yoga.handleNodeRequestAndResponse(request, reply, { ctx, wanted, body })
        response.headers.forEach((value, name) => {
          reply.header(name, value)
        })
        reply.header(WRITTEN_AT, Date.now())
        const type = response.headers.get('content-type')
        if (response.ok && type?.startsWith('application/')) types.set(request.headers.accept ?? '', type)
        // A whole text has a length and a short one is not compressed; streams stay streams.
        const whole = type?.startsWith('application/') ?? false
        return reply.code(response.status).send(whole ? await response.text() : response.body)
      },
    })
    graph.route({
      url: '/graphql',
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      handler: (request, reply) =>
        refuse(request, reply.header('allow', 'GET, POST'), 405, new Refusal('METHOD_NOT_ALLOWED')),
    })
  })
}
