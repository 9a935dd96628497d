import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  Kind,
} from 'graphql'
import type { Plugin, YogaServerInstance } from 'graphql-yoga'
import { createYoga, mapAsyncIterator } from 'graphql-yoga'
import type { Locale } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import { LIMITS } from '../builder.ts'
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
import { createPace, type Pace, UNPACED, type Wanted } from './pace.ts'
import { sayQueryFault } from './queryFaults.ts'
import { createSharedExecution, type SharedExecution } from './sharedExecution.ts'
import { countCharacters, countValues, weigh } from './weigh.ts'

/** What the graph needs to know of the door it stands behind. */
export type GraphqlWorld = {
  house: House
  spend: Spend
  owe: Owe
  /** Whether unknown and dear documents wait for their turn, and the length of answers is charged for. */
  paced: boolean
  /** The texts that our own pages send: known from the start on. */
  documents: ReadonlySet<string>
  /** Hears of a mutation that refuses with a code it does not declare; tests fail then. */
  onUndeclared?: ((mutation: string, code: RefusalCode) => void) | undefined
  /** Equal queries are executed once in so long (ms); 0: each by itself. */
  shareMs: number
}

/**
 * Characters of parsed documents that are kept. A character costs up to 150 bytes once parsed; all pages of ours
 * together have a fifth of this.
 */
const DOCUMENTS_KEPT = 500_000

/** What the HTTP and WebSocket doors hand in with each operation; `body` where its answer may be shared (sharedExecution.ts). */
export type Incoming = { ctx: Context; wanted: Wanted; body?: string | null }

/** An operation of more than this complexity waits for its turn; a page of 50 submissions has 3,609. */
const DEAR = 4_000
/** And so does one that introspects more values than this. */
const MUCH_INTROSPECTED = 2_000

/** What a field of the root costs besides what is in it. */
const ROOT_COST = 300

type YogaPlugin = Plugin<Context, Incoming>

/** Puts the reader's words into refusals, and hides what bugs say while the log keeps it. */
const wording = ({ house, onUndeclared }: GraphqlWorld): YogaPlugin => ({
  // What was refused before anything was executed, over HTTP; the WebSocket door words those itself.
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

/** Tells of each refusal of a mutation that it does not declare. */
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

/** Hubs whose errors are worded like all others. */
const hubsOf = (house: House): Hubs =>
  createHubs({
    put: (result, ctx) =>
      result.errors
        ? { ...result, errors: result.errors.map((error) => inWords(error, ctx, house)) }
        : result,
    onFailure: (err) => house.log.error({ err }, 'a shared stream failed'),
  })

/** Errors that are worded: a result passes several hooks, and none of them words it again. */
const worded = new WeakSet<GraphQLError>()

/** Marks an error as worded, such as a copy of one. */
export function noteWorded(error: GraphQLError): GraphQLError {
  worded.add(error)
  return error
}

/** The error as it may leave the house: a refusal in the reader's language, a bug as nothing but the fact. */
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
  // Without an original error it is graphql-js speaking of the query itself; that is for its author.
  if (!error.originalError || error.originalError instanceof GraphQLError) return withCode(error, ctx.locale)
  house.log.error({ err: error.originalError, path: error.path }, 'a resolver failed')
  return new GraphQLError(t('app:error.server'), {
    ...options,
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  })
}

/** What is wrong with a query, under a code that programs can tell apart. */
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
    extensions: { ...error.extensions, code },
  })
}

/**
 * Refuses an operation that asks for too much before any of it runs, and charges for the others. Those that may be
 * shared are made known, and so is that something was written.
 */
