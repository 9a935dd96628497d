import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { Refusal } from '../core/errors.ts'

/**
 * Weight of a document before validation. `selections` counts fields and fragments with every fragment
 * expanded; `overlaps` counts pairs of fields with the same response name, which validation compares;
 * `introspected` estimates the values that `__schema` and `__type` return; `roots` counts root fields: at least one query of
 * the database each.
 */
export type Weight = { selections: number; overlaps: number; introspected: number; roots: number }

/** The largest page of ours has 140 selections and 120 overlaps. */
const MOST: Pick<Weight, 'selections' | 'overlaps'> = { selections: 500, overlaps: 800 }

/** Maximum depth; the introspection of GraphiQL has 16 levels. */
const MOST_LEVELS = 20

/** Arguments of overlapping fields are printed and compared: this many characters count as one pair. */
const CHARACTERS_A_PAIR = 16

/** Fields with one response name, and the selections below them. */
type Place = Map<string, { fields: number; below: Place }>

/** Number of values of an introspection field for each object. */
type Sizes = { list: Record<string, number>; mostFields: number; mostIntrospected: number }

const sizesOf = new WeakMap<GraphQLSchema, Sizes>()

/** Measures the introspection of a schema, once. */
function measure(schema: GraphQLSchema): Sizes {
  const known = sizesOf.get(schema)
  if (known) return known
  const types = Object.values(schema.getTypeMap())
  const objects = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const fields = objects.flatMap((type) => Object.values(type.getFields()))
  const inputs = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()))
  const names = types.filter(isEnumType).flatMap((type) => type.getValues())
  const sizes: Sizes = {
    list: {
      types: types.length,
      directives: schema.getDirectives().length,
      fields: fields.length / types.length,
      args: fields.reduce((sum, { args }) => sum + args.length, 0) / fields.length,
      inputFields: inputs.length / types.length,
      enumValues: names.length / types.length,
      // Most types are not wrapped.
      ofType: 0.5,
    },
    mostFields: Math.max(...objects.map((type) => Object.keys(type.getFields()).length)),
    mostIntrospected: Number.POSITIVE_INFINITY,
  }
  sizesOf.set(schema, sizes)
  // A tenth more than the whole schema: nobody needs it twice.
  sizes.mostIntrospected = 1.1 * weigh(parse(WHOLE), schema).introspected
  return sizes
}

const WHOLE = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
})

/**
 * Weighs a document in one pass and refuses it above the limits. Validation itself compares each field with
 * every other of its name, and does not limit introspection.
 */
export function weigh(document: DocumentNode, schema: GraphQLSchema): Weight {
  const sizes = measure(schema)
  const weight: Weight = { selections: 0, overlaps: 0, introspected: 0, roots: 0 }
  const fragments = new Map<string, FragmentDefinitionNode>()
  const unseen = new Set<string>()
  const active = new Set<string>()
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue
    fragments.set(definition.name.value, definition)
    unseen.add(definition.name.value)
  }

  const enter = (field: FieldNode, place: Place, levels: number, shown: number, above: string) => {
    if (levels > MOST_LEVELS) throw new Refusal('QUERY_TOO_COSTLY')
    const name = field.name.value
    const answer = field.alias?.value ?? name
    const same = place.get(answer) ?? { fields: 0, below: new Map() }
    place.set(answer, same)
    weight.overlaps += same.fields * (1 + argumentsLength(field) / CHARACTERS_A_PAIR)
    same.fields++
    let values = shown * (name === 'fields' && above !== 'types' ? sizes.mostFields : (sizes.list[name] ?? 1))
    if (name === '__schema' || name === '__type') values = 1
    if (levels === 1 && !name.startsWith('__')) weight.roots++
    weight.introspected += values
    const tooMuch = weight.overlaps > MOST.overlaps || weight.introspected > sizes.mostIntrospected
    if (tooMuch) throw new Refusal('QUERY_TOO_COSTLY')
    if (field.selectionSet) walk(field.selectionSet, same.below, levels + 1, values, name)
  }

  const walk = (
    { selections }: SelectionSetNode,
    place: Place,
    levels: number,
    shown: number,
    above: string,
  ) => {
    for (const selection of selections) {
      if (++weight.selections > MOST.selections) throw new Refusal('QUERY_TOO_COSTLY')
      if (selection.kind === Kind.FIELD) {
        enter(selection, place, levels, shown, above)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, place, levels, shown, above)
      } else {
        const name = selection.name.value
        const fragment = fragments.get(name)
        // Validation reports a fragment that is missing or spreads itself.
        if (!fragment || active.has(name)) continue
        unseen.delete(name)
        active.add(name)
        walk(fragment.selectionSet, place, levels, shown, above)
        active.delete(name)
      }
    }
  }

  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) walk(definition.selectionSet, new Map(), 1, 0, '')
  }
  // A fragment without an operation is validated all the same.
  for (const name of unseen) {
    active.add(name)
    const fragment = fragments.get(name)
    if (fragment) walk(fragment.selectionSet, new Map(), 1, 0, '')
    active.delete(name)
  }
  return weight
}

function argumentsLength({ arguments: args = [] }: FieldNode): number {
  const [from, to] = [args[0]?.loc?.start, args.at(-1)?.loc?.end]
  return from === undefined || to === undefined ? 0 : to - from
}

/** Maximum values in the variables of one operation: 5,000 seats have 15,000, and 1,000 new cases 10,000. */
const MOST_VALUES = 16_000

/** Counts the values in variables at any depth; refuses too many. */
export function countValues(variables: unknown): number {
  const waiting: unknown[] = [variables]
  let seen = 0
  for (let value = waiting.pop(); value !== undefined || waiting.length > 0; value = waiting.pop()) {
    seen++
    const inside = typeof value === 'object' && value !== null ? Object.values(value) : []
    if (seen + waiting.length + inside.length > MOST_VALUES) throw new Refusal('QUERY_TOO_COSTLY')
    waiting.push(...inside)
  }
  return seen
}

/** Approximate characters of text in a result; other values count as 4. */
export function countCharacters(result: unknown): number {
  const waiting: unknown[] = [result]
  let seen = 0
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') seen += value.length
    else if (typeof value !== 'object' || value === null) seen += 4
    else for (const inside of Object.values(value)) waiting.push(inside)
  }
  return seen
}
