import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { REFUSALS } from '../../core/errors.ts'
import { optionsOf, refusalsOf } from '../../graphWords.ts'

/** Rules of the public graph; each returns its faults, one line each. */
export function faultsOf(schema: GraphQLSchema): string[] {
  const graph = readGraph(schema)
  return Object.entries(RULES)
    .flatMap(([name, rule]) => rule(graph).map((fault) => `${name}: ${fault}`))
    .sort()
}

type Field = GraphQLField<unknown, unknown>
type Member = { owner: GraphQLNamedType; field: Field }
type InputMember = { owner: GraphQLNamedType; field: GraphQLInputField }

type Graph = {
  schema: GraphQLSchema
  types: GraphQLNamedType[]
  fields: Member[]
  inputFields: InputMember[]
  /** Arguments with their coordinates. */
  args: { place: string; arg: GraphQLArgument; on: Member }[]
  queries: Field[]
  mutations: Field[]
}

function readGraph(schema: GraphQLSchema): Graph {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !BUILT_IN.includes(type.name),
  )
  const fields = types.flatMap((owner) =>
    isObjectType(owner) || isInterfaceType(owner)
      ? Object.values(owner.getFields()).map((field) => ({ owner, field }))
      : [],
  )
  const inputFields = types.flatMap((owner) =>
    isInputObjectType(owner) ? Object.values(owner.getFields()).map((field) => ({ owner, field })) : [],
  )
  const args = fields.flatMap((on) =>
    on.field.args.map((arg) => ({ place: `${placeOf(on)}(${arg.name})`, arg, on })),
  )
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {})
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  return { schema, types, fields, inputFields, args, queries, mutations }
}

const BUILT_IN = ['ID', 'Int', 'Float', 'String', 'Boolean']
const ROOTS = ['Query', 'Mutation', 'Subscription']

const placeOf = ({ owner, field }: { owner: { name: string }; field: { name: string } }) =>
  `${owner.name}.${field.name}`

const isWord = (type: GraphQLNamedType) => ['String', 'Int', 'Float'].includes(type.name)

/** Names of measures, which have to contain their unit. */
const MEASURE =
  /^(time|limit|memory|stack|size|interval|expire|wait|duration|age|delay)$|(Time|Limit|Memory|Stack|Size|Interval|Expire|Wait|Duration|Age|Delay)$/

