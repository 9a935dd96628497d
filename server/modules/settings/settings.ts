import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, type House, readerOf } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import { checked } from '../../core/checked.ts'
import { advisoryLock } from '../../core/db.ts'
import { expectVersion } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canConfigureSite } from '../../policy/site.ts'
import { difference, record } from '../audit/audit.ts'

/** A block of settings, defined by a module. */
export type Settings<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly key: string
  readonly schema: z.ZodObject<Shape>
  /** Current values: administrators' settings over the defaults. */
  get(ctx: Pick<Context, 'house' | 'now'>): Promise<z.output<z.ZodObject<Shape>>>
  /** Uncached values, with their version. */
  read(ctx: Context): Promise<Versioned<z.output<z.ZodObject<Shape>>>>
  /** Changes fields; omitted fields stay as they are. */
  set(ctx: Context, change: Partial<z.input<z.ZodObject<Shape>>>, version?: number | null): Promise<void>
}

export type Versioned<Values> = { values: Values; version: number }

/** Seconds for which values are cached: a lost event is repaired after that. */
const KEPT_SECONDS = 300

/** Stored fields of a block over its defaults; invalid ones count as unset. */
function overDefaults<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, stored: unknown) {
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(stored)
  const answer = schema.safeParse(fields)
  if (answer.success) return answer.data
  const wrong = new Set(answer.error.issues.map((issue) => String(issue.path[0])))
  return schema.parse(Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.has(name))))
}

/**
 * Defines a block of settings: every field has a default and a schema. Values are cached per process and
 * invalidated by an event.
 */
export function defineSettings<Shape extends z.ZodRawShape>(
  key: string,
  schema: z.ZodObject<Shape>,
): Settings<Shape> {
  const kept = keep(
    KEPT_SECONDS,
    async (house: House) => {
      const row = await house.database.prisma.setting.findUnique({ where: { key } })
      return overDefaults(schema, row?.value)
    },
    { version: ({ events }) => events.version('site.configured') },
  )
  return {
    key,
    schema,
    get: (ctx) => kept.get(ctx.house, ctx.now),
    async read(ctx) {
      const row = await ctx.db.setting.findUnique({ where: { key } })
      return { values: overDefaults(schema, row?.value), version: row?.version ?? 0 }
    },
    async set(ctx, change, version) {
      authorize(ctx, canConfigureSite(readerOf(ctx)))
      const given = fitting(schema, change)
      await transact(ctx, async (ctx) => {
        // Serializes changes, so that concurrent ones are all kept.
        await advisoryLock(ctx.db, 'setting', key)
        const row = await ctx.db.setting.findUnique({ where: { key } })
        expectVersion(row?.version ?? 0, version)
        const before = z.record(z.string(), z.json()).catch({}).parse(row?.value)
        const value = { ...before, ...given } as Prisma.InputJsonObject
        await ctx.db.setting.upsert({
          where: { key },
          create: { key, value },
          update: { value, version: { increment: 1 } },
        })
        await record(
          ctx,
          'settings.changed',
          ['Settings', key],
          covered(schema, difference(overDefaults(schema, before), overDefaults(schema, value))),
        )
        await emit(ctx, 'site.configured', { key })
      })
      kept.drop(ctx.house)
    },
  }
}

/** Whether a field is a secret, which is write-only: `.meta({ secret: true })`. */
export const isSecret = (type: z.core.$ZodType): boolean => (type as z.ZodType).meta()?.secret === true

const COVER = '••••••••'

/** A change without secrets: only whether each was and is set. */
function covered<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  { before = {}, after = {} }: ReturnType<typeof difference>,
) {
  const cover = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const type = shape[name]
        return [name, value && type && isSecret(type) ? COVER : value]
      }),
    )
  return { before: cover(before), after: cover(after) }
}

/** Valid known fields of a change; refuses invalid ones, all by name. */
function fitting<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, change: object): object {
  const known = Object.fromEntries(Object.entries(change).filter(([name]) => name in schema.shape))
  checked(schema.partial(), known)
  return known
}
