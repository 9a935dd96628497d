import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ExecutionArgs, GraphQLError } from 'graphql'
import { handleProtocols, makeServer } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { asLocale } from '#locales/i18n.ts'
import type { House } from '../context.ts'
import { addressOf, rateKeyOf, type Trust } from '../core/proxies.ts'
import { ask, refusalOfOutage } from './asking.ts'
import type { Graphql } from './graphql.ts'
import { createOperations, type Known } from './liveOperations.ts'
import type { Pace } from './pace.ts'
import { createSocketAccess, TRY_AGAIN_LATER } from './socketAccess.ts'
import { type CountedSocket, createSocketLimits } from './socketLimits.ts'
import { ignoreUpgrades } from './upgrades.ts'
import { speak } from './wire.ts'

/** Close code that asks the client to reconnect at once. */
const SERVICE_RESTART = 1012

const MAX_MESSAGE_BYTES = 262_144
/** Longest time (ms) from opening a socket to its connection_init. */
const INIT_WAIT = 10_000
/** Longest wait (ms) for a client's answer to a close. */
const GOODBYE = 500

const namedLike = (parameters: Record<string, unknown>) => {
  const lower = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]))
  return (name: string): string => {
    const value = lower.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/** Whether a request upgrades to a WebSocket at the path of the graph. */
const wantsSocket = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.split('?')[0] === '/graphql' && headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Mounts graphql-ws on the same port and path, through Yoga's own parse, validate and execute, so that every
 * rule of the HTTP door applies. The token is in the connection parameters; an expired one is refused, so
 * that the client drops it. The owner is read again for each operation, and on events (socketAccess.ts). A
 * socket ends with its session; after missed events all sockets reconnect.
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
  const accesses = createSocketAccess(house)
  const limits = createSocketLimits()
  const operations = createOperations({ house, yoga, pace })
  const places = new WeakMap<WebSocket, CountedSocket>()

  const server = makeServer<Record<string, unknown>, Known>({
    connectionInitWaitTimeout: INIT_WAIT,
    async onConnect({ extra, connectionParams }) {
      const { request, socket } = extra
      places.get(socket)?.spoke()
      // Parameters are named like the headers of the HTTP door, in any case.
      const parameter = namedLike(connectionParams ?? {})
      const asked = await ask(house, request.headers, {
        ip: addressOf(request, trust),
        token: parameter('authorization') || null,
        locale: asLocale(parameter('accept-language').split(',')[0]) ?? null,
        renew: false,
      })
      if (asked.deadToken) return false
      const { sessionId, viewer } = asked.ctx
      const login = sessionId !== null && viewer !== null ? { sessionId, userId: viewer.id } : null
      if (!places.get(socket)?.admit(login)) {
        socket.close(TRY_AGAIN_LATER, 'Too many connections')
        return false
      }
      const access = await accesses.take(socket, asked.ctx)
      if (!access) return false
      extra.access = access
      extra.asked = { ...asked.ctx, viewerNow: () => access.viewer }
      return true
    },
    onSubscribe: ({ extra, subscriptions }, id, payload) =>
      operations.prepare(extra, subscriptions, id, payload),
    execute: (args) => (args.rootValue as { execute: (args: ExecutionArgs) => never }).execute(args),
    subscribe: (args) => (args.rootValue as { subscribe: (args: ExecutionArgs) => never }).subscribe(args),
    onError: ({ extra }, _id, _payload, errors) =>
      extra.asked &&
      operations.localized(errors as GraphQLError[], extra.asked).map((error) => error.toJSON()),
  })
  // Clients of graphql-ws reconnect after this code, but not after that of an internal error.
  const rest = speak(sockets, server as never, house.log, (error) => {
    const outage = refusalOfOutage(house, error)
    return outage && { code: TRY_AGAIN_LATER, reason: outage.code }
  })

  const asHttp = ignoreUpgrades(app.server)
  app.server.on('upgrade', (request, socket, head) => {
    // Until the library takes the socket, an error event without a listener would end the process.
    socket.on('error', () => {})
    if (!wantsSocket(request)) return asHttp(request, socket, head)
    sockets.handleUpgrade(request, socket, head, (upgraded) => {
      const place = limits.arrive(rateKeyOf(addressOf(request, trust)), Date.now(), () =>
        upgraded.terminate(),
      )
      places.set(upgraded, place)
      upgraded.once('close', () => place.leave())
      sockets.emit('connection', upgraded, request)
    })
  })

  const offInterruption = house.events.onInterruption(() => {
    for (const { socket } of accesses.all) socket.close(SERVICE_RESTART, 'Service restart')
  })

  app.addHook('preClose', async () => {
    accesses.end()
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
