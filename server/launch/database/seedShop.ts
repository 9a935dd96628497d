/** Seeds the goods of the shop through their rules. */
import { items } from '#prisma/seed/content.ts'
import type { Context } from '../../context.ts'
import { contentOf } from '../../core/blobs.ts'
import { fileUrl, storeFile } from '../../modules/file/file.ts'
import { createItem } from '../../modules/shop/items.ts'

export async function seedShop(ctx: Context): Promise<void> {
  if ((await ctx.db.shopItem.count()) > 0) return
  for (const [index, { svg, ...item }] of items.entries()) {
    const drawing = { name: `goods${index}.svg`, content: contentOf(Buffer.from(svg)) }
    const owner = { ownerId: null, groupId: null }
    const file = await storeFile(ctx, 'MARKDOWN_PICTURE', drawing, 'image/svg+xml', owner)
    await createItem(ctx, { ...item, picture: fileUrl(file), isDisabled: false })
  }
}
