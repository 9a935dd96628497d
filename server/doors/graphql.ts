import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
} from 'graphql'
import type { Plugin, YogaServerInstance } from 'graphql-yoga'
import { createYoga, mapAsyncIterator } from 'graphql-yoga'
import type { Locale } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import { LIMITS, ROOT_COST } from '#server/shared/graphLimits.ts'
import { type Context, type House, ofEvent } from '../context.ts'
import { Refusal, type RefusalCode, refusalOf } from '../core/errors.ts'
import { createRecent } from '../core/recent.ts'
import { mayRefuse } from '../graphWords.ts'
import { schema } from '../schema.ts'
import { Stream } from '../watch.ts'
import { refusalOfOutage, say, sayFields } from './asking.ts'
import { createHubs, type Hubs } from './hub.ts'
import { bounded, charge, type Owe, priceOf, priceOfLength, priceOfText, type Spend } from './limits.ts'
import type { Followed } from './member.ts'
import { type Cost, createPace, type Pace, UNPACED, type Wanted } from './pace.ts'
import { sayQueryFault } from './queryFaults.ts'
import { createSharedExecution, type SharedExecution } from './sharedExecution.ts'
import { countCharacters, countValues, weigh } from './weigh.ts'

/** Settings of the graph. */
export type GraphqlWorld = {
  house: House
  spend: Spend
  owe: Owe
  /** Whether new and expensive documents are queued, and the length of answers is charged. */
  paced: boolean
  /** Documents of our own pages, known from the start. */
  documents: ReadonlySet<string>
  /** Called when a mutation refuses with an undeclared code; tests fail then. */
  onUndeclared?: ((mutation: string, code: RefusalCode) => void) | undefined
  /** Equal queries within this time (ms) share one execution; 0: none do. */
  shareMs: number
}

/**
 * Characters of parsed documents that are cached. A parsed character takes up to 150 bytes; all our pages
 * together take a fifth of this.
 */
const DOCUMENTS_KEPT = 500_000

/**
 * Input of an operation from the HTTP and WebSocket doors; `body` when its answer may be shared
 * (sharedExecution.ts).
 */
export type Incoming = { ctx: Context; wanted: Wanted; body?: string | null }

/** Operations of a higher complexity are queued; a page of 50 submissions has 3,609. */
const DEAR = 4_000
/** Operations that introspect more values are queued too, by themselves if they ask for nothing else. */
const MUCH_INTROSPECTED = 2_000

type YogaPlugin = Plugin<Context, Incoming>

/** Localizes refusals, and masks the messages of bugs, which the log keeps. */
const wording = ({ house, onUndeclared }: GraphqlWorld): YogaPlugin => ({
  // Errors before execution, over HTTP; the WebSocket door localizes its own.
  onExecutionResult({ result, setResult, context }) {
    if (!result || Symbol.asyncIterator in result || Array.isArray(result) || !('errors' in result)) return
    const { ctx } = context as unknown as Incoming
    const errors = result.errors?.map((error) => inWords(error, ctx, house))
    if (errors) setResult({ ...result, errors })
  },
  onExecute: () => ({
    onExecuteDone({ result, setResult, args }) {
      if (Symbol.asyncIterator in result || !('errors' in result) || !result.errors) return
      const ctx = args.contextValue as Context
      if (onUndeclared) tellUndeclared(args, result.errors, onUndeclared)
      setResult({ ...result, errors: result.errors.map((error) => inWords(error, ctx, house)) })
    },
  }),
  onSubscribe: () => ({
    onSubscribeResult({ args, result, setResult }) {
      const ctx = args.contextValue as Context
      const put = (errors: readonly GraphQLError[]) => errors.map((error) => inWords(error, ctx, house))
      // A refused subscription answers at once, with a result instead of a stream.
      if ('errors' in result && result.errors) setResult({ ...result, errors: put(result.errors) })
      return {
        onNext({ result, setResult }) {
          if ('errors' in result && result.errors) setResult({ ...result, errors: put(result.errors) })
        },
      }
    },
  }),
})

/** Reports refusals of a mutation that it does not declare. */
function tellUndeclared(
  { document, operationName }: ExecutionArgs,
  errors: readonly GraphQLError[],
  onUndeclared: NonNullable<GraphqlWorld['onUndeclared']>,
): void {
  const operation = getOperationAST(document, operationName)
  if (operation?.operation !== 'mutation') return
  for (const error of errors) {
    const [alias, ...inside] = error.path ?? []
    const field = operation.selectionSet.selections.find(
      (one) => one.kind === Kind.FIELD && (one.alias ?? one.name).value === alias,
    )
    const refusal = refusalOf(error)
    if (!refusal || inside.length > 0 || field?.kind !== Kind.FIELD) continue
    if (!mayRefuse(schema, field.name.value, refusal.code)) onUndeclared(field.name.value, refusal.code)
  }
}

