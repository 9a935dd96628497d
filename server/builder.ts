import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { GraphQLSchema } from 'graphql'
import type PrismaTypes from '#prisma/generated/pothos/types.ts'
import { getDatamodel } from '#prisma/generated/pothos/types.ts'
import type { MarkdownTree } from '#server/shared/markdown/tree.ts'
import { type Context, readerOf, requireLogin } from './context.ts'
import { Refusal } from './core/errors.ts'
import { together } from './core/pacing/together.ts'
import { isRowNumber } from './core/rowNumber.ts'
import { readerWithin, sightReader } from './policy/audience.ts'
import { may } from './policy/viewer.ts'
import { type GuardedNoun, VISIBLE } from './policy/visible.ts'

/** A row a guard is asked about: its noun and its id. */
type Sighted = readonly [noun: GuardedNoun, id: number | string]

/**
 * What one operation may ask for. Complexity is what keeps the process busy, some 50 ms at the most; a page of 100
 * submissions has some 6,100.
 */
export const LIMITS = { depth: 14, breadth: 400, complexity: 6_300 }

/** A page nobody asked a size for has this many rows; nobody gets more than MAX_PAGE at once. */
export const DEFAULT_PAGE = 15
export const MAX_PAGE = 100

/** Whether the viewer may see a row; of one event the first answer holds. */
export function sees(ctx: Context, sighted: Sighted): Promise<boolean> {
  const name = sighted.join(' ')
  const known = ctx.seen?.get(name)
  if (known) return known
  const asked = askSight(ctx, sighted)
  ctx.seen?.set(name, asked)
  return asked
}

/** Says that a row of the event that is told was found under a rule at least as strict as that of its noun. */
export const noteSeen = (ctx: Context, sighted: Sighted): void =>
  void ctx.seen?.set(sighted.join(' '), Promise.resolve(true))

/**
 * One query a noun and tick answers which of the asked rows the viewer may see, and with them all other viewers who
 * may see the same.
 */
function askSight(ctx: Context, [noun, id]: Sighted): Promise<boolean> {
  const visible = VISIBLE[noun](sightReader(readerOf(ctx)))
  if (Object.keys(visible).length === 0) return Promise.resolve(true)
  return together(ctx.db, `${noun} ${JSON.stringify(visible)}`, id, async (ids) => {
    const model = ctx.db[noun] as unknown as {
      findMany(args: object): Promise<{ id: number | string }[]>
    }
    const rows = await model.findMany({
      where: { AND: [{ id: { in: [...ids] } }, visible] },
      select: { id: true },
    })
    const seen = new Set(rows.map((row) => row.id))
    return ids.map((asked) => seen.has(asked))
  })
}

/** What a page costs besides its rows: it asks the database a few things of its own. */
export const PAGE_COST = 100

/** How many rows a page has of which so many are asked for. */
export const pageSize = (asked: number | null | undefined): number =>
  Math.max(1, Math.min(asked ?? DEFAULT_PAGE, MAX_PAGE))

/**
 * The cost of a field: a list counts as many times as rows were asked for, because the plugin itself multiplies by a
 * constant and would let `first: 100` nested thrice pass.
 */
const fieldComplexity = (
  args: Record<string, unknown>,
  _: Context,
  field: { args: readonly { name: string }[] },
) => {
  if (Array.isArray(args.ids)) {
    if (args.ids.length > MAX_PAGE) throw new Refusal('QUERY_TOO_COSTLY', LIMITS)
    return { field: 1, multiplier: Math.max(1, args.ids.length) }
  }
  const pages = field.args.some((arg) => arg.name === 'first')
  if (!pages) return { field: 1, multiplier: 1 }
  const asked = args.first ?? args.last
  return { field: PAGE_COST, multiplier: pageSize(typeof asked === 'number' ? asked : null) }
}

/** What a field costs that hashes a password or draws a picture: some hundred times one that reads a row. */
export const SLOW = { field: 500, multiplier: 1 }

/** Marks a mutation that guests may call. */
export const OPEN = { open: true }

