import { z } from 'zod'
import { DEFAULT_LOCALE, LOCALES } from '#locales/i18n.ts'
import type { Context, House } from '../../context.ts'
import { authorize, readerOf } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canConfigureSite } from '../../policy/site.ts'

/** A name that a zone of the IANA database has. */
const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const line = z.string().max(200)
const address = z.string().max(500)

/** Text by locale; one string is the same in all of them. */
const worded = z.union([
  line.min(1).transform((text) => ({ [DEFAULT_LOCALE]: text })),
  z.partialRecord(z.enum(LOCALES), line.min(1)).refine((texts) => Object.keys(texts).length > 0),
])

/** What the site says of itself. */
const website = z.object({
  /** Which name a reader sees: inLocale(). */
  name: worded.default({ 'zh-CN': '明川在线评测', 'en-US': 'Mingchuan Online Judge' }),
  shortName: line.min(1).default('MOJ'),
  description: z.string().max(2000).default(''),
  /** The registration record that a law may ask a site to show in its footer. */
  recordName: line.default(''),
  recordUrl: address.default(''),
  projectName: line.default('MOJ'),
  projectUrl: address.default(''),
  /** Where people reach the site; empty: the address it was started with. */
  baseUrl: address.default(''),
  /** Whom to write to. */
  email: line.default(''),
  registrationOpen: z.boolean().default(true),
  /** In which days and check-ins are counted. */
  timeZone: z.string().refine(isTimeZone).default('Asia/Shanghai'),
})

/** Areas that can be closed, and limits that apply to everybody. */
const switches = z.object({
  openPublicDiscussion: z.boolean().default(true),
  openGroupDiscussion: z.boolean().default(true),
  openContestComment: z.boolean().default(true),
  openPublicJudge: z.boolean().default(true),
  openGroupJudge: z.boolean().default(true),
  openContestJudge: z.boolean().default(true),
  /** Closes the code of others outside contests to all but super and problem administrators. */
  hideSources: z.boolean().default(false),
  /** Seconds between two submissions of one person outside contests; 0: no wait. */
  submitInterval: z.number().int().min(0).max(86_400).default(8),
  /** Characters a submission must have. */
  minCodeLength: z.number().int().min(0).max(65_535).default(0),
})

const BLOCKS = { website, switches } as const
export type SettingBlock = keyof typeof BLOCKS

export type SiteSettings = z.infer<typeof website> & z.infer<typeof switches>

/** The rows of one block over its defaults; a stored field that no longer fits counts as not set. */
function readBlock<Block extends SettingBlock>(
  block: Block,
  stored: unknown,
): z.infer<(typeof BLOCKS)[Block]> {
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(stored)
  const schema = BLOCKS[block]
  const answer = schema.safeParse(fields)
  if (answer.success) return answer.data as z.infer<(typeof BLOCKS)[Block]>
  const wrong = new Set(answer.error.issues.map((issue) => String(issue.path[0])))
  const fitting = Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.has(name)))
  return schema.parse(fitting) as z.infer<(typeof BLOCKS)[Block]>
}

/** Long enough to cost nothing, short enough that a lost event is made good. */
const KEPT_SECONDS = 300

const load = async (house: House): Promise<SiteSettings> => {
  const rows = await house.database.prisma.setting.findMany({ where: { key: { in: Object.keys(BLOCKS) } } })
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const settings = {
    ...readBlock('website', stored.get('website')),
    ...readBlock('switches', stored.get('switches')),
  }
  return { ...settings, baseUrl: settings.baseUrl || house.publicUrl }
}

const kept = keep(KEPT_SECONDS, load, { version: ({ events }) => events.version('site.configured') })

/** The settings of the site: what administrators set, over the defaults. */
export const siteSettings = (ctx: Pick<Context, 'house' | 'now'>): Promise<SiteSettings> =>
  kept.get(ctx.house, ctx.now)

/** Sets fields of one block; fields that are not named stay as they are. */
export async function configureSite<Block extends SettingBlock>(
  ctx: Context,
  block: Block,
  change: Partial<z.input<(typeof BLOCKS)[Block]>>,
): Promise<SiteSettings> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  const shape: object = BLOCKS[block].shape
  const answer = BLOCKS[block].partial().safeParse(change)
  if (!answer.success) {
    throw new Refusal('INVALID_INPUT', { field: String(answer.error.issues[0]?.path[0] ?? block) })
  }
  await transact(ctx, async (ctx) => {
    // One administrator after another: both changes survive.
    await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtext('setting'), hashtext(${block}))`
    const row = await ctx.db.setting.findUnique({ where: { key: block } })
    const before = z.record(z.string(), z.json()).catch({}).parse(row?.value)
    const known = Object.entries(z.record(z.string(), z.json()).parse(change)).filter(
      ([name]) => name in shape,
    )
    const value = { ...before, ...Object.fromEntries(known) }
    await ctx.db.setting.upsert({ where: { key: block }, create: { key: block, value }, update: { value } })
    await emit(ctx, 'site.configured', { key: block })
  })
  kept.drop(ctx.house)
  return siteSettings(ctx)
}
