import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { GraphQLSchema } from 'graphql'
import type PrismaTypes from '#prisma/generated/pothos/types.ts'
import { getDatamodel } from '#prisma/generated/pothos/types.ts'
import { LIMITS } from '#server/shared/graphLimits.ts'
import type { MarkdownTree } from '#server/shared/markdown/tree.ts'
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'
import { type Context, readerOf, requireLogin } from './context.ts'
import { Refusal } from './core/errors.ts'
import { readMoment } from './core/moment.ts'
import { together } from './core/pacing/together.ts'
import { isRowNumber } from './core/rowNumber.ts'
import { readerWithin, sightReader } from './policy/audience.ts'
import type { Reader } from './policy/reader.ts'
import type { Venue } from './policy/venue.ts'
import { may } from './policy/viewer.ts'
import { type GuardedNoun, VISIBLE } from './policy/visible.ts'

/** Row of an authorization check: noun and id; of a submission also its place, which shortens the filter. */
type Sighted =
  | readonly [noun: GuardedNoun, id: number | string]
  | readonly [noun: 'submission', id: number, venue: Venue]

/** Default page size. MAX_PAGE is the largest. */
export const DEFAULT_PAGE = 15
export const MAX_PAGE = 100

/** Whether the viewer may see a row. Within one query or event, the first answer is reused. */
export function sees(ctx: Context, sighted: Sighted): Promise<boolean> {
  const name = nameOf(sighted)
  const known = ctx.seen?.get(name)
  if (known) return known
  const asked = askSight(ctx, sighted)
  ctx.seen?.set(name, asked)
  return asked
}

const nameOf = ([noun, id]: Sighted): string => `${noun} ${id}`

/** Records a row as visible, because a rule at least as strict as its noun's found it. */
export const noteSeen = (ctx: Context, sighted: Sighted): void =>
  void ctx.seen?.set(nameOf(sighted), Promise.resolve(true))

/** Filter of a noun for one viewer, and its text; null: it hides nothing. */
type Filter = { visible: object; text: string } | null
type Filters = Pick<Reader, 'contests' | 'homeworks' | 'unsealed'> & { byNoun: Map<string, Filter> }

/** Filters by viewer: somebody in hundreds of groups has long ones, and asks for each row of a page. */
const filters = new WeakMap<object, Filters>()

function filterFor(ctx: Context, [noun, , venue]: Sighted): Filter {
  const reader = readerOf(ctx)
  const compute = (): Filter => {
    const visible = VISIBLE[noun](sightReader(reader), venue as never)
    return Object.keys(visible).length === 0 ? null : { visible, text: JSON.stringify(visible) }
  }
  if (reader.viewer === null) return compute()
  const { contests, homeworks, unsealed } = reader
  let known = filters.get(reader.viewer)
  const isCurrent =
    known?.contests === contests && known.homeworks === homeworks && known.unsealed === unsealed
  if (!known || !isCurrent) {
    known = { contests, homeworks, unsealed, byNoun: new Map() }
    filters.set(reader.viewer, known)
  }
  const key = `${noun} ${venue ? [venue.contestId === null, venue.groupId === null] : ''}`
  const found = known.byNoun.get(key)
  if (found !== undefined) return found
  const filter = compute()
  known.byNoun.set(key, filter)
  return filter
}

/** Batches checks into one query for each noun and tick, shared with viewers of equal rights. */
function askSight(ctx: Context, sighted: Sighted): Promise<boolean> {
  const [noun, id] = sighted
  const filter = filterFor(ctx, sighted)
  if (filter === null) return Promise.resolve(true)
  return together(ctx.db, `${noun} ${filter.text}`, id, async (ids) => {
    const model = ctx.db[noun] as unknown as {
      findMany(args: object): Promise<{ id: number | string }[]>
    }
    const rows = await model.findMany({
      where: { AND: [{ id: { in: [...ids] } }, filter.visible] },
      select: { id: true },
    })
    const seen = new Set(rows.map((row) => row.id))
    return ids.map((asked) => seen.has(asked))
  })
}

/** Fixed cost of a page, for its own queries. */
export const PAGE_COST = 100

/** Page size for a requested number of rows. */
export const pageSize = (asked: number | null | undefined): number =>
  Math.max(1, Math.min(asked ?? DEFAULT_PAGE, MAX_PAGE))

/**
 * Cost of a field. A list multiplies by the requested size; the plugin multiplies by a constant, which would
 * allow
 * `first: 100` nested three times.
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

/** Cost of a field that hashes a password or draws a picture: some hundred times one that reads a row. */
export const SLOW = { field: 500, multiplier: 1 }

/** Marks a mutation that guests may call. */
export const OPEN = { open: true }

/** Refuses guests in every other mutation before its arguments are read, so that guests cannot probe ids. */
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

/** Nouns with numeric ids; an id that is not a number matches no row. */
const COUNTED = new Set(
  Object.entries(getDatamodel().datamodel.models)
    .filter(([, { fields }]) =>
      fields.some(({ name, isId, type }) => name === 'id' && isId && type === 'Int'),
    )
    .map(([noun]) => noun),
)

/** Decodes a global id; null when the text is malformed. */
export function globalIdOf(text: string): { typename: string; id: string } | null {
  const [, typename = '', id = ''] = /^(\w+):([^\0]+)$/.exec(Buffer.from(text, 'base64').toString()) ?? []
  const usable = COUNTED.has(typename) ? /^[1-9]\d*$/.test(id) && isRowNumber(Number(id)) : id !== ''
  return usable ? { typename, id } : null
}

/** Decodes a global id. A malformed one is refused like an unknown id. */
function decodeGlobalID(text: string): { typename: string; id: string } {
  const found = globalIdOf(text)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/**
 * Options of a nullable relation to a guarded noun: null when the viewer may not see the row. A shared
 * execution that does
 * not see it becomes personal, because one viewer may. With `groupOf`, only roles in that group matter.
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
    MatrixCells: { Input: never; Output: readonly MatrixCell[] }
  }
  Connection: { totalCount: number }
  // Root of the site's fields; it has no row. Each module adds its own.
  Objects: { Site: Record<never, never> }
}>({
  plugins: [RelayPlugin, ScopeAuthPlugin, DataloaderPlugin, ComplexityPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    clientMutationId: 'omit',
    nodesOnConnection: false,
    decodeGlobalID,
    // nodes.ts defines its own, in which a malformed id fails only itself.
    nodesQueryOptions: false,
  },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (ctx) => ({
      sees: (sighted) => sees(ctx, sighted),
      signedIn: ctx.viewer !== null,
      managesUsers: () => may(ctx, 'user.manage'),
    }),
    // Invisible and absent rows get the same answer.
    unauthorizedError: () => new Refusal('NOT_FOUND'),
  },
  // Only computed here; graphql.ts enforces LIMITS before execution.
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
  description: 'A moment in ISO 8601; in UTC unless the text names a zone.',
  serialize: (value) => value.toISOString() as unknown as Date,
  parseValue: (value) => {
    const date = typeof value === 'string' ? readMoment(value) : null
    if (!date) throw new Refusal('INVALID_INPUT', { field: 'date' })
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
