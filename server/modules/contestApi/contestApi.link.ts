import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Context, inLocale, requireLogin } from '../../context.ts'
import { REFUSALS, Refusal, refusalOf } from '../../core/errors.ts'
import type { Asked } from '../../doors/asking.ts'
import { acceptForms, receive } from '../../doors/rest/upload.ts'
import { packZip } from '../package/zip.ts'
import type { ClicsObject } from '../scoreboard/record/clicsObjects.ts'
import { website } from '../site/site.ts'
import { ACCESS } from './access.ts'
import { createBasicLogins, credentialsOf } from './basicLogin.ts'
import {
  accountOf,
  findForReader,
  findSubmitted,
  listServed,
  readForReader,
  SERVED,
  type ServedCollection,
} from './contestApi.ts'
import { eventFeedOf } from './feed.ts'
import { MOST_SOURCE_BYTES, readForm, readSubmission, sendClarification, sendSubmission } from './sending.ts'
import { standingsOf } from './standings.ts'

/** Services of the HTTP server. */
type ContestApiWorld = {
  /** The caller by a token; null: a guest. */
  ask(request: FastifyRequest, reply: FastifyReply, token: string | null): Promise<Asked>
  say(ctx: Context, refusal: Refusal): string
  /** Takes cost points from the caller; false when too few are left. */
  spend(ctx: Context, cost: number): boolean
  /** Takes them afterwards, even below zero. */
  owe(ctx: Context, cost: number): void
}

const VERSION = '2023-06'

/** Where it is: at the address of the specification, and at that of DOMjudge, which its tools ask for. */
const BASES = ['/api', '/api/v4'] as const

/**
 * Cost points of a login, of a read, and of each team and submission of the contest that it went through: of 3,000 teams one
 * took 50 ms, and of 12,000 submissions more 200 ms, also where the answer is short.
 */
const COST = { login: 500, reading: 100, row: 2 }

/** Most open feeds of one account in this process. */
const MOST_FEEDS = 20

/** HTTP status of refusals that have another one elsewhere. */
const HTTP: Partial<Record<Refusal['code'], number>> = { WRONG_CREDENTIALS: 401, LOCKED_OUT: 429 }

/** Headers of every answer: a request carries its login in a header, never a cookie, so that any page may send it. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'cache-control': 'private, no-store',
}

type Params = { cid: string; type: string; id: string }
type Sent = FastifyRequest<{ Params: Params; Querystring: Record<string, string | string[] | undefined> }>
type Handler = (ctx: Context, request: Sent, reply: FastifyReply) => Promise<unknown>

const numberOf = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)

const isServed = (type: string): type is ServedCollection => (SERVED as readonly string[]).includes(type)

const textOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

/** Objects whose properties of type ID are those of the query, for example `?team_id=…`; empty: without one. */
function filtered(objects: readonly ClicsObject[], query: Sent['query']): readonly ClicsObject[] {
  const wanted = Object.entries(query).filter(([name]) => name.endsWith('_id'))
  return objects.filter((one) => wanted.every(([name, value]) => (one[name] ?? '') === textOf(value)))
}

/**
 * Mounts the CLICS Contest API, version 2023-06 (ccs-specs.icpc.io/2023-06/contest_api), at `/api`: ACM
 * contests, for organisers whole, with their event feed, and for others as a team sees them, who may submit and ask.
 * Callers log in by HTTP Basic, or send a token.
 */
