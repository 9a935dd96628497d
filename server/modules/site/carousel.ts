import { z } from 'zod'
import { LOCALES } from '#locales/i18n.ts'
import type { CarouselSlide, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, inLocale, readerOf } from '../../context.ts'
import type { Upload } from '../../core/blobs.ts'
import { checked } from '../../core/checked.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { canConfigureSite } from '../../policy/site.ts'
import { type ChangedRow, changedRow, everything, type Stream, watchRows } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'
import { fileUrl, keepFile, referTo } from '../file/file.ts'

const caption = z.object({ title: z.string().max(200), subtitle: z.string().max(500) })
const texts = z.partialRecord(z.enum(LOCALES), caption)

export type SlideTexts = z.infer<typeof texts>

/** Order of slides, and the columns `slideUrl` needs. */
export const SLIDES = {
  orderBy: [{ rank: 'asc' }, { id: 'asc' }],
  include: { file: true },
} satisfies Prisma.CarouselSlideFindManyArgs

type Slide = Prisma.CarouselSlideGetPayload<{ include: { file: true } }>

/** URL of a slide's picture. */
export const slideUrl = (slide: Pick<Slide, 'file'>): string => fileUrl(slide.file)

/** Texts of a slide in all languages. */
export const slideTexts = (slide: Pick<CarouselSlide, 'texts'>): SlideTexts =>
  texts.catch({}).parse(slide.texts)

/** Texts of a slide in the viewer's language. */
export const captionOf = (slide: Pick<CarouselSlide, 'texts'>, ctx: Context) =>
  inLocale(slideTexts(slide), ctx.locale) ?? { title: '', subtitle: '' }

/** A slide by id. */
export const findSlide = (ctx: Context, id: number): Promise<Slide | null> =>
  ctx.db.carouselSlide.findUnique({ where: { id }, include: { file: true } })

/** Slides as they are created, changed and deleted; one shared stream. */
export const watchSlides = (ctx: Context): Stream<ChangedRow> =>
  watchRows(ctx, {
    sight: everything,
    concern: (event) =>
      event.name === 'slide.changed'
        ? { key: event.payload.slideId, about: event.payload.wasThere ? 'there' : '', wait: 0 }
        : null,
    read: async (ctx, id, about) =>
      changedRow(id, about === 'there', (await ctx.db.carouselSlide.count({ where: { id } })) > 0),
  })

export type SlideInput = { texts?: SlideTexts; href?: string | null }

/** A path on this site, or a URL of another; never a script. */
const isHref = (text: string) => text === '' || /^(\/(?![/\\])|https?:\/\/)/.test(text)

const input = z.object({
  texts: texts.optional(),
  href: z
    .string()
    .trim()
    .max(500)
    .refine(isHref, { params: { fault: 'NOT_A_LINK' } })
    .nullish(),
})

const check = (given: SlideInput) => {
  const { texts: words, href } = checked(input, given)
  return {
    ...(words === undefined ? {} : { texts: words }),
    ...(href === undefined ? {} : { href: href || null }),
  }
}

async function nextRank(ctx: Context): Promise<number> {
  const { _max } = await ctx.db.carouselSlide.aggregate({ _max: { rank: true } })
  return (_max.rank ?? -1) + 1
}

const audited = (slide: Slide) => ({
  texts: slide.texts,
  href: slide.href,
  rank: slide.rank,
  picture: slideUrl(slide),
})

/** Audits a change of a slide and notifies, in its transaction. */
async function note(ctx: Context, id: number, before: Slide | null, after: Slide | null): Promise<void> {
  const action = !before ? 'carouselSlide.created' : after ? 'carouselSlide.changed' : 'carouselSlide.removed'
  await referTo(ctx, `CarouselSlide:${id}`, after ? [slideUrl(after)] : [])
  const change = difference(before && audited(before), after && audited(after))
  await record(ctx, action, ['CarouselSlide', id], change)
  await emit(ctx, 'slide.changed', { slideId: id, wasThere: before !== null })
}

/** Adds a stored picture as a slide, at the end unless `rank` is given. */
export async function showSlide(
  ctx: Context,
  fileId: string,
  { rank, ...input }: SlideInput & { rank?: number },
): Promise<Slide> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  const data = check(input)
  return transact(ctx, async (ctx) => {
    const slide = await ctx.db.carouselSlide.create({
      data: { ...data, fileId, rank: rank ?? (await nextRank(ctx)) },
      include: { file: true },
    })
    await note(ctx, slide.id, null, slide)
    return slide
  })
}

/** Uploads a picture and adds it as a slide. */
export async function addSlide(ctx: Context, picture: Upload, input: SlideInput = {}): Promise<Slide> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  check(input)
  return showSlide(ctx, (await keepFile(ctx, 'SLIDE', picture)).id, input)
}

async function lockSlide(ctx: Context, id: number): Promise<Slide> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await ctx.db.$queryRaw`select "id" from "CarouselSlide" where "id" = ${id} for update`
  const slide = await findSlide(ctx, id)
  if (!slide) throw new Refusal('NOT_FOUND')
  return slide
}

/** Changes texts and link of a slide; omitted fields stay as they are. */
export async function changeSlide(
  ctx: Context,
  id: number,
  input: SlideInput,
  version?: number | null,
): Promise<Slide> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  const data = check(input)
  return transact(ctx, async (ctx) => {
    const before = await lockSlide(ctx, id)
    expectVersion(before.version, version)
    const slide = await ctx.db.carouselSlide.update({
      where: { id },
      data: { ...data, version: { increment: 1 } },
      include: { file: true },
    })
    await note(ctx, id, before, slide)
    return slide
  })
}

/** Removes a slide from the home page. */
export async function removeSlide(ctx: Context, id: number): Promise<void> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  await transact(ctx, async (ctx) => {
    const before = await lockSlide(ctx, id)
    await ctx.db.carouselSlide.delete({ where: { id } })
    await note(ctx, id, before, null)
  })
}

/** Moves a slide before another one, or to the end. */
export async function moveSlide(ctx: Context, id: number, beforeId: number | null): Promise<Slide[]> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  return transact(ctx, async (ctx) => {
    // Locks all slides, so that concurrent moves are serialized.
    await ctx.db.$queryRaw`select "id" from "CarouselSlide" order by "id" for update`
    const slides = await ctx.db.carouselSlide.findMany(SLIDES)
    const moved = slides.find((slide) => slide.id === id)
    if (!moved) throw new Refusal('NOT_FOUND')
    const others = slides.filter((slide) => slide !== moved)
    const at = beforeId === null ? others.length : others.findIndex((slide) => slide.id === beforeId)
    if (at < 0) throw new Refusal('NOT_FOUND')
    const ordered = others.toSpliced(at, 0, moved)
    for (const [rank, slide] of ordered.entries()) {
      if (slide.rank === rank) continue
      const after = { ...slide, rank }
      await ctx.db.carouselSlide.update({ where: { id: slide.id }, data: { rank } })
      if (slide === moved) await note(ctx, slide.id, slide, after)
      else await emit(ctx, 'slide.changed', { slideId: slide.id, wasThere: true })
    }
    return ctx.db.carouselSlide.findMany(SLIDES)
  })
}
