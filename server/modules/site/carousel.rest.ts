import { z } from 'zod'
import { requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { FILE_BOUNDS } from '../file/file.ts'
import { addSlide, removeSlide, SLIDES, slideUrl } from './carousel.ts'

const restSlide = z
  .object({ id: z.int(), url: z.string() })
  .meta({ id: 'CarouselSlide', description: 'A slide of the home page; url is a path of this site.' })

const asSlide = (slide: { id: number } & Parameters<typeof slideUrl>[0]) => ({
  id: slide.id,
  url: slideUrl(slide),
})

router.get(
  '/api/home-carousel',
  'anyone',
  { summary: 'Slides of the home page, in order.', answer: z.array(restSlide) },
  async (ctx) => (await ctx.db.carouselSlide.findMany(SLIDES)).map(asSlide),
)

// Spelt as clients of the reference system spell it.
router.upload(
  '/api/file/upload-carouse-img',
  'site.configure',
  {
    summary: 'Adds a slide to the home page.',
    file: { field: 'file', maxBytes: FILE_BOUNDS.SLIDE.maxBytes },
    answer: restSlide,
  },
  async (ctx, { file }) => asSlide(await addSlide(ctx, file)),
)

router.delete(
  '/api/admin/config/home-carousel',
  'site.configure',
  {
    summary: 'Removes a slide from the home page.',
    query: { id: requiredNumber().describe('Number of the slide.') },
  },
  async (ctx, { query }) => {
    await removeSlide(ctx, query.id)
  },
)
