import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql'
import { handleProtocols, makeServer } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { asLocale } from '#locales/i18n.ts'
import { afresh, type Context, type House } from '../context.ts'
import { Refusal } from '../core/errors.ts'
import { addressOf, type Trust } from '../core/proxies.ts'
import { endOfSession, viewerOfSession } from '../modules/user/session.ts'
import { ask } from './asking.ts'
import { createCrowd, type Place as Room } from './crowd.ts'
import { type Graphql, inWords } from './graphql.ts'
import { Place } from './hub.ts'
import { Membership, type Subscribed } from './member.ts'
import type { Pace, Wanted } from './pace.ts'
import { ignoreUpgrades } from './upgrades.ts'
import { type Line, speak } from './wire.ts'

/** Close codes of graphql-ws that its clients know, and the standard one for "come back at once". */
const FORBIDDEN = 4403
const SERVICE_RESTART = 1012
const TRY_AGAIN_LATER = 1013

/** A socket asks for at most this many things at a time, so that one cannot hold thousands of subscriptions. */
const MAX_OPERATIONS = 100
const MAX_MESSAGE_BYTES = 262_144
/** Whoever opens a socket says who they are within this time (ms). */
const INIT_WAIT = 10_000
/** A client that does not answer a goodbye within this time (ms) is not waited for. */
const GOODBYE = 500

/** A connection whose owner is known. */
type Known = Line & { asked?: Context }

