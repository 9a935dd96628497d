import { z } from 'zod'
import type { Language } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { advisoryLock } from '../../core/db.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { emit, transact } from '../../events.ts'
import { canConfigureSite } from '../../policy/site.ts'
import { everything, type Stream, watch } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'
import { LANGUAGE_ORDER, languageKeyOf, OWN_BANK, shownNameOf, templateOf } from './language.ts'

/** Value of `site.configured` for languages. */
const KEY = 'languages'

const change = z.object({
  isOffered: z.boolean().optional(),
  /** Null: the judge's. */
  name: z.string().trim().min(1).max(40).nullable().optional(),
  /** Null: the judge's. */
  template: z.string().max(65_535).nullable().optional(),
})

export type LanguageChange = z.input<typeof change>

/** All languages of the judge, offered or not, in the site's order. */
export function allLanguages(ctx: Context): Promise<Language[]> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  return ctx.db.language.findMany({
    where: { bank: OWN_BANK },
    orderBy: LANGUAGE_ORDER,
  })
}

/**
 * Serializes changes, so that two administrators cannot disable the last two languages or give both one name.
 */
const takeTurn = (ctx: Context) => advisoryLock(ctx.db, 'setting', KEY)

/** Refuses a name that another language has on the site or in the judge. */
async function requireOwnName(ctx: Context, { id, key }: Language, name: string): Promise<void> {
  const meant = languageKeyOf(name)
  const where = {
    bank: OWN_BANK,
    id: { not: id },
    ownName: { equals: literally(name), mode: 'insensitive' },
  } as const
  if ((meant !== null && meant !== key) || (await ctx.db.language.count({ where })) > 0)
    throw new Refusal('LANGUAGE_TAKEN', { field: 'name' })
}

/**
 * Enables, disables or renames a language, or changes its template. Compiling and running is defined by the
 * judge.
 */
export async function changeLanguage(
  ctx: Context,
  id: number,
  given: LanguageChange,
  version?: number | null,
): Promise<Language> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  const { isOffered, name, template } = checked(change, given)
  return transact(ctx, async (ctx) => {
    await takeTurn(ctx)
    const before = await ctx.db.language.findFirst({ where: { id, bank: OWN_BANK } })
    if (!before) throw new Refusal('NOT_FOUND')
    expectVersion(before.version, version)
    if (name) await requireOwnName(ctx, before, name)
    const after = await ctx.db.language.update({
      where: { id },
      data: {
        enabled: isOffered,
        ownName: name === before.name ? null : name,
        ownTemplate: template === before.template ? null : template,
        version: { increment: 1 },
      },
    })
    if ((await ctx.db.language.count({ where: { bank: OWN_BANK, enabled: true } })) === 0)
      throw new Refusal('LAST_LANGUAGE')
    const { before: was, after: is } = difference(saidOf(before), saidOf(after))
    if (Object.keys(is ?? {}).length === 0) return after
    await record(ctx, 'language.changed', ['Language', after.key], { before: was, after: is })
    await emit(ctx, 'site.configured', { key: KEY })
    return after
  })
}

const saidOf = (language: Language) => ({
  isOffered: language.enabled,
  name: shownNameOf(language),
  template: templateOf(language),
})

/** Moves a language before another one, or to the end. */
export async function moveLanguage(ctx: Context, id: number, beforeId: number | null): Promise<void> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  await transact(ctx, async (ctx) => {
    await takeTurn(ctx)
    const before = await allLanguages(ctx)
    const place = before.findIndex((language) => language.id === id)
    const moved = before[place]
    if (!moved) throw new Refusal('NOT_FOUND')
    const others = before.toSpliced(place, 1)
    const at = beforeId === null ? others.length : others.findIndex((language) => language.id === beforeId)
    if (at < 0) throw new Refusal('NOT_FOUND')
    if (at === place) return
    for (const [index, language] of others.toSpliced(at, 0, moved).entries())
      await ctx.db.language.update({ where: { id: language.id }, data: { ownRank: before.length - index } })
    await record(ctx, 'language.changed', ['Language', moved.key], {
      before: { place: place + 1 },
      after: { place: at + 1 },
    })
    await emit(ctx, 'site.configured', { key: KEY })
  })
}

/** Emits after each change of languages. */
export const watchLanguages = (ctx: Context): Stream<Record<string, never>> =>
  watch(ctx, {
    sight: everything,
    concern: ({ name, payload }) =>
      name === 'site.configured' && payload.key === KEY ? { key: KEY, wait: 0 } : null,
    read: async () => ({}),
  })
