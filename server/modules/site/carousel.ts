import { z } from 'zod'
import { LOCALES } from '#locales/i18n.ts'
import type { CarouselSlide, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, inLocale, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { pictureTypeOf } from '../../core/pictures.ts'
import { canConfigureSite } from '../../policy/site.ts'

/** Pictures a browser shows, and nothing else. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

export const MAX_PICTURE_BYTES = 2 * 1024 * 1024

const caption = z.object({ title: z.string().max(200), subtitle: z.string().max(500) })
const texts = z.partialRecord(z.enum(LOCALES), caption)

export type SlideTexts = z.infer<typeof texts>

/** The slides in the order they turn. */
export const SLIDES = { orderBy: [{ rank: 'asc' }, { id: 'asc' }] } satisfies Prisma.CarouselSlideFindManyArgs

/** Where a slide's picture is fetched; the hash makes the address that of this content for good. */
export const pictureUrl = (slide: Pick<CarouselSlide, 'imageHash'>): string =>
  `/api/public/img/${slide.imageHash}`

/** The words on a slide in the reader's language. */
export const captionOf = (slide: Pick<CarouselSlide, 'texts'>, ctx: Context) =>
  inLocale(texts.catch({}).parse(slide.texts), ctx.locale) ?? { title: '', subtitle: '' }

/** The type of a picture that some slide shows. */
export async function findPicture(ctx: Context, imageHash: string): Promise<PictureType> {
  const slide = await ctx.db.carouselSlide.findFirst({ where: { imageHash }, select: { mediaType: true } })
  const mediaType = PICTURE_TYPES.find((type) => type === slide?.mediaType)
  if (!mediaType) throw new Refusal('NOT_FOUND')
  return mediaType
}

export type SlideInput = {
  picture: Uint8Array
  mediaType: PictureType
  texts: SlideTexts
  href: string | null
  /** Behind all others when it is left out. */
  rank?: number
}

async function nextRank(ctx: Context): Promise<number> {
  const { _max } = await ctx.db.carouselSlide.aggregate({ _max: { rank: true } })
  return (_max.rank ?? -1) + 1
}

/** A place on this site, or a page of another one; never a script. */
const isHref = (text: string) => /^(\/(?![/\\])|https?:\/\/)/.test(text) && text.length <= 500

/** Puts a picture on the home page. */
export async function addSlide(ctx: Context, input: SlideInput): Promise<CarouselSlide> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  const captions = texts.safeParse(input.texts)
  if (!captions.success) throw new Refusal('INVALID_INPUT', { field: 'texts' })
  if (input.href !== null && !isHref(input.href)) throw new Refusal('INVALID_INPUT', { field: 'href' })
  const { byteLength } = input.picture
  if (byteLength === 0 || byteLength > MAX_PICTURE_BYTES || !PICTURE_TYPES.includes(input.mediaType)) {
    throw new Refusal('INVALID_INPUT', { field: 'picture' })
  }
  const rank = input.rank ?? (await nextRank(ctx))
  const imageHash = await ctx.house.blobs.put(ctx.db, input.picture)
  return ctx.db.carouselSlide.create({
    data: {
      imageHash,
      mediaType: input.mediaType,
      texts: captions.data,
      href: input.href,
      rank,
    },
  })
}

/** Puts a picture without words on the home page, of the type that its content says and not its sender. */
export async function addPicture(ctx: Context, picture: Uint8Array): Promise<CarouselSlide> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  const mediaType = pictureTypeOf(picture)
  if (!mediaType) throw new Refusal('PICTURE_TYPE')
  return addSlide(ctx, { picture, mediaType, texts: {}, href: null })
}
