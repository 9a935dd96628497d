import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ExecutionArgs } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { asLocale, type Locale } from '#locales/i18n.ts'
import { ask } from './asking.ts'
import type { Context, House } from './context.ts'
import { Refusal } from './core/errors.ts'
import { listen, onInterruption } from './events.ts'
import { type Graphql, inWords } from './graphql.ts'

/** Close codes of graphql-ws that its clients know, and the standard one for "come back at once". */
const FORBIDDEN = 4403
const SERVICE_RESTART = 1012

/** A socket asks for at most this many things at a time, so that one cannot hold thousands of subscriptions. */
const MAX_OPERATIONS = 100
const MAX_MESSAGE_BYTES = 262_144

type Extra = { socket: WebSocket; request: IncomingMessage; asked?: Context; locale: Locale | null }

const addressOf = (request: IncomingMessage, trustProxy: boolean | number | string): string => {
  const forwarded = request.headers['x-forwarded-for']
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim()
  return (trustProxy && first) || request.socket.remoteAddress || ''
}

const namedLike = (parameters: Record<string, unknown>) => {
  const lower = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]))
  return (name: string): string => {
    const value = lower.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/**
 * The WebSocket way in: graphql-ws on the same port and path, through Yoga's own parse, validate and execute, so that
 * every rule of the HTTP door holds here too. The token comes in the connection parameters; a dead one is refused, so
 * that the client drops it. Sockets end with their login, and all are asked to come back after missed events.
 */
export async function mountLive(
  app: FastifyInstance,
  world: { house: House; yoga: Graphql; trustProxy: boolean | number | string },
): Promise<void> {
  const { house, yoga, trustProxy } = world
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  })
  const open = new Map<WebSocket, Extra>()

  const disposable = useServer<Record<string, unknown>, Partial<Extra>>(
    {
      connectionInitWaitTimeout: 10_000,
      async onConnect(connection) {
        const { request, socket } = connection.extra as Extra
        // The parameters are named like the headers of the HTTP door, in any case.
        const parameter = namedLike(connection.connectionParams ?? {})
        const token = parameter('authorization') || null
        const locale = asLocale(parameter('accept-language').split(',')[0]) ?? null
        const asked = await ask(house, request.headers, {
          ip: addressOf(request, trustProxy),
          token,
          locale,
          renew: false,
        })
        if (asked.deadToken) return false
        const extra: Extra = { request, socket, asked: asked.ctx, locale }
        connection.extra.asked = asked.ctx
        open.set(socket, extra)
        socket.once('close', () => open.delete(socket))
        return true
      },
      async onSubscribe(connection, _id, payload) {
        const base = connection.extra.asked
        if (!base) return [new Refusal('UNAUTHENTICATED')]
        const ctx: Context = { ...base, now: new Date() }
        if (Object.keys(connection.subscriptions).length > MAX_OPERATIONS) {
          return [inWords(new Refusal('TOO_MANY_REQUESTS'), ctx, house)]
        }
        const enveloped = yoga.getEnveloped({ ctx } as never)
        const { schema, execute, subscribe, contextFactory, parse, validate } = enveloped
        let document: ExecutionArgs['document']
        try {
          document = parse(payload.query)
        } catch (error) {
          return [error as never]
        }
        const errors = validate(schema, document)
        if (errors.length > 0) return errors as never
        return {
          schema,
          document,
          operationName: payload.operationName,
          variableValues: payload.variables,
          contextValue: await contextFactory(),
          rootValue: { execute, subscribe },
        }
      },
      execute: (args) => (args.rootValue as { execute: (args: ExecutionArgs) => never }).execute(args),
      subscribe: (args) => (args.rootValue as { subscribe: (args: ExecutionArgs) => never }).subscribe(args),
      onError: (connection, _id, _payload, errors) => {
        const ctx = connection.extra.asked
        return ctx ? errors.map((error) => inWords(error as never, ctx, house)) : errors
      },
    },
    sockets,
    12_000,
  )

  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?')[0]
    if (path !== '/graphql') return socket.destroy()
    sockets.handleUpgrade(request, socket, head, (upgraded) => sockets.emit('connection', upgraded, request))
  })

  const offEvents = listen((event) => {
    if (event.name !== 'session.ended') return
    const { userId, sessionId } = event.payload
    for (const [socket, { asked }] of open) {
      if (asked?.viewer?.id !== userId) continue
      if (sessionId === null || asked.sessionId === sessionId) socket.close(FORBIDDEN, 'Forbidden')
    }
  })
  const offInterruption = onInterruption(() => {
    for (const socket of open.keys()) socket.close(SERVICE_RESTART, 'Service restart')
  })

  app.addHook('preClose', async () => {
    offEvents()
    offInterruption()
    for (const socket of sockets.clients) socket.close(SERVICE_RESTART, 'Service restart')
    await disposable.dispose()
    for (const socket of sockets.clients) socket.terminate()
  })
}
