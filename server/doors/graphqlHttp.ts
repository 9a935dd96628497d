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

/** Room for the longest source somebody may submit, each of its characters escaped. */
const MAX_BODY = 524_288

/** Characters of Accept headers that are remembered; browsers send a few. */
const TYPES_KEPT = 10_000

/** Names the moment (ms) an answer was read at; what happens after it is for subscriptions to tell. */
export const READ_AT = 'read-at'

/** Names the moment (ms) an answer left, which may have been read a while before, so that clients know our clock. */
const WRITTEN_AT = 'written-at'

/** What is refused before the graph is asked. */
const REFUSED: Record<number, RefusalCode> = {
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

/**
 * POST and GET /graphql, and GraphiQL for those who open it in a browser. Bodies are JSON and nothing else: what a
 * form of another site can send is refused. Every refusal has the shape of an answer of the graph.
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

  /** The text of each body, for those who send the same. */
  const bodies = new WeakMap<FastifyRequest, string>()
  /** Types of answers by Accept header. */
  const types = createRecent<string>(TYPES_KEPT)

  /** Sends what many are answered; whether there was such an answer. */
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
        // From when on a subscription must hear what this answer may not know.
        reply.header(READ_AT, ctx.now.getTime())
        const wanted = () => request.raw.socket.writable
        const response = await world.yoga.handleNodeRequestAndResponse(request, reply, { ctx, wanted, body })
        response.headers.forEach((value, name) => {
          reply.header(name, value)
        })
        reply.header(WRITTEN_AT, Date.now())
        const type = response.headers.get('content-type')
        if (response.ok && type?.startsWith('application/')) types.set(request.headers.accept ?? '', type)
        // A whole text has a length, so a short one is not compressed; streams stay what they are.
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