/** Every other one refuses guests before it looks at what they hand in: nobody learns whether an id names something. */
export function refuseGuests(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve, extensions } = field
    if (!resolve || extensions.open) continue
    field.resolve = (source, args, ctx: Context, info) => {
      requireLogin(ctx)
      return resolve(source, args, ctx, info)
    }
  }
  return schema
}

/** Nouns that are counted; an id of theirs that is no such number names nothing. */
const COUNTED = new Set(
  Object.entries(getDatamodel().datamodel.models)
    .filter(([, { fields }]) =>
      fields.some(({ name, isId, type }) => name === 'id' && isId && type === 'Int'),
    )
    .map(([noun]) => noun),
)

/** The noun and the id inside a global id; null when the text is none. */
export function globalIdOf(text: string): { typename: string; id: string } | null {
  const [, typename = '', id = ''] = /^(\w+):([^\0]+)$/.exec(Buffer.from(text, 'base64').toString()) ?? []
  const usable = COUNTED.has(typename) ? /^[1-9]\d*$/.test(id) && isRowNumber(Number(id)) : id !== ''
  return usable ? { typename, id } : null
}

/** Reads a global id. A text that is none gets the same answer as an id of no row. */
function decodeGlobalID(text: string): { typename: string; id: string } {
  const found = globalIdOf(text)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/**
 * Options of a relation to a guarded noun which is null, and no fault, where the viewer may not see the row: it must not
 * take what is around it along. What an audience does not see, one of it may: asking sight as it is lent tells. Where
 * `groupOf` names the group that the relation is of, what somebody is in other groups does not matter.
 */
export const nullUnlessSeen = <Row>(
  noun: GuardedNoun,
  idOf: (row: Row) => Sighted[1] | null,
  groupOf?: (row: Row) => number | null,
) => ({
  nullable: true as const,
  skipTypeScopes: true,
  authScopes: (row: Row) => {
    const id = idOf(row)
    return id === null || { sees: [noun, id] as const }
  },
  unauthorizedResolver: (row: unknown, __: unknown, ctx: Context) => {
    const reader = readerOf(ctx)
    VISIBLE[noun](groupOf ? readerWithin(reader, groupOf(row as Row)) : reader)
    return null
  },
})

export const builder = new SchemaBuilder<{
  Context: Context
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  AuthScopes: { sees: Sighted; signedIn: boolean; managesUsers: boolean }
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    ID: { Input: string; Output: string | number }
    MarkdownTree: { Input: never; Output: MarkdownTree }
  }
  Connection: { totalCount: number }
  // The site has no row of its own: its doors ask for what they show, each module adding its part.
  Objects: { Site: Record<never, never> }
}>({
  plugins: [RelayPlugin, ScopeAuthPlugin, DataloaderPlugin, ComplexityPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  relay: {
    ...{ cursorType: 'String', clientMutationId: 'omit', nodesOnConnection: false, decodeGlobalID },
    // nodes.ts has its own, in which a bad id fails nothing around it.
    nodesQueryOptions: false,
  },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (ctx) => ({
      sees: (sighted) => sees(ctx, sighted),
      signedIn: ctx.viewer !== null,
      managesUsers: () => may(ctx, 'user.manage'),
    }),
    // Unseen and absent get the same answer.
    unauthorizedError: () => new Refusal('NOT_FOUND'),
  },
  // Only counted here; graphql.ts holds an operation to LIMITS before any of it runs.
  complexity: { fieldComplexity },
  prisma: {
    client: (ctx) => ctx.db as never,
    dmmf: getDatamodel(),
    maxConnectionSize: MAX_PAGE,
    defaultConnectionSize: DEFAULT_PAGE,
    filterConnectionTotalCount: true,
  },
})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601, UTC.',
  serialize: (value) => value.toISOString() as unknown as Date,
  parseValue: (value) => {
    const date = new Date(typeof value === 'string' ? value : Number.NaN)
    if (Number.isNaN(date.getTime())) throw new Refusal('INVALID_INPUT', { field: 'date' })
    return date
  },
})

builder.scalarType('MarkdownTree', {
  description:
    'A Markdown text without anything that could do harm: a list of texts and elements, an element being the list of its name, its properties and what it holds.',
  serialize: (tree) => tree,
  parseValue: () => {
    throw new Refusal('INVALID_INPUT', { field: 'tree' })
  },
})
