import { router } from '../../router.ts'
import { pictureUrl, SLIDES } from './carousel.ts'

router.get('/api/home-carousel', 'anyone', async (ctx) => {
  const slides = await ctx.db.carouselSlide.findMany(SLIDES)
  return slides.map((slide) => ({ id: slide.id, url: pictureUrl(slide) }))
})