const spending = (
  { spend, owe, paced }: GraphqlWorld,
  pace: Pace,
  sharedExecution: SharedExecution,
): YogaPlugin => {
  /** Charges for an operation: what that was, and whether it is a dear one. */
  const chargeFor = (args: ExecutionArgs): { price: number; isDear: boolean } => {
    const ctx = args.contextValue as Context
    const values = countValues(args.variableValues)
    const asked = costOf(args, ctx)
    if (!asked) return { price: 0, isDear: false }
    const { depth, breadth, complexity, introspected, roots } = asked
    const whole = complexity + ROOT_COST * roots
    if (depth > LIMITS.depth || breadth > LIMITS.breadth || whole > LIMITS.complexity) {
      throw new Refusal('QUERY_TOO_COSTLY', LIMITS)
    }
    const price = values / 4 + priceOf(complexity + introspected / 2)
    charge(spend, ctx, price)
    return { price, isDear: whole > DEAR || introspected > MUCH_INTROSPECTED }
  }
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { price, isDear } = chargeFor(args)
      const { ctx, wanted, body } = args.contextValue as unknown as Incoming
      setExecuteFn((given: ExecutionArgs) => pace.execute(ctx, isDear, wanted, async () => executeFn(given)))
      const { document, operationName } = args
      const operation = getOperationAST(document, operationName)?.operation
      if (operation === 'query' && body && !isDear)
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

/** Lets documents that nobody sent before wait for their turn to be read. The WebSocket door does so itself. */
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

/** What an operation asks for; null for one that execution will not begin, saying what is wrong with it. */
function costOf({ document, operationName, variableValues }: ExecutionArgs, ctx: Context) {
  const operation = getOperationAST(document, operationName)
  if (!operation) return null
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const asked: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
  try {
    const { introspected, roots } = weigh(asked, schema)
    const counted = complexityFromQuery(asked, { schema, variables: { ...variableValues }, ctx })
    return { ...counted, introspected, roots }
  } catch (error) {
    if (!(error instanceof Refusal)) return null
    // Ids are read here already, and a guest is told to log in whatever they name.
    const isGuestsAct = ctx.viewer === null && operation.operation === 'mutation'
    throw isGuestsAct && error.code === 'NOT_FOUND' ? new Refusal('UNAUTHENTICATED') : error
  }
}

/** The stream of each subscription that is of a place, by the context that it was asked with. */
const followed = new WeakMap<Context, Stream<unknown>>()

function noteFollowed({ contextValue }: ExecutionArgs, stream: Stream<unknown>): void {
  if (stream.place) followed.set((contextValue as Incoming).ctx, stream)
}

/** The place that a subscription which was asked with a context is of; null: none. */
export function followedBy(ctx: Context): Followed | null {
  const stream = followed.get(ctx)
  if (!stream?.place) return null
  return { groupId: stream.place.groupId, standingOf: (viewer) => stream.standingOf(viewer) }
}

/**
 * Each event of a subscription is read once for all who share its stream, and for others with a context of their own.
 * What the plugins remember of a request would pile up over the hours that a subscription lives, its clock would stand
 * still, and its reader would keep every right.
 */
const eachEvent = (hubs: Hubs): YogaPlugin => ({
  onSubscribe: ({ setSubscribeFn }) =>
    setSubscribeFn(async (args: ExecutionArgs) => {
      const events = await createSourceEventStream(args)
      if (!(Symbol.asyncIterator in events)) return events
      if (events instanceof Stream) noteFollowed(args, events)
      const place = events instanceof Stream ? hubs.find(args as never, events) : null
      // The WebSocket door, which is the only one that takes subscriptions, knows what to do with it.
      if (place) return place as never
      return mapAsyncIterator(events[Symbol.asyncIterator](), async (event) =>
        hubs.execute(args, event, ofEvent(args.contextValue as Context)),
      )
    }),
})

/**
 * The graph, and the pace at which unknown and dear documents are taken. Multipart bodies are refused because a form
 * of another site could send them.
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
    // Masking is done in `wording`, which knows the reader's language.
    maskedErrors: false,
    batching: false,
    graphiql: false,
    parserAndValidationCache: { documentCache: documents, errorCache: mistakes },
    plugins: [
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