const namedLike = (parameters: Record<string, unknown>) => {
  const lower = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]))
  return (name: string): string => {
    const value = lower.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/** Whether a request wishes for the one other protocol spoken here, at the place where it is spoken. */
const wantsSocket = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.split('?')[0] === '/graphql' && headers.upgrade?.toLowerCase() === 'websocket'

/** Calls `end` when a login is over; one that was renewed meanwhile goes on. */
function onSessionEnd(house: House, sessionId: number, until: Date, end: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const wait = (moment: Date) => {
    timer = setTimeout(async () => {
      const next = await endOfSession(house, sessionId, new Date()).catch(() => null)
      if (next) wait(next)
      else end()
    }, moment.getTime() - Date.now())
  }
  wait(until)
  return () => clearTimeout(timer)
}

/**
 * The WebSocket way in: graphql-ws on the same port and path, through Yoga's own parse, validate and execute, so that
 * every rule of the HTTP door holds here too. The token comes in the connection parameters; a dead one is refused, so
 * that the client drops it. Who somebody is is read again for each operation and event. Sockets end with their login,
 * and all are asked to come back after missed events.
 */
export async function mountLive(
  app: FastifyInstance,
  world: { house: House; yoga: Graphql; pace: Pace; trust: Trust },
): Promise<void> {
  const { house, yoga, pace, trust } = world
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols,
  })
  const open = new Map<WebSocket, Context>()
  const crowd = createCrowd()
  const places = new WeakMap<WebSocket, Room>()

  /** Errors as they leave: in the reader's language, without what is meant for HTTP. */
  const put = (errors: readonly GraphQLError[], ctx: Context): GraphQLError[] =>
    errors.map((error) => {
      const worded = inWords(error, ctx, house)
      const { http: _, ...extensions } = worded.extensions
      const { nodes, source, positions, path } = worded
      return new GraphQLError(worded.message, { nodes, source, positions, path, extensions })
    })

  const guarded = async (work: () => unknown, ctx: Context) => {
    try {
      return (await work()) as never
    } catch (error) {
      const known =
        error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })
      return { errors: put([known], ctx) }
    }
  }

  /** Subscribes with the same operation as whoever the owner of the line is by now. */
  const again = async ({ asked, socket }: Known, args: ExecutionArgs, since: number): Promise<Subscribed> => {
    if (!asked) return { errors: [new Refusal('UNAUTHENTICATED')] }
    const ctx: Context = { ...(await afresh(asked)), since }
    const wanted: Wanted = () => socket.readyState === socket.OPEN
    const { subscribe, contextFactory } = yoga.getEnveloped({ ctx, wanted } as never)
    const contextValue = await contextFactory()
    return guarded(() => subscribe({ ...args, contextValue }), ctx)
  }

  const server = makeServer<Record<string, unknown>, Known>({
    connectionInitWaitTimeout: INIT_WAIT,
    async onConnect({ extra, connectionParams }) {
      const { request, socket } = extra
      places.get(socket)?.spoke()
      // The parameters are named like the headers of the HTTP door, in any case.
      const parameter = namedLike(connectionParams ?? {})
      const asked = await ask(house, request.headers, {
        ip: addressOf(request, trust),
        token: parameter('authorization') || null,
        locale: asLocale(parameter('accept-language').split(',')[0]) ?? null,
        renew: false,
      })
      if (asked.deadToken) return false
      const { sessionId } = asked.ctx
      if (!places.get(socket)?.admit(sessionId)) {
        socket.close(TRY_AGAIN_LATER, 'Too many connections')
        return false
      }
      const viewerNow = async () => {
        if (sessionId === null) return null
        const viewer = await viewerOfSession(house, sessionId)
        if (!viewer) socket.close(FORBIDDEN, 'Forbidden')
        return viewer
      }
      const ctx: Context = { ...asked.ctx, viewerNow }
      extra.asked = ctx
      open.set(socket, ctx)
      socket.once('close', () => open.delete(socket))
      if (ctx.sessionId === null) return true
      // Asked again now that its end would be heard: it may have ended between the two.
      const until = await endOfSession(house, ctx.sessionId, ctx.now)
      if (!until) return false
      const forget = onSessionEnd(house, ctx.sessionId, until, () => socket.close(FORBIDDEN, 'Forbidden'))
      socket.once('close', forget)
      return true
    },
    async onSubscribe({ extra, subscriptions }, id, { query, operationName, variables, extensions }) {
      if (!extra.asked) return [new Refusal('UNAUTHENTICATED')]
      const since = typeof extensions?.since === 'number' ? extensions.since : null
      if (Object.keys(subscriptions).length > MAX_OPERATIONS) return [new Refusal('TOO_MANY_REQUESTS')]
      const ctx: Context = { ...(await afresh(extra.asked)), since }
      const { socket } = extra
      const wanted: Wanted = () => socket.readyState === socket.OPEN && id in subscriptions
      let done: () => void
      try {
        done = await pace.read(ctx, query, wanted)
      } catch (error) {
        return put([error as GraphQLError], ctx)
      }
      /** What an operation needs to be run, or what is wrong with it. */
      const prepare = async () => {
        const enveloped = yoga.getEnveloped({ ctx, wanted } as never)
        const { schema, execute, subscribe, contextFactory, parse, validate } = enveloped
        let document: ExecutionArgs['document']
        try {
          document = parse(query)
        } catch (error) {
          return put([error as GraphQLError], ctx)
        }
        const errors = validate(schema, document)
        if (errors.length > 0) return errors as GraphQLError[]
        if (!getOperationAST(document, operationName)) {
          return put([new GraphQLError('Unable to identify operation')], ctx)
        }
        const contextValue = await contextFactory()
        return {
          schema,
          document,
          operationName,
          variableValues: variables,
          contextValue,
          rootValue: {
            execute: (args: ExecutionArgs) => guarded(() => execute(args), ctx).finally(done),
            subscribe: async (args: ExecutionArgs) => {
              const subscribed: Subscribed = await guarded(() => subscribe(args), ctx).finally(done)
              if (!(subscribed instanceof Place)) return subscribed
              const viewerNow = ctx.viewerNow ?? (async () => null)
              return new Membership(
                { socket, id, viewerNow, again: (since) => again(extra, args, since) },
                subscribed,
              )
            },
          },
        }
      }
      const prepared = await prepare().catch((error: unknown) => {
        done()
        throw error
      })
      // Nothing of it will be run.
      if (Array.isArray(prepared)) done()
      return prepared
    },
    execute: (args) => (args.rootValue as { execute: (args: ExecutionArgs) => never }).execute(args),
    subscribe: (args) => (args.rootValue as { subscribe: (args: ExecutionArgs) => never }).subscribe(args),
    onError: ({ extra }, _id, _payload, errors) =>
      extra.asked && put(errors as GraphQLError[], extra.asked).map((error) => error.toJSON()),
  })
  const rest = speak(sockets, server as never, house.log)

  const asHttp = ignoreUpgrades(app.server)
  app.server.on('upgrade', (request, socket, head) => {
    // Until it is in other hands nobody else hears of a connection that breaks, which would end the process.
    socket.on('error', () => {})
    if (!wantsSocket(request)) return asHttp(request, socket, head)
    sockets.handleUpgrade(request, socket, head, (upgraded) => {
      const place = crowd.arrive(addressOf(request, trust), Date.now(), () => upgraded.terminate())
      places.set(upgraded, place)
      upgraded.once('close', () => place.leave())
      sockets.emit('connection', upgraded, request)
    })
  })

  const offEvents = house.events.listen((event) => {
    if (event.name !== 'session.ended') return
    const { userId, sessionId } = event.payload
    for (const [socket, ctx] of open) {
      if (ctx.viewer?.id !== userId) continue
      if (sessionId === null || ctx.sessionId === sessionId) socket.close(FORBIDDEN, 'Forbidden')
    }
  })
  const offInterruption = house.events.onInterruption(() => {
    for (const socket of open.keys()) socket.close(SERVICE_RESTART, 'Service restart')
  })

  app.addHook('preClose', async () => {
    offEvents()
    offInterruption()
    rest()
    const leaving = [...sockets.clients].map((socket) => {
      socket.close(SERVICE_RESTART, 'Service restart')
      return once(socket, 'close')
    })
    await Promise.race([Promise.all(leaving), delay(GOODBYE, null, { ref: false })])
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  })
}
