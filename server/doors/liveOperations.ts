import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { afresh, type Context, type House } from '../context.ts'
import { MEMORY } from '../core/bus.ts'
import { Refusal } from '../core/errors.ts'
import { followedBy, type Graphql, inWords, noteWorded } from './graphql.ts'
import { goesOn, Membership, type Subscribed } from './member.ts'
import type { Pace, Wanted } from './pace.ts'
import type { SocketAccess } from './socketAccess.ts'
import { type Line, Outlet } from './wire.ts'

/** Connection with a known owner. */
export type Known = Line & { asked?: Context; access?: SocketAccess }

/** Maximum concurrent operations of a socket. */
const MAX_OPERATIONS = 100
/** Largest difference (ms) between the clocks of two processes. */
const CLOCKS = 250

/** Prepares the operations of sockets through Yoga's own parse, validate and execute. */
export function createOperations({ house, yoga, pace }: { house: House; yoga: Graphql; pace: Pace }) {
  /** Localized errors, without the HTTP extensions. */
  const localized = (errors: readonly GraphQLError[], ctx: Context): GraphQLError[] =>
    errors.map((error) => {
      const { message, nodes, source, positions, path, extensions } = inWords(error, ctx, house)
      const { http: _, ...others } = extensions
      return noteWorded(new GraphQLError(message, { nodes, source, positions, path, extensions: others }))
    })

  const guarded = async (work: () => unknown, ctx: Context) => {
    try {
      return (await work()) as never
    } catch (error) {
      const known =
        error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })
      return { errors: localized([known], ctx) }
    }
  }

  /** Subscribes with the same operation as the current owner. */
  const again = async (ctx: Context, socket: WebSocket, args: ExecutionArgs): Promise<Subscribed> => {
    const wanted: Wanted = () => socket.readyState === socket.OPEN
    const { subscribe, contextFactory } = yoga.getEnveloped({ ctx, wanted } as never)
    const contextValue = await contextFactory()
    return guarded(() => subscribe({ ...args, contextValue }), ctx)
  }

  /** Execution arguments of an operation, or its errors. Its owner is read again. */
  async function prepare(
    line: Known,
    subscriptions: Readonly<Record<string, unknown>>,
    id: string,
    { query, operationName, variables, extensions }: SubscribePayload,
  ) {
    const { asked, access, socket } = line
    if (!asked || !access) return [new Refusal('UNAUTHENTICATED')]
    // Events while the operation is prepared are delivered too.
    const { since: readAt } = extensions ?? {}
    const now = Date.now()
    const since = typeof readAt === 'number' ? Math.max(readAt - CLOCKS, now - MEMORY) : now
    if (Object.keys(subscriptions).length > MAX_OPERATIONS) return [new Refusal('TOO_MANY_REQUESTS')]
    const viewer = await access.renew()
    if (access.sessionId !== null && !viewer) return [new Refusal('UNAUTHENTICATED')]
    const { claim } = access
    const ctx: Context = { ...afresh(asked), since }
    let following = ctx
    const wanted: Wanted = () => socket.readyState === socket.OPEN && id in subscriptions
    let done: () => void
    try {
      done = await pace.read(ctx, query, wanted)
    } catch (error) {
      return localized([error as GraphQLError], ctx)
    }
    /** Arguments of an operation, or its errors. */
    const prepare = async () => {
      const enveloped = yoga.getEnveloped({ ctx, wanted } as never)
      const { schema, execute, subscribe, contextFactory, parse, validate } = enveloped
      let document: ExecutionArgs['document']
      try {
        document = parse(query)
      } catch (error) {
        return localized([error as GraphQLError], ctx)
      }
      const errors = validate(schema, document)
      if (errors.length > 0) return errors as GraphQLError[]
      if (!getOperationAST(document, operationName)) {
        return localized([new GraphQLError('Unable to identify operation')], ctx)
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
            if (!goesOn(subscribed)) return subscribed
            const member = {
              access,
              outlet: new Outlet(line, id),
              again: (since: number) => {
                following = { ...afresh(asked), since }
                return again(following, socket, args)
              },
              followed: () => followedBy(following),
            }
            return new Membership(member, subscribed, claim)
          },
        },
      }
    }
    const prepared = await prepare().catch((error: unknown) => {
      done()
      throw error
    })
    // It will not be executed.
    if (Array.isArray(prepared)) done()
    return prepared
  }

  return { localized, prepare }
}
