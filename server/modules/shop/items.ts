import { z } from 'zod'
import type { Prisma, ShopItem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { canManageShop, visibleShopItems } from '../../policy/shop.ts'
import { type ChangedRow, changedRow, type Stream, watchRows } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'

/** Goods of a page (area-rules S13). */
export const SHOP_PAGE = 16
/** Most pieces of one item in an order (area-rules S6). */
export const MOST_PIECES = 99
export const MAX_NAME = 100
export const MOST_POINTS = 1_000_000
export const MOST_STOCK = 1_000_000

/** An address of this site or of the web; pages show pictures of this site alone. */
const isAddress = (text: string) => text === '' || /^(\/(?![/\\])|https?:\/\/)/.test(text)

const fields = z.object({
  name: z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(z.string().min(1).max(MAX_NAME)),
  picture: z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(
      z
        .string()
        .max(500)
        .refine(isAddress, { params: { fault: 'NOT_A_LINK' } }),
    ),
  price: z.int().min(0).max(MOST_POINTS),
  stock: z.int().min(0).max(MOST_STOCK),
  mostPerOrder: z.int().min(1).max(MOST_PIECES).nullable(),
  isDisabled: z.boolean(),
})

export type ItemFields = z.output<typeof fields>

const audited = ({ name, picture, price, stock, mostPerOrder, isDisabled }: ShopItem) => ({
  name,
  picture,
  price,
  stock,
  mostPerOrder,
  isDisabled,
})

const isListed = (item: ShopItem | null): boolean => item !== null && !item.removedAt && !item.isDisabled

/** Announces goods after a change. */
export const tellItem = (ctx: Context, before: ShopItem | null, id: number) =>
  emit(ctx, 'shopItem.changed', {
    itemId: id,
    wasThere: before !== null && !before.removedAt,
    wasListed: isListed(before),
  })

async function note(
  ctx: Context,
  act: 'created' | 'changed' | 'removed',
  before: ShopItem | null,
  after: ShopItem,
): Promise<void> {
  const remains = after.removedAt ? null : audited(after)
  await referTo(ctx, `ShopItem:${after.id}`, [after.picture])
  await record(ctx, `shopItem.${act}`, ['ShopItem', after.id], difference(before && audited(before), remains))
  await tellItem(ctx, before, after.id)
}

/** Locks goods that are not deleted. */
async function lockItem(ctx: Context, id: number): Promise<ShopItem> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await ctx.db.$queryRaw`select 1 from "ShopItem" where "id" = ${id} for no key update`
  const item = await ctx.db.shopItem.findFirst({ where: { id, removedAt: null } })
  if (!item) throw new Refusal('NOT_FOUND')
  return item
}

/** Creates goods. */
export async function createItem(ctx: Context, given: ItemFields): Promise<ShopItem> {
  authorize(ctx, canManageShop(readerOf(ctx)))
  const data = checked(fields, given)
  return transact(ctx, async (ctx) => {
    const item = await ctx.db.shopItem.create({ data: { ...data, createdAt: ctx.now, updatedAt: ctx.now } })
    await note(ctx, 'created', null, item)
    return item
  })
}

/** Changes goods; omitted fields stay as they are. Orders keep the name and price of their day (area-rules S13). */
export async function changeItem(
  ctx: Context,
  id: number,
  given: Partial<ItemFields>,
  version?: number | null,
): Promise<ShopItem> {
  authorize(ctx, canManageShop(readerOf(ctx)))
  return transact(ctx, async (ctx) => {
    const before = await lockItem(ctx, id)
    expectVersion(before.version, version)
    // Alone: refused orders may bring the stock above its limit.
    const data = checked(fields.partial(), given)
    const after = await ctx.db.shopItem.update({
      where: { id },
      data: { ...data, updatedAt: ctx.now, version: { increment: 1 } },
    })
    await note(ctx, 'changed', before, after)
    return after
  })
}

/** Deletes goods; the row stays for its orders. */
export async function removeItem(ctx: Context, id: number): Promise<void> {
  authorize(ctx, canManageShop(readerOf(ctx)))
  await transact(ctx, async (ctx) => {
    const before = await lockItem(ctx, id)
    const after = await ctx.db.shopItem.update({
      where: { id },
      data: { removedAt: ctx.now, updatedAt: ctx.now },
    })
    await note(ctx, 'removed', before, after)
  })
}

/** Goods that the shop offers, in order of creation. */
export const itemListing = {
  where: { removedAt: null, isDisabled: false },
  orderBy: { id: 'asc' },
} satisfies Prisma.ShopItemFindManyArgs

/** All goods but deleted ones, newest first; for staff. */
export function managedItems(ctx: Context, keyword?: string | null) {
  authorize(ctx, canManageShop(readerOf(ctx)))
  const part = literally((keyword ?? '').trim().slice(0, MAX_NAME))
  return {
    where: {
      AND: [
        visibleShopItems(readerOf(ctx)),
        part ? { name: { contains: part, mode: 'insensitive' as const } } : {},
      ],
    },
    orderBy: { id: 'desc' },
  } satisfies Prisma.ShopItemFindManyArgs
}

/** Goods that the viewer sees; null when there are none of this number. */
export const findItem = (ctx: Context, id: number): Promise<ShopItem | null> =>
  isRowNumber(id)
    ? ctx.db.shopItem.findFirst({ where: { AND: [{ id }, visibleShopItems(readerOf(ctx))] } })
    : Promise.resolve(null)

/** Goods as they are created, changed, sold and deleted: to staff disabled ones too. */
export const watchItems = (ctx: Context): Stream<ChangedRow> =>
  watchRows(ctx, {
    sight: visibleShopItems,
    concern: (event) => {
      if (event.name !== 'shopItem.changed') return null
      const { itemId, wasThere, wasListed } = event.payload
      return { key: itemId, about: wasListed ? 'listed' : wasThere ? 'there' : '', wait: 200 }
    },
    read: async (ctx, id, about) => {
      const before = about === 'listed' || (about === 'there' && canManageShop(readerOf(ctx)))
      return changedRow(id, before, (await findItem(ctx, id)) !== null)
    },
  })
