import { z } from 'zod'
import type { Language } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canConfigureSite } from '../../policy/site.ts'
import { everything, type Stream, watch } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'
import { OWN_BANK, templateOf } from './language.ts'

/** What `site.configured` says when it is about languages. */
const KEY = 'languages'

const change = z.object({
  isOffered: z.boolean().optional(),
  /** Null: that of the judge. */
  template: z.string().max(65_535).nullable().optional(),
})

export type LanguageChange = z.input<typeof change>

/** Every language that the judge knows, offered or not, in the order in which they are offered. */
export function allLanguages(ctx: Context): Promise<Language[]> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  return ctx.db.language.findMany({
    where: { bank: OWN_BANK },
    orderBy: [{ rank: 'desc' }, { id: 'asc' }],
  })
}

/** Offers a language on the site or no longer, or gives it another template. How it is compiled and run is the judge's. */
export async function changeLanguage(ctx: Context, id: number, given: LanguageChange): Promise<Language> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  const { isOffered, template } = checked(change, given)
  return transact(ctx, async (ctx) => {
    // One administrator after another: two who close the last two languages see each other.
    await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtext('setting'), hashtext(${KEY}))`
    const before = await ctx.db.language.findFirst({ where: { id, bank: OWN_BANK } })
    if (!before) throw new Refusal('NOT_FOUND')
    const after = await ctx.db.language.update({
      where: { id },
      data: { enabled: isOffered, ownTemplate: template === before.template ? null : template },
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

const saidOf = (language: Language) => ({ isOffered: language.enabled, template: templateOf(language) })

/** Says that languages were changed, each time they are. */
export const watchLanguages = (ctx: Context): Stream<Record<string, never>> =>
  watch(ctx, {
    sight: everything,
    concern: ({ name, payload }) =>
      name === 'site.configured' && payload.key === KEY ? { key: KEY, wait: 0 } : null,
    read: async () => ({}),
  })
