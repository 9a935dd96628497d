import compress from '@fastify/compress'
import Fastify, { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { asLocale } from '#locales/i18n.ts'
import { createTranslator, negotiateLocale } from '#locales/translator.ts'
import type { Context, House } from '../context.ts'
import type { RefusalCode } from '../core/errors.ts'
import { createBucket } from '../core/pacing/bucket.ts'
import { addressOf, isSecure, rateKeyOf, type Trust } from '../core/proxies.ts'
import { mountContestApi } from '../modules/contestApi/contestApi.link.ts'
import { mountLink } from '../modules/judging/judging.link.ts'
import { ask, first, RETRY_AFTER_S, refusalOfOutage, say, sayFirstFault } from './asking.ts'
import { limitBodies, TOO_SLOW } from './bodies.ts'
import { createGraphql, type GraphqlWorld } from './graphql.ts'
import { mountGraphql } from './graphqlHttp.ts'
import { protectAnswers } from './headers.ts'
import { mountHealth } from './health.ts'
import type { Owe, Spend } from './limits.ts'
import { mountMetrics } from './metrics.ts'
import { mountOpenApi } from './rest/openapi.ts'
import { methodsOf } from './rest/router.ts'
import { type Kind, mountCalls, type RestWorld } from './rest/serve.ts'
import '../routes.ts'
import { mountLive } from './live.ts'
import { isCall, mountPages } from './pages.ts'
import { acceptCookies, setSessionCookie, tokenOfCookie } from './sessionCookie.ts'

export type HttpOptions = {
  house: House
  /** Folder of the built client; null serves the API alone. */
  clientFolder: string | null
  /** Documents of our own pages. */
  documents?: ReadonlySet<string>
  /** Proxies trusted to name the client's address. */
  trust: Trust
  /** Cost points per minute of one user, or of one guest address; 0: no limit. */
  costPerMinute: number
  /** Equal queries of one audience within this time (ms) share one execution; 0: none do. */
  shareMs: number
  /** Token that Prometheus sends; null: only this machine may read the metrics. */
  metricsToken: string | null
} & Witness

/** Checks of answers and refusals against their declarations, for tests. */
export type Witness = Pick<RestWorld, 'onAnswer'> & Pick<GraphqlWorld, 'onUndeclared'>

const NO_REQUEST = '400 Bad Request'
/** Answers to heads that Node refuses, by its error code. */
const REFUSED_HEADS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

const PERSONAL = 'private, no-store'
/** Cost points that a user spends as a guest of their address before logging in: some pages. */
const OF_A_NEWCOMER = 5_000
const EXPOSED = 'Refresh-Token,Authorization,Url-Type,Content-disposition,Content-Type'

/**
 * Creates the server, not yet listening: GraphQL over HTTP and WebSocket, REST, the client's files, and the
 * connection of judge hosts.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { house } = options
  const app = createApp()
  limitBodies(app)
  protectAnswers(app)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })

  const bucket = createBucket(options.costPerMinute, 60)
  const welcomes = createBucket(1, 60)
  /** All machines of a room may share an address: a login refunds what the user spent as its guest. */
  const welcomeFrom = (ip: string) => (userId: string) => {
    const now = Date.now()
    if (welcomes.spend(userId, 1, now)) bucket.give(ip, OF_A_NEWCOMER, now)
  }

  const askedBy = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { token = first(request.headers.authorization) || null, renew = false } = {},
  ) => {
    reply.header('access-control-expose-headers', EXPOSED)
    const urlType = first(request.headers['url-type'])
    if (urlType === 'admin' || urlType === 'general') reply.header('url-type', urlType)
    const ip = addressOf(request.raw, options.trust)
    const asked = await ask(house, request.headers, {
      ip,
      token,
      renew,
      locale: asLocale(String((request.query as Record<string, unknown> | undefined)?.l ?? '')) ?? null,
    })
    asked.ctx.welcome = welcomeFrom(rateKeyOf(ip))
    return asked
  }

  const contextOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = await askedBy(request, reply, { renew: true })
    // A personal answer, perhaps with a new token, must not be cached.
    reply.header('cache-control', PERSONAL)
    if (asked.renewedToken) {
      reply.header('refresh-token', 'true')
      reply.header('authorization', asked.renewedToken)
    }
    return asked
  }

  const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string | null) =>
    setSessionCookie(reply, token, isSecure(request.raw, options.trust))
  const restContextOf = async (request: FastifyRequest, reply: FastifyReply, kind: Kind) => {
    const token = tokenOfCookie(request, house.publicUrl)
    if (token) {
      reply.header('cache-control', PERSONAL)
      // Its client cannot drop a cookie that has ended, and is a guest then. Nor is it told a new token.
      return { ...(await askedBy(request, reply, { token })), deadToken: false }
    }
    if (kind === 'download') return askedBy(request, reply)
    const asked = await contextOf(request, reply)
    if (asked.renewedToken) setCookie(request, reply, asked.renewedToken)
    return asked
  }
  const handOver = (request: FastifyRequest, reply: FastifyReply, token: string | null) => {
    if (token) reply.header('authorization', token)
    setCookie(request, reply, token)
  }

  // Before the routes, because each route keeps the handler of its registration.
  app.setErrorHandler(answerError(house))

  const payerOf = ({ viewer, client }: Context): string => viewer?.id ?? rateKeyOf(client.ip)
  const spend: Spend = (ctx, cost) =>
    options.costPerMinute <= 0 || bucket.spend(payerOf(ctx), cost, ctx.now.getTime())
  const owe: Owe = (ctx, cost) => bucket.give(payerOf(ctx), -cost, ctx.now.getTime())

  const { yoga, pace, sharedExecution, hubs } = createGraphql({
    onUndeclared: options.onUndeclared,
    house,
    spend,
    owe,
    documents: options.documents ?? new Set(),
    shareMs: options.shareMs,
    paced: options.costPerMinute > 0,
  })
  await mountGraphql(app, { yoga, sharedExecution, contextOf, house })
  await mountLive(app, { house, yoga, pace, trust: options.trust })

  await app.register(async (rest) => {
    acceptEmptyJson(rest)
    acceptForms(rest)
    await acceptCookies(rest)
    rest.addHook('onSend', async ({ method }) => {
      if (method !== 'GET' && method !== 'HEAD') sharedExecution.wrote()
    })
    mountCalls(rest, {
      contextOf: restContextOf,
      handOver,
      spend,
      onAnswer: options.onAnswer,
      say: (ctx, refusal) => sayFirstFault(ctx.locale, refusal),
    })
    mountOpenApi(rest)
    mountLink(rest, house)
    mountContestApi(rest, {
      ask: (request, reply, token) => askedBy(request, reply, { token }),
      spend,
      owe,
      say: (ctx, refusal) => sayFirstFault(ctx.locale, refusal),
    })
    mountMetrics(rest, house, { token: options.metricsToken, hubs })
    mountHealth(rest, house)
  })

  app.setNotFoundHandler(answerNotFound)
  if (options.clientFolder) await mountPages(app, options.clientFolder, refusePlainly)
  return app
}

