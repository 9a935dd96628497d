import { resolveNodes } from '@pothos/plugin-relay'
import { type GraphQLResolveInfo, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql'
import { builder, globalIdOf, sees } from './builder.ts'
import type { Context } from './context.ts'
import { refusalOf } from './core/errors.ts'
import { optionsOf } from './graphWords.ts'
import type { GuardedNoun } from './policy/visible.ts'

type GlobalId = { typename: string; id: unknown }

/** Type and key of a node id; null when it cannot name a node. */
function readId(schema: GraphQLSchema, text: string): GlobalId | null {
  const found = globalIdOf(text)
  const type = found && schema.getType(found.typename)
  const node = schema.getType('Node')
  if (!isObjectType(type) || !isInterfaceType(node) || !schema.isSubType(node, type)) return null
  const parse = type.extensions.pothosParseGlobalID as ((id: string) => unknown) | undefined
  return { typename: type.name, id: parse ? parse(found?.id ?? '') : found?.id }
}

/** Result of a guard: whether the viewer sees the row, or the row to check instead. */
type Guard = (row: unknown, ctx: Context) => Promise<Scopes> | Scopes
type Scopes = boolean | { sees: readonly [noun: GuardedNoun, id: number | string] }

/** Whether the viewer may see a loaded node. */
async function maySee(ctx: Context, schema: GraphQLSchema, typename: string, row: unknown): Promise<boolean> {
  const type = schema.getType(typename)
  const guard = type && (optionsOf(type).authScopes as Guard | undefined)
  if (!guard) return true
  const scopes = await guard(row, ctx)
  return typeof scopes === 'boolean' ? scopes : sees(ctx, scopes.sees)
}

/** Maps a missing row to null; rethrows every other error. */
function unlessMissing(error: unknown): null {
  if (refusalOf(error)?.code === 'NOT_FOUND') return null
  throw error
}

/** Nodes with these ids, in their order; null for an absent or invisible one. */
export async function nodesOf(
  ctx: Context,
  info: GraphQLResolveInfo,
  ids: readonly (string | number)[],
): Promise<unknown[]> {
  const load = async (text: string) => {
    const id = readId(info.schema, text)
    if (!id) return null
    // Resolved one by one, batched by the loader of the type: a missing node fails no other.
    const row = await resolveNodes(builder, ctx, info, [id])
      .then(([found]) => found)
      .catch(unlessMissing)
    return row && (await maySee(ctx, info.schema, id.typename, row)) ? row : null
  }
  return Promise.all(ids.map((id) => load(String(id))))
}

builder.queryField('nodes', (t) =>
  t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description:
      'What has these ids, in their order; null in the place of an id that names nothing, or nothing that the viewer may see.',
    args: { ids: t.arg.idList({ required: true }) },
    resolve: async (_, { ids }, ctx, info) => (await nodesOf(ctx, info, ids)) as never,
  }),
)