/** Hubs with localized errors. */
const hubsOf = (house: House): Hubs =>
  createHubs({
    put: (result, ctx) =>
      result.errors
        ? { ...result, errors: result.errors.map((error) => inWords(error, ctx, house)) }
        : result,
    onFailure: (err) => house.log.error({ err }, 'a shared stream failed'),
  })

/** Localized errors: a result passes several hooks, and only the first localizes it. */
const worded = new WeakSet<GraphQLError>()

/** Marks an error, or a copy of one, as localized. */
export function noteWorded(error: GraphQLError): GraphQLError {
  worded.add(error)
  return error
}

/** The error for the client: a refusal in the viewer's language, or a masked bug. */
export function inWords(error: GraphQLError, ctx: Pick<Context, 'locale'>, house: House): GraphQLError {
  if (worded.has(error)) return error
  return noteWorded(wordsFor(error, ctx, house))
}

function wordsFor(error: GraphQLError, ctx: Pick<Context, 'locale'>, house: House): GraphQLError {
  const t = createTranslator(ctx.locale)
  const refusal = refusalOf(error) ?? refusalOfOutage(house, error)
  const options = { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
  if (refusal) {
    const extensions = { ...refusal.extensions, ...sayFields(ctx.locale, refusal) }
    return new GraphQLError(say(ctx.locale, refusal), { ...options, extensions })
  }
  // Without an original error it is graphql-js's message about the query, which is for its author.
  if (!error.originalError || error.originalError instanceof GraphQLError) return withCode(error, ctx.locale)
  house.log.error({ err: error.originalError, path: error.path }, 'a resolver failed')
  return new GraphQLError(t('app:error.server'), {
    ...options,
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  })
}

/** A query fault, with a code for programs. */
function withCode(error: GraphQLError, locale: Locale): GraphQLError {
  const code =
    error.extensions.code ??
    (error.message.startsWith('Syntax Error') ? 'GRAPHQL_PARSE_FAILED' : 'INVALID_INPUT')
  const { nodes, source, positions, path } = error
  return new GraphQLError(sayQueryFault(error, locale), {
    nodes,
    source,
    positions,
    path,
    // The words of graphql-js name what ours leave out, such as the path within a variable.
    extensions: { ...error.extensions, code, reason: error.message.slice(0, MOST_REASON) },
  })
}

/** Characters of a reason: it may repeat a value of the query. */
const MOST_REASON = 500

/** Answers clients that send the hash of a query first, so that they send its text. */
const withoutPersistedQueries: YogaPlugin = {
  onParams({ params }) {
    if (params.query || !params.extensions?.persistedQuery) return
    const extensions = { code: 'PERSISTED_QUERY_NOT_SUPPORTED', http: { status: 200 } }
    throw noteWorded(new GraphQLError('PersistedQueryNotSupported', { extensions }))
  },
}

/**
 * Refuses an operation above the limits before it is executed, and charges for others. Registers queries that
 * may be shared, and notes writes.
 */
const spending = (
  { spend, owe, paced }: GraphqlWorld,
  pace: Pace,
  sharedExecution: SharedExecution,
): YogaPlugin => {
  /** Charges for an operation; returns its price, and how it is queued. */
  const chargeFor = (args: ExecutionArgs): { price: number; cost: Cost } => {
    const ctx = args.contextValue as Context
    const values = countValues(args.variableValues)
    const asked = costOf(args, ctx)
    if (!asked) return { price: 0, cost: 'ORDINARY' }
    const { depth, breadth, complexity, introspected, roots } = asked
    const whole = complexity + ROOT_COST * roots
    if (depth > LIMITS.depth || breadth > LIMITS.breadth || whole > LIMITS.complexity) {
      throw new Refusal('QUERY_TOO_COSTLY', LIMITS)
    }
    const price = values / 4 + priceOf(complexity + introspected / 2)
    charge(spend, ctx, price)
    const isMuch = introspected > MUCH_INTROSPECTED
    if (isMuch && roots === 0) return { price, cost: 'INTROSPECTION' }
    return { price, cost: isMuch || whole > DEAR ? 'DEAR' : 'ORDINARY' }
  }
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { price, cost } = chargeFor(args)
      const { ctx, wanted, body } = args.contextValue as unknown as Incoming
      setExecuteFn((given: ExecutionArgs) => pace.execute(ctx, cost, wanted, async () => executeFn(given)))
      const { document, operationName } = args
      const operation = getOperationAST(document, operationName)?.operation
      // Nothing is written between its fields; a mutation may change who sees a row.
      if (operation === 'query') (args.contextValue as Context).seen = new Map()
      if (operation === 'query' && body && cost === 'ORDINARY')
        sharedExecution.meet(ctx, body, args, price + priceOfText(document.loc?.source.body ?? ''))
      return {
        onExecuteDone({ result }) {
          if (operation === 'mutation') sharedExecution.wrote()
          if (paced && 'data' in result) owe(ctx, priceOfLength(countCharacters(result.data)))
        },
      }
    },
    onSubscribe: ({ args }) => void chargeFor(args),
  }
}

