import type { CarouselSlide } from '#prisma/generated/client.ts'
import { router } from '../../doors/router.ts'
import { addPicture, MAX_PICTURE_BYTES, pictureUrl, SLIDES } from './carousel.ts'

const asSlide = (slide: CarouselSlide) => ({ id: slide.id, url: pictureUrl(slide) })

router.get('/api/home-carousel', 'anyone', async (ctx) => {
  const slides = await ctx.db.carouselSlide.findMany(SLIDES)
  return slides.map(asSlide)
})

// The path is spelt as the clients of the reference system spell it.
router.upload(
  '/api/file/upload-carouse-img',
  'site.configure',
  { field: 'file', maxBytes: MAX_PICTURE_BYTES },
  async (ctx, picture) => asSlide(await addPicture(ctx, picture)),
)