const RULES: Record<string, (graph: Graph) => string[]> = {
  /** Everything has a description. */
  'says nothing of itself': ({ types, fields, inputFields, args }) => [
    ...types.filter(({ description }) => !description).map(({ name }) => name),
    ...[...fields, ...inputFields].filter(({ field }) => !field.description).map(placeOf),
    ...args.filter(({ arg }) => !arg.description).map(({ place }) => place),
  ],

  /** Look-ups take a key; only `node` takes an id. */
  'takes an id at the root': ({ queries }) =>
    queries
      .filter(({ name }) => name !== 'node' && name !== 'nodes')
      .flatMap((field) =>
        field.args.filter(({ type }) => getNamedType(type).name === 'ID').map(() => `Query.${field.name}`),
      ),

  /** Inputs named as ids have the type ID. */
  'is an id of another type': ({ inputFields }) =>
    inputFields
      .filter(({ field }) => /Ids?$/.test(field.name) && getNamedType(field.type).name !== 'ID')
      .map(placeOf),

  'is no mutation with one input': ({ mutations }) =>
    mutations
      .filter(({ name, args }) => {
        const [input, ...others] = args
        if (!input) return false
        const wanted = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input!`
        return others.length > 0 || input.name !== 'input' || String(input.type) !== wanted
      })
      .map(({ name }) => name),

  'does not answer what it changed': ({ mutations }) =>
    mutations
      .filter(({ type }) => {
        const payload = isNonNullType(type) ? type.ofType : null
        return !isObjectType(payload) || !Object.values(payload.getFields()).some(tellsMore)
      })
      .map(({ name }) => name),

  'does not say how it refuses': ({ mutations }) =>
    mutations.filter((field) => refusalsOf(field) === null).map(({ name }) => name),

  'lacks the codes of refusals': ({ schema }) => {
    const type = schema.getType('RefusalCode')
    const values = isEnumType(type) ? type.getValues().map(({ name }) => name) : []
    return Object.keys(REFUSALS).filter((code) => !values.includes(code))
  },

  /** Relations to guarded rows are nullable, so that an invisible row does not null its parent. */
  'is never null, yet may be hidden': ({ fields }) =>
    fields
      .filter(({ owner, field }) => {
        if (ROOTS.includes(owner.name) || /(Edge|Connection)$/.test(owner.name)) return false
        return isGuarded(field.type) && !optionsOf(field).seen
      })
      .map(placeOf),

  'has no unit in its name': ({ fields, inputFields, args }) => [
    ...[...fields, ...inputFields]
      .filter(({ field }) => MEASURE.test(field.name) && isWord(getNamedType(field.type)))
      .map(placeOf),
    ...args
      .filter(({ arg }) => MEASURE.test(arg.name) && isWord(getNamedType(arg.type)))
      .map(({ place }) => place),
  ],

  /** Values with a type or enumeration use it instead of a string. */
  'is a text named like a type': ({ types, fields }) => {
    const nouns = new Set(
      types
        .filter((type) => isEnumType(type) || (isObjectType(type) && type.getInterfaces().length > 0))
        .map(({ name }) => name.toLowerCase()),
    )
    const names = new Set([...nouns, 'action', 'kind', 'status'])
    return fields
      .filter(({ field }) => isWord(getNamedType(field.type)) && names.has(singular(field.name)))
      .map(placeOf)
  },

  'offers a choice that is none of @oneOf': ({ types }) =>
    types
      .filter(
        (type) =>
          isInputObjectType(type) && !type.isOneOf && /\b(either|or else)\b/i.test(type.description ?? ''),
      )
      .map(({ name }) => name),

  'is private and not on Viewer': ({ fields }) =>
    fields
      .filter(
        ({ owner, field }) =>
          owner.name !== 'Viewer' && /\bonly\b.*\b(viewer|person)\b/i.test(field.description ?? ''),
      )
      .map(placeOf),

  'is a list without an order': ({ fields }) =>
    fields
      .filter(({ field }) => {
        const isPage = field.args.some(({ name }) => name === 'first')
        const isOrdered = field.args.some(({ name }) => name === 'orderBy')
        return isPage && !isOrdered && !/\b(first|order|oldest|newest)\b/i.test(field.description ?? '')
      })
      .map(placeOf),

  /** Paged lists are connections with `pageInfo`. */
  'is a page and no connection': ({ fields }) =>
    fields
      .filter(({ field }) => field.args.some(({ name }) => PAGING.includes(name)))
      .filter(({ field }) => !isConnection(getNullableType(field.type)))
      .map(placeOf),

  /** Types with an id are nodes. */
  'has an id and is no node': ({ types }) =>
    types
      .filter((type) => isObjectType(type) && type.getFields().id !== undefined)
      .filter((type) => isObjectType(type) && !type.getInterfaces().some(({ name }) => name === 'Node'))
      .map(({ name }) => name),

  'is empty instead of forbidden': ({ fields }) =>
    fields.filter(({ field }) => /\bempty for\b/i.test(field.description ?? '')).map(placeOf),
}

/** Whether a field of a payload holds more than an id, a boolean or a refusal. */
function tellsMore({ type }: Field): boolean {
  const named = getNamedType(type)
  if (named.name === 'ID' || named.name === 'Boolean') return false
  return !isObjectType(named) || getNamedType(named.getFields().code?.type)?.name !== 'RefusalCode'
}

/** Common names of paging arguments. */
const PAGING = ['first', 'last', 'after', 'before', 'offset', 'limit', 'skip', 'take', 'page', 'count']

/** Whether a type is a Relay connection with `totalCount`. */
function isConnection(type: GraphQLOutputType): boolean {
  if (!isObjectType(type) || !type.name.endsWith('Connection')) return false
  const { edges, pageInfo, totalCount } = type.getFields()
  const edge = edges && getNamedType(edges.type)
  const parts = isObjectType(edge) ? edge.getFields() : {}
  return Boolean(pageInfo && totalCount && parts.node && parts.cursor)
}

const singular = (name: string): string => name.toLowerCase().replace(/s$/, '')

/** Whether a guarded row is non-null here. */
function isGuarded(type: GraphQLOutputType): boolean {
  if (!isNonNullType(type)) return false
  const inner = type.ofType
  if (isListType(inner)) return isGuarded(inner.ofType)
  return isObjectType(inner) && optionsOf(inner).authScopes !== undefined
}
