import { z } from 'zod'
import { builder } from '../builder.ts'
import { authorize, readerOf } from '../context.ts'
import { Refusal } from '../core/errors.ts'
import { LocaleEnum } from '../enums.ts'
import { asList, asRecord, type LocalizedText, localized } from '../modules/settings/localized.ts'
import { isSecret, type Settings, type Versioned } from '../modules/settings/settings.ts'
import { canConfigureSite } from '../policy/site.ts'
import { watch } from '../watch.ts'

/** GraphQL type of a settings field, by its schema. */
type Kind = 'Boolean' | 'Int' | 'String' | 'texts' | 'localized' | 'secret'

export const LocalizedTextType = builder.objectRef<LocalizedText>('LocalizedText').implement({
  description: 'A text in one language.',
  fields: (t) => ({
    locale: t.expose('locale', { type: LocaleEnum, description: 'The language.' }),
    text: t.exposeString('text', { description: 'The words.' }),
  }),
})

export const LocalizedTextInput = builder.inputType('LocalizedTextInput', {
  description: 'A text in one language.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, required: true, description: 'The language.' }),
    text: t.string({ required: true, description: 'The words; empty: none in this language.' }),
  }),
})

function kindOf(type: z.core.$ZodType): Kind {
  if (isSecret(type)) return 'secret'
  const inner = type instanceof z.ZodDefault ? type.unwrap() : type
  if (inner === localized) return 'localized'
  if (inner instanceof z.ZodBoolean) return 'Boolean'
  if (inner instanceof z.ZodNumber) return 'Int'
  if (inner instanceof z.ZodArray) return 'texts'
  return 'String'
}

const describe = (type: z.core.$ZodType): string => (type as z.ZodType).description ?? ''

type Values = Readonly<Record<string, unknown>>

/**
 * Exposes a block of settings for administrators: a query, a mutation of the given fields, and a
 * subscription. The fields follow from the block's schema.
 */
export function exposeSettings(settings: Settings, description: string): void {
  const { key } = settings
  const name = `${key.charAt(0).toUpperCase()}${key.slice(1)}Settings`
  const shape: Record<string, z.core.$ZodType> = settings.schema.shape
  const names = Object.keys(shape)

  const type = builder.node(builder.objectRef<Versioned<Values>>(name), {
    description,
    // Each block is a single node.
    id: { description: 'The same for all readers.', resolve: () => key },
    loadOne: (id, ctx) => {
      if (id !== key || !canConfigureSite(readerOf(ctx))) throw new Refusal('NOT_FOUND')
      return settings.read(ctx)
    },
    brandLoadedObjects: true,
    fields: (t) => ({
      version: t.exposeInt('version', {
        description: 'Counts the changes; a save names the one it began from.',
      }),
      ...Object.fromEntries(
        names.map((field) => {
          const schema = shape[field] as z.core.$ZodType
          const kind = kindOf(schema)
          const options = { description: describe(schema) }
          const value = ({ values }: Versioned<Values>) => values[field] as never
          if (kind === 'secret')
            return [
              `has${field.charAt(0).toUpperCase()}${field.slice(1)}`,
              t.boolean({
                description: 'Whether it is set; nobody reads what it is.',
                resolve: (row) => !!value(row),
              }),
            ]
          if (kind === 'Boolean') return [field, t.boolean({ ...options, resolve: value })]
          if (kind === 'Int') return [field, t.int({ ...options, resolve: value })]
          if (kind === 'texts') return [field, t.stringList({ ...options, resolve: value })]
          if (kind === 'String') return [field, t.string({ ...options, resolve: value })]
          return [
            field,
            t.field({ ...options, type: [LocalizedTextType], resolve: (row) => asList(value(row)) }),
          ]
        }),
      ),
    }),
  })

  const input = builder.inputType(`Change${name}Input`, {
    description: 'Fields that are left out stay as they are.',
    fields: (t) => ({
      version: t.int({ description: 'The version that the change began from; none: whatever there is.' }),
      ...Object.fromEntries(
        names.map((field) => {
          const schema = shape[field] as z.core.$ZodType
          const options = { description: describe(schema) }
          const kind = kindOf(schema)
          if (kind === 'Boolean') return [field, t.boolean(options)]
          if (kind === 'Int') return [field, t.int(options)]
          if (kind === 'texts') return [field, t.stringList(options)]
          if (kind === 'String' || kind === 'secret') return [field, t.string(options)]
          return [field, t.field({ ...options, type: [LocalizedTextInput] })]
        }),
      ),
    }),
  })

  builder.queryField(`${key}Settings`, (t) =>
    t.field({
      type,
      nullable: true,
      description: `${description} For administrators of the site.`,
      resolve: (_, __, ctx) => {
        authorize(ctx, canConfigureSite(readerOf(ctx)))
        return settings.read(ctx)
      },
    }),
  )

  builder.mutationField(`change${name}`, (t) =>
    t.field({
      type,
      description: 'Changes the fields that are given; answers all of them.',
      refuses: ['FORBIDDEN', 'CONFLICT'],
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_, { input: given }, ctx) => {
        const { version, ...change } = given as Values & { version?: number | null }
        await settings.set(ctx, stored(shape, change), version)
        return settings.read(ctx)
      },
    }),
  )

  builder.subscriptionField(`${key}SettingsChanged`, (t) =>
    t.field({
      type,
      description: `${description} After each change; for administrators of the site.`,
      subscribe: (_, __, ctx) => {
        authorize(ctx, canConfigureSite(readerOf(ctx)))
        return watch(ctx, {
          concern: (event) =>
            event.name === 'site.configured' && event.payload.key === key ? { key, wait: 0 } : null,
          read: async (ctx) => (canConfigureSite(readerOf(ctx)) ? settings.read(ctx) : null),
        })
      },
      resolve: (row) => row as Versioned<Values>,
    }),
  )
}

/** The given fields as stored; null was not given. */
const stored = (shape: Record<string, z.core.$ZodType>, change: Values): Values =>
  Object.fromEntries(
    Object.entries(change).flatMap(([field, value]) => {
      if (value === null || value === undefined) return []
      const schema = shape[field]
      const isLocalized = schema && kindOf(schema) === 'localized'
      return [[field, isLocalized ? asRecord(value as LocalizedText[]) : value]]
    }),
  )