/**
 * The address of a call with single slashes and none at its end. Scripts of the reference system join addresses that
 * end in a slash with paths that begin with one, which its servers accept.
 */
function withoutSlashes(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!/^\/+(api|shopapi)\//.test(path)) return url
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '') + url.slice(path.length)
}

/** A server without routes, which refuses malformed requests. */
const createApp = () =>
  Fastify({
    logger: false,
    bodyLimit: 1_048_576,
    // Longer parameters are never valid; Node itself cuts longer lines.
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: true,
    // Bodies have limits of their own, because an upload may be long.
    requestTimeout: 0,
    // An absolute-form request target is the same request (RFC 9112, 3.2.2).
    rewriteUrl: ({ url = '/' }) => withoutSlashes(url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')),
    // An address that cannot be decoded.
    frameworkErrors: (_, request, reply) =>
      isCall(request.url) ? refuse(request, reply, 400) : refusePlainly(request, reply, 400, 'INVALID_INPUT'),
    // Not an HTTP request, or one with too large a head.
    clientErrorHandler(error, socket) {
      const status = ('code' in error && REFUSED_HEADS[String(error.code)]) || NO_REQUEST
      if (socket.writable)
        socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
      socket.destroy(error)
    },
  })

/** Answers errors of a call: refusals by their status, outages with a retry time, and bugs without details. */
const answerError =
  (house: House) =>
  (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    const code = error.statusCode ?? 500
    if (code < 500) return refuse(request, reply, code)
    const outage = refusalOfOutage(house, error)
    if (outage) reply.header('retry-after', RETRY_AFTER_S)
    else house.log.error({ err: error, url: request.url }, 'a request failed')
    const msg = outage ? say(localeOf(request), outage) : translatorOf(request)('app:error.server')
    return reply.code(500).send({ status: 500, data: null, msg })
  }

/** Answers addresses without a route: 405 where another method is allowed, else 404. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0] ?? ''
  const methods = methodsOf(path)
  // Outside the calls, a GET is answered by a page.
  const allowed = isCall(path) ? methods : [...new Set(['GET', ...methods])]
  if (methods.length > 0) return refuse(request, reply.header('allow', allowed.join(', ')), 405)
  if (!isCall(path)) return refusePlainly(request, reply, 404, 'NOT_FOUND')
  const msg = translatorOf(request)('refusal:NOT_FOUND')
  return reply.code(404).send({ status: 404, data: null, msg })
}

const localeOf = (request: FastifyRequest) => negotiateLocale(first(request.headers['accept-language']))

const translatorOf = (request: FastifyRequest) => createTranslator(localeOf(request))

/** Refusals before a route is called, by status. */
const REFUSED: Record<number, RefusalCode> = {
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

/** Refuses an address opened in a browser, as plain text. */
const refusePlainly = (request: FastifyRequest, reply: FastifyReply, code: number, refusal: RefusalCode) =>
  reply
    .code(code)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`${translatorOf(request)(`refusal:${refusal}`)}\n`)

function refuse(request: FastifyRequest, reply: FastifyReply, code: number) {
  const msg = translatorOf(request)(`refusal:${REFUSED[code] ?? 'INVALID_INPUT'}`)
  // Clients of the reference system expect 400 for a body that is too large.
  return reply.code(code === 413 ? 400 : code).send({ status: 400, data: null, msg })
}

/**
 * Accepts form bodies, which clients of the reference system send with some empty POSTs. Another site can
 * send a form too, but without an Authorization header: then it is refused.
 */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, text, done) => {
      if (!request.headers.authorization) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
      done(null, Object.fromEntries(new URLSearchParams(String(text))))
    },
  )
}

/**
 * Accepts GET and POST requests with a JSON type and no body, as clients of the reference system send them.
 */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const body = String(text)
    if (body.trim() === '') return done(null, {})
    void parse(request, body, done)
  })
}
