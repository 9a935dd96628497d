import { contentOf } from '#server/core/blobs.ts'
import { storeFile } from '#server/modules/file/file.ts'
import { type SlideInput, showSlide } from '#server/modules/site/carousel.ts'
import { contextOf, type Person } from './people.ts'
import type { Site } from './site.ts'

/** Puts a drawing on the home page, as only the seed can: uploads of drawings are refused. */
export async function addDrawing(
  site: Site,
  root: Person,
  svg: string,
  input: SlideInput & { rank?: number } = {},
): Promise<number> {
  const ctx = contextOf(site, root)
  const file = { name: 'slide.svg', content: contentOf(Buffer.from(svg)) }
  const { id } = await storeFile(ctx, 'SLIDE', file, 'image/svg+xml', { ownerId: null, groupId: null })
  return (await showSlide(ctx, id, input)).id
}
