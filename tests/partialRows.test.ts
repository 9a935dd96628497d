import { readdirSync, readFileSync } from 'node:fs'
import {
  buildSchema,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { expect, it } from 'vitest'

/**
 * Relay knows a row without an id by its place in the list. When two operations ask for different fields of the same list, the
 * answer of one leaves fields of another row behind, or misses them. Such a type gets an id, or a key in
 * client/relay/environment.ts; or the operations ask for the same fields.
 */

/** Lists whose rows keep their places, or that pages read one operation at a time. May only shrink. */
const KNOWN = [
  'BulkOutcome.refused',
  'CaseResults.runs',
  'CaseResults.subtasks',
  'Contest.awards',
  'JudgeHost.toolchains',
  'Making.tests',
  'Query.banks',
  'SiteNotice.texts',
  'SubtaskResult.runs',
  'Testset.cases',
  'TrainingRankRow.cells',
]

/** Types with a key of their own in the store. */
const KEYED = [
  ...(
    readFileSync('client/relay/environment.ts', 'utf8').match(/KEYED = new Set\(\[([^\]]*)\]/)?.[1] ?? ''
  ).matchAll(/'(\w+)'/g),
].map(([, name]) => name)

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const ARTIFACTS = 'client/__generated__'

type Selected = { field: FieldNode; on: GraphQLNamedType; sets: SelectionSetNode[] }
type Fragments = Map<string, FragmentDefinitionNode>

/** Fields that selections ask for, those of fragments included, by name and arguments. */
function fieldsOf(sets: SelectionSetNode[], type: GraphQLNamedType, fragments: Fragments) {
  const fields = new Map<string, Selected>()
  const add = (set: SelectionSetNode, on: GraphQLNamedType, condition = '') => {
    for (const each of set.selections) {
      const asked = each.directives?.length ? ' if asked' : condition
      if (each.kind === Kind.FIELD) {
        const values = each.arguments?.map(
          ({ name, value }) => `${name.value}: ${JSON.stringify(value, plain)}`,
        )
        const key = `${each.name.value}(${values?.join() ?? ''})${asked}`
        const known = fields.get(key) ?? { field: each, on, sets: [] }
        if (each.selectionSet) known.sets.push(each.selectionSet)
        fields.set(key, known)
      } else {
        const part = each.kind === Kind.INLINE_FRAGMENT ? each : fragments.get(each.name.value)
        const name = part?.typeCondition?.name.value
        if (part) add(part.selectionSet, (name && schema.getType(name)) || on, asked)
      }
    }
  }
  for (const set of sets) add(set, type)
  return fields
}

/** Without places in the text and names of variables. */
const plain = (key: string, value: unknown) => (key === 'loc' || key === 'name' ? undefined : value)

/** Calls `visit` for each list of rows without an id that an operation asks for, with its fields. */
function visitRows(text: string, visit: (list: string, fields: string) => void): void {
  const { definitions } = parse(text, { noLocation: true })
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const walk = (sets: SelectionSetNode[], type: GraphQLNamedType) => {
    for (const { field, on, sets: below } of fieldsOf(sets, type, fragments).values()) {
      const given =
        isObjectType(on) || isInterfaceType(on) ? on.getFields()[field.name.value]?.type : undefined
      if (!given || below.length === 0) continue
      const row = getNamedType(given)
      const isRow = isListType(getNullableType(given)) && isObjectType(row)
      if (isRow && !row.getFields().id && !row.name.endsWith('Edge') && !KEYED.includes(row.name))
        visit(`${on.name}.${field.name.value}`, [...fieldsOf(below, row, fragments).keys()].sort().join(' '))
      walk(below, row)
    }
  }
  for (const each of definitions) {
    const root = each.kind === Kind.OPERATION_DEFINITION && schema.getRootType(each.operation)
    if (root) walk([each.selectionSet], root)
  }
}

it('operations ask for the same fields of rows without an id', () => {
  const asked = new Map<string, Set<string>>()
  for (const file of readdirSync(ARTIFACTS)) {
    const text = readFileSync(`${ARTIFACTS}/${file}`, 'utf8').match(/"text": ("(?:[^"\\]|\\.)*")/)?.[1]
    if (text)
      visitRows(JSON.parse(text), (list, fields) =>
        asked.set(list, (asked.get(list) ?? new Set()).add(fields)),
      )
  }
  expect(asked.size).toBeGreaterThan(50)
  expect([...asked].flatMap(([list, sets]) => (sets.size > 1 ? [list] : [])).sort()).toEqual(KNOWN)
})