export function mountContestApi(app: FastifyInstance, world: ContestApiWorld): void {
  const logins = createBasicLogins()
  const feeds = new Map<string, number>()
  const ending = new AbortController()
  app.addHook('preClose', async () => ending.abort())

  /** The caller, logged in. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<Context> {
    const header = request.headers.authorization
    const credentials = header === undefined ? null : credentialsOf(header)
    if (!credentials) {
      const { ctx } = await world.ask(request, reply, header ?? null)
      requireLogin(ctx)
      return ctx
    }
    const { ctx: guest } = await world.ask(request, reply, null)
    const token = () =>
      logins.token(guest, credentials, () => {
        if (!world.spend(guest, COST.login)) throw new Refusal('TOO_MANY_REQUESTS')
      })
    const kept = await token()
    const asked = await world.ask(request, reply, kept)
    if (!asked.deadToken) return asked.ctx
    logins.forget(guest, credentials, kept)
    return (await world.ask(request, reply, await token())).ctx
  }

  const refuse = (ctx: Context | null, reply: FastifyReply, refusal: Refusal) => {
    const code = HTTP[refusal.code] ?? REFUSALS[refusal.code]
    if (code === 401) reply.header('www-authenticate', 'Basic realm="Contest API", charset="UTF-8"')
    const message = ctx ? world.say(ctx, refusal) : refusal.code
    return reply.code(code).type('application/json; charset=utf-8').send({ code, message })
  }

  const handled = (handler: Handler) => async (request: Sent, reply: FastifyReply) => {
    reply.headers(HEADERS)
    let ctx: Context | null = null
    try {
      ctx = (await world.ask(request, reply, null)).ctx
      ctx = await enter(request, reply)
      if (!world.spend(ctx, COST.reading)) throw new Refusal('TOO_MANY_REQUESTS')
      return await handler(ctx, request, reply)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      return refuse(ctx, reply, refusal)
    }
  }

  const get = (
    path: string,
    handler: Handler,
    options: { compress?: false; exposeHeadRoute?: false } = {},
  ) => {
    for (const base of BASES) app.get(`${base}${path}`, options, handled(handler))
  }

  /** A contest, whose size the caller pays for. */
  const readPaid = async (ctx: Context, cid: string) => {
    const served = await readForReader(ctx, numberOf(cid))
    const { teams, tries, waiting } = served.record
    world.owe(ctx, COST.row * (teams.length + tries.length + waiting.length))
    return served
  }

  for (const base of BASES) {
    for (const path of ['/contests', '/contests/*'])
      app.options(`${base}${path}`, async (_, reply) => reply.headers(HEADERS).code(204).send())
    app.get(base, async (request, reply) => {
      const { ctx } = await world.ask(request, reply, null)
      const { name } = await website.get(ctx)
      return reply.headers(HEADERS).send({
        version: VERSION,
        version_url: `https://ccs-specs.icpc.io/${VERSION}/contest_api`,
        provider: { name: inLocale(name, ctx.locale) },
      })
    })
  }
  get('/contests', listServed)
  get('/contests/:cid', async (ctx, { params }) => (await readPaid(ctx, params.cid)).objects.contest)
  get('/contests/:cid/:type', async (ctx, { params: { cid, type }, query }) => {
    if (type === 'access') return ACCESS[(await findForReader(ctx, numberOf(cid))).role]
    if (type === 'account') return accountOf(ctx, await findForReader(ctx, numberOf(cid)))
    const served = await readPaid(ctx, cid)
    if (type === 'state') return served.state
    if (type === 'scoreboard') return standingsOf(served, textOf(query.group_id))
    if (!isServed(type)) throw new Refusal('NOT_FOUND')
    return filtered(served.objects[type], query)
  })
  get('/contests/:cid/:type/:id', async (ctx, { params: { cid, type, id } }) => {
    const { objects } = await readPaid(ctx, cid)
    const found = isServed(type) && objects[type].find((one) => one.id === id)
    if (!found) throw new Refusal('NOT_FOUND')
    return found
  })
  get(
    '/contests/:cid/submissions/:id/files',
    async (ctx, { params: { cid, id } }, reply) => {
      const found = await findSubmitted(ctx, numberOf(cid), numberOf(id))
      const zip =
        'open' in found
          ? await found.open()
          : Buffer.from(await packZip(new Map([[found.name, { content: Buffer.from(found.source) }]])))
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${id}.zip"`)
        .send(zip)
    },
    { compress: false },
  )
  get(
    '/contests/:cid/event-feed',
    async (ctx, request, reply) => {
      requireLogin(ctx)
      const { id } = ctx.viewer
      const open = feeds.get(id) ?? 0
      if (open >= MOST_FEEDS) throw new Refusal('TOO_MANY_REQUESTS')
      feeds.set(id, open + 1)
      const closed = new AbortController()
      reply.raw.once('close', () => {
        closed.abort()
        const left = (feeds.get(id) ?? 1) - 1
        if (left > 0) feeds.set(id, left)
        else feeds.delete(id)
      })
      const lines = await eventFeedOf(ctx, numberOf(request.params.cid), {
        since: textOf(request.query.since_token),
        signal: AbortSignal.any([closed.signal, ending.signal]),
      })
      if (!lines) throw new Refusal('INVALID_INPUT')
      // Proxies that collect answers would hold the lines back.
      return reply.type('application/x-ndjson').header('x-accel-buffering', 'no').send(Readable.from(lines))
    },
    { compress: false, exposeHeadRoute: false },
  )

  app.register(async (posts) => {
    await acceptForms(posts)
    posts.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      posts.getDefaultJsonParser('error', 'error'),
    )
    const post = (path: string, handler: Handler) => {
      const guarded: Handler = async (ctx, request, reply) => {
        requireNoOtherPage(request)
        return handler(ctx, request, reply)
      }
      for (const base of BASES) posts.post(`${base}${path}`, handled(guarded))
    }
    post('/contests/:cid/submissions', async (ctx, request) => {
      const contestId = numberOf(request.params.cid)
      if (!request.isMultipart())
        return sendSubmission(ctx, contestId, await readSubmission(request.body ?? null))
      return receive(request, FORM, async ({ files, texts }) =>
        sendSubmission(ctx, contestId, await readForm(files, texts)),
      )
    })
    post('/contests/:cid/clarifications', (ctx, { params, body }) =>
      sendClarification(ctx, numberOf(params.cid), body ?? null),
    )
  })
}

/** Files of a submission as DOMjudge takes them. */
const FORM = { field: 'code[]', maxBytes: MOST_SOURCE_BYTES, most: 10 }

/**
 * Refuses a page of another site: browsers send a name and password that were typed once with its requests too. Programs
 * name no page.
 */
function requireNoOtherPage({ headers }: FastifyRequest): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('FORBIDDEN')
  if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host))
    throw new Refusal('FORBIDDEN')
}
