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

/** The rules of the graph as a stranger sees it: what each of them finds wrong, one line a fault. */
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
  /** Arguments with the place they stand at. */
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

/** What is there by the dozen and needs no unit. */
const MEASURE =
  /^(time|limit|memory|stack|size|interval|expire|wait|duration|age|delay)$|(Time|Limit|Memory|Stack|Size|Interval|Expire|Wait|Duration|Age|Delay)$/

const RULES: Record<string, (graph: Graph) => string[]> = {
  /** A stranger learns the graph from its own words. */
  'says nothing of itself': ({ types, fields, inputFields, args }) => [
    ...types.filter(({ description }) => !description).map(({ name }) => name),
    ...[...fields, ...inputFields].filter(({ field }) => !field.description).map(placeOf),
    ...args.filter(({ arg }) => !arg.description).map(({ place }) => place),
  ],

  /** People and addresses name things by their key; `node` is there for ids. */
  'takes an id at the root': ({ queries }) =>
    queries
      .filter(({ name }) => name !== 'node' && name !== 'nodes')
      .flatMap((field) =>
        field.args.filter(({ type }) => getNamedType(type).name === 'ID').map(() => `Query.${field.name}`),
      ),

  /** Who changes a thing has read it, and hands its id back. */
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

  /** A row that its reader may not see would make nothing of all around it. */
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

  /** What has a noun or an enumeration of its own is that, and no text that has to be known. */
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

  /** Lists that are read in pages are connections, and say whether there is more. */
  'is a page and no connection': ({ fields }) =>
    fields
      .filter(({ field }) => field.args.some(({ name }) => PAGING.includes(name)))
      .filter(({ field }) => !isConnection(getNullableType(field.type)))
      .map(placeOf),

  /** What has an id can be asked for by it. */
  'has an id and is no node': ({ types }) =>
    types
      .filter((type) => isObjectType(type) && type.getFields().id !== undefined)
      .filter((type) => isObjectType(type) && !type.getInterfaces().some(({ name }) => name === 'Node'))
      .map(({ name }) => name),

  'is empty instead of forbidden': ({ fields }) =>
    fields.filter(({ field }) => /\bempty for\b/i.test(field.description ?? '')).map(placeOf),
}

/** Whether a field of an answer says more than an id, a yes or a refusal. */
function tellsMore({ type }: Field): boolean {
  const named = getNamedType(type)
  if (named.name === 'ID' || named.name === 'Boolean') return false
  return !isObjectType(named) || getNamedType(named.getFields().code?.type)?.name !== 'RefusalCode'
}

/** Arguments by which lists are paged, here and elsewhere. */
const PAGING = ['first', 'last', 'after', 'before', 'offset', 'limit', 'skip', 'take', 'page', 'count']

/** Whether a type is a page of rows as Relay defines it, with their number. */
function isConnection(type: GraphQLOutputType): boolean {
  if (!isObjectType(type) || !type.name.endsWith('Connection')) return false
  const { edges, pageInfo, totalCount } = type.getFields()
  const edge = edges && getNamedType(edges.type)
  const parts = isObjectType(edge) ? edge.getFields() : {}
  return Boolean(pageInfo && totalCount && parts.node && parts.cursor)
}

const singular = (name: string): string => name.toLowerCase().replace(/s$/, '')

/** Whether a row of a guarded noun stands here without a way to be left out. */
function isGuarded(type: GraphQLOutputType): boolean {
  if (!isNonNullType(type)) return false
  const inner = type.ofType
  if (isListType(inner)) return isGuarded(inner.ofType)
  return isObjectType(inner) && optionsOf(inner).authScopes !== undefined
}
