import { builder } from '../../builder.ts'
import { captionOf, pictureUrl, SLIDES } from './carousel.ts'

const CarouselSlide = builder.prismaNode('CarouselSlide', {
  id: { field: 'id' },
  fields: (t) => ({
    imageUrl: t.string({ resolve: (slide) => pictureUrl(slide) }),
    title: t.string({ resolve: (slide, _, ctx) => captionOf(slide, ctx).title }),
    subtitle: t.string({ resolve: (slide, _, ctx) => captionOf(slide, ctx).subtitle }),
    href: t.exposeString('href', { nullable: true }),
  }),
})

builder.objectFields('Site', (t) => ({
  carousel: t.prismaField({
    type: [CarouselSlide],
    resolve: (query, _, __, ctx) => ctx.db.carouselSlide.findMany({ ...query, ...SLIDES }),
  }),
}))