/** Queues the reading of new documents. The WebSocket door does so itself. */
const pacing = (pace: Pace): YogaPlugin => ({
  onParams({ params: { query }, paramsHandler, setParamsHandler, context }) {
    if (!query) return
    const { ctx, wanted } = context as unknown as Incoming
    setParamsHandler(async (payload) => {
      let done: () => void
      try {
        done = await pace.read(ctx, query, wanted)
      } catch (error) {
        return { errors: [error as GraphQLError] }
      }
      try {
        return await paramsHandler(payload)
      } finally {
        done()
      }
    })
  },
})

/** Complexity of an operation; null when execution will refuse it with an error. */
function costOf({ document, operationName, variableValues }: ExecutionArgs, ctx: Context) {
  const operation = getOperationAST(document, operationName)
  if (!operation) return null
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const asked: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
  try {
    const { introspected, roots } = weigh(asked, schema)
    // The plugin would make an error of each wrong value; the execution stops at fifty.
    const definitions = operation.variableDefinitions ?? []
    if (getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: 1 }).errors) return null
    const counted = complexityFromQuery(asked, { schema, variables: { ...variableValues }, ctx })
    return { ...counted, introspected, roots }
  } catch (error) {
    if (!(error instanceof Refusal)) return null
    // Ids are parsed here already; a guest's mutation is refused whatever its ids are.
    const isGuestsAct = ctx.viewer === null && operation.operation === 'mutation'
    throw isGuestsAct && error.code === 'NOT_FOUND' ? new Refusal('UNAUTHENTICATED') : error
  }
}

/** Stream of each subscription with a place, by its context. */
const followed = new WeakMap<Context, Stream<unknown>>()

function noteFollowed({ contextValue }: ExecutionArgs, stream: Stream<unknown>): void {
  if (stream.place) followed.set((contextValue as Incoming).ctx, stream)
}

/** Place of the subscription with a context; null: none. */
export function followedBy(ctx: Context): Followed | null {
  const stream = followed.get(ctx)
  if (!stream?.place) return null
  return { groupId: stream.place.groupId, standingOf: (viewer) => stream.standingOf(viewer) }
}

/**
 * Reads each event of a subscription once for all members of a shared stream, and for others with a new
 * context each. With one context, the plugins' caches would grow while the subscription lives, its clock
 * would stand still, and its viewer would keep revoked rights.
 */
const eachEvent = (hubs: Hubs): YogaPlugin => ({
  onSubscribe: ({ setSubscribeFn }) =>
    setSubscribeFn(async (args: ExecutionArgs) => {
      const events = await createSourceEventStream(args)
      if (!(Symbol.asyncIterator in events)) return events
      if (events instanceof Stream) noteFollowed(args, events)
      const place = events instanceof Stream ? hubs.find(args as never, events) : null
      // The WebSocket door, the only one for subscriptions, handles a place.
      if (place) return place as never
      return mapAsyncIterator(events[Symbol.asyncIterator](), async (event) =>
        hubs.execute(args, event, ofEvent(args.contextValue as Context)),
      )
    }),
})

/**
 * Builds the graph, and the queue of new and expensive documents. Refuses multipart bodies, because a form of
 * another site could send them.
 */
export function createGraphql(world: GraphqlWorld): {
  yoga: Graphql
  pace: Pace
  sharedExecution: SharedExecution
  hubs: Hubs
} {
  const documents = createRecent<DocumentNode>(DOCUMENTS_KEPT)
  const mistakes = createRecent<Error>(DOCUMENTS_KEPT / 10)
  const isKnown = (text: string) =>
    world.documents.has(text) || documents.get(text) !== undefined || mistakes.get(text) !== undefined
  const pace = world.paced ? createPace(isKnown) : UNPACED
  const sharedExecution = createSharedExecution({ ...world, schema })
  const hubs = hubsOf(world.house)
  const yoga = createYoga<Incoming, Context>({
    schema,
    context: ({ ctx }) => ctx,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
    // `wording` masks errors, because it knows the viewer's language.
    maskedErrors: false,
    batching: false,
    graphiql: false,
    parserAndValidationCache: { documentCache: documents, errorCache: mistakes },
    plugins: [
      withoutPersistedQueries,
      pacing(pace),
      eachEvent(hubs),
      wording(world),
      bounded(world.spend, schema),
      spending(world, pace, sharedExecution),
    ],
  })
  return { yoga, pace, sharedExecution, hubs }
}

export type Graphql = YogaServerInstance<Incoming, Context>
