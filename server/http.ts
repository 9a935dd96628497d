import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { asLocale } from '#locales/i18n.ts'
import { createTranslator, negotiateLocale } from '#locales/translator.ts'
import { ask, first, say } from './asking.ts'
import type { House } from './context.ts'
import { Refusal } from './core/errors.ts'
import { createGraphql } from './graphql.ts'
import { mountLink } from './modules/judging/judging.link.ts'
import { mountProblemFiles } from './modules/problem/problem.files.ts'
import { mountSiteFiles } from './modules/site/site.files.ts'
import { mountRoutes } from './router.ts'
import './routes.ts'
import { mountLive } from './live.ts'
import { mountPages } from './pages.ts'

export type HttpOptions = {
  house: House
  /** Folder of the built client, null to serve the API alone. */
  clientFolder: string | null
  /** Which proxies may name the client's address, in Fastify's terms. */
  trustProxy: boolean | number | string
  /** What one address may spend on the graph in a minute, in cost points; 0: no limit. */
  costPerMinute: number
}

const EXPOSED = 'Refresh-Token,Authorization,Url-Type,Content-disposition,Content-Type'

/**
 * One server, three ways in: POST /graphql, WebSocket /graphql, and the REST door; besides, the client's files and
 * the link of the judge hosts. Answers the server, not yet listening.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { house } = options
  const hops = options.trustProxy
  const app = Fastify({
    logger: false,
    trustProxy: typeof hops === 'number' ? (_, hop) => hop < hops : hops,
    bodyLimit: 1_048_576,
    // What a client sends beyond this is noise; longer lines are cut off by Node itself.
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: true,
  })

  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // MUI and Monaco write style elements at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: false,
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })

  const contextOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = first(request.headers.authorization) || null
    const asked = await ask(house, request.headers, {
      ip: request.ip,
      token,
      renew: true,
      locale: asLocale(String((request.query as Record<string, unknown> | undefined)?.l ?? '')) ?? null,
    })
    reply.header('access-control-expose-headers', EXPOSED)
    const urlType = first(request.headers['url-type'])
    if (urlType === 'admin' || urlType === 'general') reply.header('url-type', urlType)
    if (asked.renewedToken) {
      reply.header('refresh-token', 'true')
      reply.header('authorization', asked.renewedToken)
    }
    return asked
  }

  const yoga = createGraphql({ house, costPerMinute: options.costPerMinute })
  app.route({
    url: '/graphql',
    method: ['GET', 'POST', 'OPTIONS'],
    handler: async (request, reply) => {
      const asked = await contextOf(request, reply)
      if (asked.deadToken) {
        const refusal = new Refusal('UNAUTHENTICATED')
        return reply
          .code(401)
          .send({ errors: [{ message: say(asked.ctx.locale, refusal), extensions: refusal.extensions }] })
      }
      const response = await yoga.handleNodeRequestAndResponse(request, reply, { ctx: asked.ctx })
      response.headers.forEach((value, name) => {
        reply.header(name, value)
      })
      return reply.code(response.status).send(response.body)
    },
  })
  // Yoga reads bodies itself and refuses what is not JSON, so the parsers below must leave them alone for /graphql.
  await mountLive(app, { house, yoga, trustProxy: options.trustProxy })

  // Before the routes: what is registered earlier keeps the handler of that moment.
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const http =
      error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500
    if (http === 500) house.log.error({ err: error, url: request.url }, 'a request failed')
    const locale = negotiateLocale(first(request.headers['accept-language']))
    const t = createTranslator(locale)
    const msg = http === 500 ? t('app:error.server') : t('refusal:INVALID_INPUT', { field: '' })
    return reply.code(http).send({ status: http === 500 ? 500 : 400, data: null, msg })
  })

  await app.register(async (rest) => {
    acceptEmptyJson(rest)
    mountRoutes(rest, { contextOf, say: (ctx, refusal) => say(ctx.locale, refusal) })
    mountProblemFiles(rest, { contextOf })
    mountSiteFiles(rest, { contextOf })
    mountLink(rest, house)
  })

  if (options.clientFolder) await mountPages(app, options.clientFolder, notFound)
  else app.setNotFoundHandler((_, reply) => reply.code(404).send(notFound()))
  return app
}

export const notFound = () => ({ status: 404, data: null, msg: 'Not Found' })

/** Clients of the reference system send GETs and POSTs with a JSON type and no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
    const body = String(text)
    if (body.trim() === '') return done(null, {})
    try {
      done(null, JSON.parse(body))
    } catch {
      done(Object.assign(new Error('unreadable JSON'), { statusCode: 400 }))
    }
  })
}
