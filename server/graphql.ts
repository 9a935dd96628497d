import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  execute,
  GraphQLError,
  print,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { createYoga, mapAsyncIterator } from 'graphql-yoga'
import { createTranslator } from '#locales/translator.ts'
import type { Context, House } from './context.ts'
import { createBucket } from './core/bucket.ts'
import { Refusal, refusalOf } from './core/errors.ts'
import { schema } from './schema.ts'

/** What the graph needs to know of the door it stands behind. */
export type GraphqlWorld = {
  house: House
  /** What one person (or one guest's address) may spend in a minute, in cost points; 0: no limit. */
  costPerMinute: number
}

/** What the HTTP and WebSocket doors hand in with each operation. */
export type Incoming = { ctx: Context }

type YogaPlugin = Plugin<Context, Incoming>

/** Puts the reader's words into refusals, and hides what bugs say while the log keeps it. */
const wording = (house: House): YogaPlugin => ({
  onExecute: () => ({
    onExecuteDone({ result, setResult, args }) {
      if (Symbol.asyncIterator in result || !('errors' in result) || !result.errors) return
      const ctx = args.contextValue as Context
      setResult({ ...result, errors: result.errors.map((error) => inWords(error, ctx, house)) })
    },
  }),
  onSubscribe: () => ({
    onSubscribeResult({ args, result, setResult }) {
      const ctx = args.contextValue as Context
      const put = (errors: readonly GraphQLError[]) => errors.map((error) => inWords(error, ctx, house))
      // A subscription that is refused answers at once, with a result instead of a stream.
      if ('errors' in result && result.errors) setResult({ ...result, errors: put(result.errors) })
      return {
        onNext({ result, setResult }) {
          if ('errors' in result && result.errors) setResult({ ...result, errors: put(result.errors) })
        },
      }
    },
  }),
})

/** The error as it may leave the house: a refusal in the reader's language, a bug as nothing but the fact. */
export function inWords(error: GraphQLError, ctx: Pick<Context, 'locale'>, house: House): GraphQLError {
  const t = createTranslator(ctx.locale)
  const refusal = refusalOf(error)
  const options = { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
  if (refusal) {
    const words = t(`refusal:${refusal.code}`, refusal.parameters)
    return new GraphQLError(words, { ...options, extensions: refusal.extensions })
  }
  // Without an original error it is graphql-js speaking of the query itself; that is for its author.
  if (!error.originalError || error.originalError instanceof GraphQLError) return error
  house.log.error({ err: error.originalError, path: error.path }, 'a resolver failed')
  return new GraphQLError(t('app:error.server'), {
    ...options,
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  })
}

/** Lets one person spend so many cost points a minute over all doors of the graph; a bare query still costs a few. */
const spending = ({ costPerMinute }: GraphqlWorld): YogaPlugin => {
  const bucket = createBucket(costPerMinute, 60)
  const texts = new WeakMap<DocumentNode, string>()
  const charge = (args: { document: DocumentNode; variableValues?: unknown; contextValue: unknown }) => {
    if (costPerMinute <= 0) return
    const ctx = args.contextValue as Context
    const text = texts.get(args.document) ?? print(args.document)
    texts.set(args.document, text)
    const cost = costOf(text, args.variableValues, ctx)
    if (!bucket.spend(ctx.viewer?.id ?? ctx.client.ip, cost, ctx.now.getTime()))
      throw new Refusal('TOO_MANY_REQUESTS')
  }
  return { onExecute: ({ args }) => charge(args), onSubscribe: ({ args }) => charge(args) }
}

function costOf(query: string, variables: unknown, ctx: Context): number {
  try {
    const asked = complexityFromQuery(query, {
      schema,
      variables: (variables ?? {}) as Record<string, unknown>,
      ctx,
    })
    return 5 + asked.complexity
  } catch {
    return 5
  }
}

/**
 * Each event of a subscription is read with a context of its own. What the plugins remember of a request would pile
 * up over the hours that a subscription lives, and its clock would stand still.
 */
const freshEachEvent: YogaPlugin = {
  onSubscribe: ({ setSubscribeFn }) =>
    setSubscribeFn(async (args: ExecutionArgs) => {
      const events = await createSourceEventStream(args)
      if (!(Symbol.asyncIterator in events)) return events
      return mapAsyncIterator(events[Symbol.asyncIterator](), (event) =>
        execute({
          ...args,
          rootValue: event,
          contextValue: { ...(args.contextValue as Context), now: new Date() },
        }),
      )
    }),
}

/**
 * The graph over HTTP. GraphiQL comes from our own server, with everything it needs; multipart bodies are refused
 * because a form of another site could send them.
 */
export const createGraphql = (world: GraphqlWorld) =>
  createYoga<Incoming, Context>({
    schema,
    context: ({ ctx }) => ctx,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
    // Masking is done in `wording`, which knows the reader's language.
    maskedErrors: false,
    batching: false,
    graphiql: { title: 'GraphiQL', subscriptionsProtocol: 'WS' },
    renderGraphiQL,
    plugins: [freshEachEvent, wording(world.house), spending(world)],
  })

export type Graphql = ReturnType<typeof createGraphql>
