import { LOCALES, type Locale } from '#locales/i18n.ts'
import { builder } from '../../builder.ts'
import { LocaleEnum, RowChangeEnum } from '../../enums.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  captionOf,
  changeSlide,
  findSlide,
  moveSlide,
  removeSlide,
  SLIDES,
  type SlideTexts,
  slideTexts,
  slideUrl,
  watchSlides,
} from './carousel.ts'

type Caption = { locale: Locale; title: string; subtitle: string }

const CaptionType = builder.objectRef<Caption>('CarouselCaption').implement({
  description: 'The words on a slide in one language.',
  fields: (t) => ({
    locale: t.expose('locale', { type: LocaleEnum, description: 'The language.' }),
    title: t.exposeString('title', { description: 'The large words.' }),
    subtitle: t.exposeString('subtitle', { description: 'The small words.' }),
  }),
})

const FILE = { select: { file: true } } as const
const TEXTS = { select: { texts: true } } as const

const CarouselSlide = builder.prismaNode('CarouselSlide', {
  id: { field: 'id', description: 'The id of this slide.' },
  description: 'A picture of the home page.',
  fields: (t) => ({
    imageUrl: t.string({ description: 'Path of the picture.', ...FILE, resolve: (slide) => slideUrl(slide) }),
    title: t.string({
      description: 'The large words, in the language of the reader.',
      ...TEXTS,
      resolve: (slide, _, ctx) => captionOf(slide, ctx).title,
    }),
    subtitle: t.string({
      description: 'The small words, in the language of the reader.',
      ...TEXTS,
      resolve: (slide, _, ctx) => captionOf(slide, ctx).subtitle,
    }),
    captions: t.field({
      type: [CaptionType],
      description: 'The words in all languages that they are there in.',
      ...TEXTS,
      resolve: (slide) =>
        LOCALES.flatMap((locale): Caption[] => {
          const words = slideTexts(slide)[locale]
          return words ? [{ locale, ...words }] : []
        }),
    }),
    href: t.exposeString('href', { nullable: true, description: 'Where it leads; null: nowhere.' }),
    version: t.exposeInt('version', {
      description: 'Counts the changes of words and link; a save names the one it began from.',
    }),
  }),
})

builder.objectFields('Site', (t) => ({
  carousel: t.prismaField({
    type: [CarouselSlide],
    description: 'The pictures of the home page, in their order.',
    resolve: (query, _, __, ctx) => ctx.db.carouselSlide.findMany({ ...query, orderBy: SLIDES.orderBy }),
  }),
}))

const CaptionInput = builder.inputType('CarouselCaptionInput', {
  description: 'The words on a slide in one language.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, required: true, description: 'The language.' }),
    title: t.string({ required: true, description: 'The large words.' }),
    subtitle: t.string({ required: true, description: 'The small words.' }),
  }),
})

const ChangeInput = builder.inputType('ChangeCarouselSlideInput', {
  description: 'Fields that are left out stay as they are.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: CarouselSlide, description: 'The slide.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    captions: t.field({ type: [CaptionInput], description: 'The words in all languages.' }),
    href: t.string({ description: 'Where it leads; empty: nowhere.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveCarouselSlideInput', {
  description: 'Which slide goes.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: CarouselSlide, description: 'The slide.' }),
  }),
})

const MoveInput = builder.inputType('MoveCarouselSlideInput', {
  description: 'Which slide goes where.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: CarouselSlide, description: 'The slide.' }),
    beforeId: t.globalID({ for: CarouselSlide, description: 'The one it comes before; none: behind all.' }),
  }),
})

const textsOf = (captions: readonly Caption[]): SlideTexts =>
  Object.fromEntries(
    captions
      .filter(({ title, subtitle }) => title || subtitle)
      .map(({ locale, title, subtitle }) => [locale, { title, subtitle }]),
  )

builder.mutationFields((t) => ({
  changeCarouselSlide: t.prismaField({
    type: CarouselSlide,
    description:
      'Changes words and link of a slide. Pictures come through POST /api/file/upload-carouse-img.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: async (_query, _, { input: { id, captions, href, version } }, ctx) =>
      changeSlide(
        ctx,
        Number(id.id),
        {
          ...(captions ? { texts: textsOf(captions) } : {}),
          ...(href === undefined ? {} : { href }),
        },
        version,
      ),
  }),
  removeCarouselSlide: t.field({
    type: 'Site',
    description: 'Takes a slide off the home page.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      await removeSlide(ctx, Number(input.id.id))
      return {}
    },
  }),
  moveCarouselSlide: t.field({
    type: 'Site',
    description: 'Puts a slide before another one, or behind all.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: MoveInput, required: true }) },
    resolve: async (_, { input: { id, beforeId } }, ctx) => {
      await moveSlide(ctx, Number(id.id), beforeId ? Number(beforeId.id) : null)
      return {}
    },
  }),
}))

const SlideChange = builder.objectRef<ChangedRow>('CarouselSlideChange').implement({
  description: 'What became of a slide.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'The id of the slide, also of one that is not there any more; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: CarouselSlide, id }),
    }),
    carouselSlide: t.field({
      type: CarouselSlide,
      nullable: true,
      description: 'Null when it is gone.',
      resolve: ({ id }, _, ctx) => (id === null ? null : findSlide(ctx, id)),
    }),
    site: t.field({ type: 'Site', description: 'The site with its slides in order.', resolve: () => ({}) }),
  }),
})

builder.subscriptionFields((t) => ({
  carouselSlidesChanged: t.field({
    type: SlideChange,
    description: 'The slides of the home page as they come, change, move and go.',
    subscribe: (_, __, ctx) => watchSlides(ctx),
    resolve: (change) => change,
  }),
}))
