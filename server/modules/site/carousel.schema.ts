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
  description: 'Texts of a slide in one language.',
  fields: (t) => ({
    locale: t.expose('locale', { type: LocaleEnum, description: 'The language.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    subtitle: t.exposeString('subtitle', { description: 'Subtitle.' }),
  }),
})

const FILE = { select: { file: true } } as const
const TEXTS = { select: { texts: true } } as const

const CarouselSlide = builder.prismaNode('CarouselSlide', {
  id: { field: 'id', description: 'Id of the slide.' },
  description: 'A slide of the home page.',
  fields: (t) => ({
    imageUrl: t.string({ description: 'Path of the picture.', ...FILE, resolve: (slide) => slideUrl(slide) }),
    title: t.string({
      description: "Title, in the viewer's language.",
      ...TEXTS,
      resolve: (slide, _, ctx) => captionOf(slide, ctx).title,
    }),
    subtitle: t.string({
      description: "Subtitle, in the viewer's language.",
      ...TEXTS,
      resolve: (slide, _, ctx) => captionOf(slide, ctx).subtitle,
    }),
    captions: t.field({
      type: [CaptionType],
      description: 'Texts in all its languages.',
      ...TEXTS,
      resolve: (slide) =>
        LOCALES.flatMap((locale): Caption[] => {
          const words = slideTexts(slide)[locale]
          return words ? [{ locale, ...words }] : []
        }),
    }),
    href: t.exposeString('href', { nullable: true, description: 'Link target; null: none.' }),
    version: t.exposeInt('version', {
      description: 'Version of texts and link; an edit names the one it is based on.',
    }),
  }),
})

builder.objectFields('Site', (t) => ({
  carousel: t.prismaField({
    type: [CarouselSlide],
    description: 'Slides of the home page, in order.',
    resolve: (query, _, __, ctx) => ctx.db.carouselSlide.findMany({ ...query, orderBy: SLIDES.orderBy }),
  }),
}))

const CaptionInput = builder.inputType('CarouselCaptionInput', {
  description: 'Texts of a slide in one language.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, required: true, description: 'The language.' }),
    title: t.string({ required: true, description: 'Title.' }),
    subtitle: t.string({ required: true, description: 'Subtitle.' }),
  }),
})

const ChangeInput = builder.inputType('ChangeCarouselSlideInput', {
  description: 'Omitted fields stay as they are.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: CarouselSlide, description: 'The slide.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    captions: t.field({ type: [CaptionInput], description: 'Texts in all languages.' }),
    href: t.string({ description: 'Link target; empty: none.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveCarouselSlideInput', {
  description: 'The slide to remove.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: CarouselSlide, description: 'The slide.' }),
  }),
})

const MoveInput = builder.inputType('MoveCarouselSlideInput', {
  description: 'The slide to move.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: CarouselSlide, description: 'The slide.' }),
    beforeId: t.globalID({
      for: CarouselSlide,
      description: 'The slide to put it before; default: at the end.',
    }),
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
      'Changes texts and link of a slide. Pictures are uploaded by POST /api/file/upload-carouse-img.',
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
    description: 'Removes a slide from the home page.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      await removeSlide(ctx, Number(input.id.id))
      return {}
    },
  }),
  moveCarouselSlide: t.field({
    type: 'Site',
    description: 'Moves a slide before another one, or to the end.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: MoveInput, required: true }) },
    resolve: async (_, { input: { id, beforeId } }, ctx) => {
      await moveSlide(ctx, Number(id.id), beforeId ? Number(beforeId.id) : null)
      return {}
    },
  }),
}))

const SlideChange = builder.objectRef<ChangedRow>('CarouselSlideChange').implement({
  description: 'A change of a slide.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the slide, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: CarouselSlide, id }),
    }),
    carouselSlide: t.field({
      type: CarouselSlide,
      nullable: true,
      description: 'Null when it was deleted.',
      resolve: ({ id }, _, ctx) => (id === null ? null : findSlide(ctx, id)),
    }),
    site: t.field({ type: 'Site', description: 'The site with its slides in order.', resolve: () => ({}) }),
  }),
})

builder.subscriptionFields((t) => ({
  carouselSlidesChanged: t.field({
    type: SlideChange,
    description: 'Slides of the home page as they are created, changed, moved and deleted.',
    subscribe: (_, __, ctx) => watchSlides(ctx),
    resolve: (change) => change,
  }),
}))
