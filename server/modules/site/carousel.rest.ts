import { z } from 'zod'
import type { CarouselSlide } from '#prisma/generated/client.ts'
import { requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { addPicture, findPicture, MAX_PICTURE_BYTES, pictureUrl, SLIDES } from './carousel.ts'

const restSlide = z
  .object({ id: z.int(), url: z.string() })
  .meta({ id: 'CarouselSlide', description: 'A picture of the home page; url is a path of this site.' })

const asSlide = (slide: CarouselSlide) => ({ id: slide.id, url: pictureUrl(slide) })

router.get(
  '/api/home-carousel',
  'anyone',
  { summary: 'The pictures of the home page, in their order.', answer: z.array(restSlide) },
  async (ctx) => {
    const slides = await ctx.db.carouselSlide.findMany(SLIDES)
    return slides.map(asSlide)
  },
)

// The path is spelt as the clients of the reference system spell it.
router.upload(
  '/api/file/upload-carouse-img',
  'site.configure',
  {
    summary: 'Adds a picture to the home page.',
    file: { field: 'file', maxBytes: MAX_PICTURE_BYTES },
    answer: restSlide,
  },
  async (ctx, { file }) => asSlide(await addPicture(ctx, file)),
)

/** One year, the longest that caches promise to keep; the address changes with the content. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** A picture opened by itself is a page of this site: one that is drawn by text must not run any of it. */
const STILL = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

// Pages that were loaded earlier name the second address.
for (const path of ['/api/public/img/:hash', '/site-files/:hash']) {
  router.download(
    path,
    'anyone',
    {
      summary: 'A picture of the home page.',
      params: { hash: requiredText().describe('Hash of its content.') },
    },
    async (ctx, { params: { hash } }) => ({
      blobHash: hash,
      mediaType: await findPicture(ctx, hash),
      cacheControl: FOR_GOOD,
      headers: { 'content-security-policy': STILL },
    }),
  )
}
