import type { FieldNullability, InputFieldMap, SchemaTypes, TypeParam } from '@pothos/core'
import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql'
import type { RefusalCode } from './core/errors.ts'

declare global {
  // biome-ignore lint/style/noNamespace: so Pothos lets the options of fields be added to
  export namespace PothosSchemaTypes {
    // biome-ignore-start lint/correctness/noUnusedVariables: the parameters are those of Pothos
    interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** Of a mutation: the codes it can refuse with, besides those of REFUSED_EVERYWHERE. */
      refuses?: readonly RefusalCode[]
      /** Of a guarded noun that is never null: why everybody who reads this may see it. */
      seen?: string
    }
    // biome-ignore-end lint/correctness/noUnusedVariables: the parameters are those of Pothos
  }
}

/** What any operation can be refused with, whatever it does. */
export const REFUSED_EVERYWHERE: readonly RefusalCode[] = [
  'UNAUTHENTICATED',
  'INVALID_INPUT',
  'NOT_FOUND',
  'TOO_MANY_REQUESTS',
  'QUERY_TOO_COSTLY',
  'QUERY_TOO_LARGE',
  'UNAVAILABLE',
  'STORAGE_FULL',
]

/** What fields of these names say of themselves, whichever type they are of. */
const FIELD_WORDS: Record<string, string> = {
  id: 'Names it in `node`, in inputs and in subscriptions.',
  createdAt: 'When it was made.',
  updatedAt: 'When it was changed last.',
  edges: 'The rows of this page.',
  node: 'The row itself, or what has the id.',
  cursor: 'Names the row for `after` and `before`.',
  pageInfo: 'Whether there are rows before and behind this page.',
  totalCount: 'Rows of all pages together.',
  hasNextPage: 'Whether there are rows behind this page.',
  hasPreviousPage: 'Whether there are rows before this page.',
  startCursor: 'Cursor of the first row.',
  endCursor: 'Cursor of the last row.',
}

const ARGUMENT_WORDS: Record<string, string> = {
  first: 'At most so many rows, from the beginning.',
  last: 'At most so many rows, from the end.',
  after: 'Rows behind this cursor.',
  before: 'Rows before this cursor.',
  offset: 'So many rows are left out first.',
  id: 'Id of what it is about.',
  ids: 'Ids of what it is about.',
  input: 'What to do, and to what.',
}

const TYPE_WORDS: [RegExp, string][] = [
  [/^Node$/, 'What can be asked for again by its id.'],
  [/^PageInfo$/, 'Where a page stands among all rows.'],
  [/Connection$/, 'One page of a list.'],
  [/Edge$/, 'A row of a page.'],
  [/^Query$/, 'What can be asked for.'],
  [
    /^Mutation$/,
    'What can be done. Each refuses with the codes it names, and with those of every operation.',
  ],
  [/^Subscription$/, 'What can be followed over a WebSocket.'],
]

/** Words for what is everywhere, and the refusals of each mutation behind its own words. */
export function describeGraph(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    type.description ??= TYPE_WORDS.find(([name]) => name.test(type.name))?.[1]
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      field.description ??= FIELD_WORDS[field.name]
      for (const arg of field.args) arg.description ??= ARGUMENT_WORDS[arg.name]
    }
  }
  const mutation = schema.getMutationType()
  if (mutation) mutation.description = `${mutation.description}\nThose are ${REFUSED_EVERYWHERE.join(', ')}.`
  for (const field of Object.values(mutation?.getFields() ?? {})) {
    const codes = refusalsOf(field)
    if (codes) field.description = [field.description, sentenceOf(codes)].filter(Boolean).join('\n')
  }
  return schema
}

const sentenceOf = (codes: readonly RefusalCode[]): string =>
  codes.length > 0 ? `Refuses with ${codes.join(', ')}.` : 'Refuses with nothing of its own.'

/** The codes that a mutation declares, null when it declares none. */
export const refusalsOf = (field: {
  extensions: { [key: string]: unknown }
}): readonly RefusalCode[] | null => optionsOf(field).refuses ?? null

/** Whether a mutation may refuse with a code. */
export const mayRefuse = (schema: GraphQLSchema, mutation: string, code: RefusalCode): boolean => {
  const field = schema.getMutationType()?.getFields()[mutation]
  return REFUSED_EVERYWHERE.includes(code) || ((field && refusalsOf(field)) ?? []).includes(code)
}

/** What a field was declared with. */
export const optionsOf = ({ extensions }: { extensions: { [key: string]: unknown } }) =>
  (extensions.pothosOptions ?? {}) as {
    refuses?: readonly RefusalCode[]
    seen?: string
    authScopes?: unknown
  }
