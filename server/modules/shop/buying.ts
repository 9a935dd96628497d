import { z } from 'zod'
import type { ShopItem, ShopOrder } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { Refusal, requireAtMost } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { referAnew } from '../file/file.ts'
import { lockBalances } from '../points/points.ts'
import { MOST_PIECES, tellItem } from './items.ts'

/** Most lines of an order. */
const MOST_LINES = 50
export const MAX_RECEIVER = 50
export const MAX_ADDRESS = 300

/** Mobile numbers of mainland China (area-rules S8). */
export const PHONE = /^1[3-9]\d{9}$/

const trimmed = (max: number) =>
  z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(z.string().max(max))

const shipping = z.object({
  receiver: trimmed(MAX_RECEIVER),
  phone: trimmed(50),
  address: trimmed(MAX_ADDRESS),
})

export type Shipping = z.output<typeof shipping>
export type CartLine = { itemId: number; quantity: number }
export type Purchase = {
  lines: readonly CartLine[]
  shipping: Shipping
  /** Sum that the client showed; refused when the server computes another one. */
  pay: number
  /** Random id; repeating the purchase with it returns the same order. */
  clientKey?: string | null
}

/** Name, phone and address of a purchase; throws with the faults of all fields (area-rules S8). */
function shippingOf(given: Shipping): Shipping {
  const wanted = checked(shipping, given)
  const fields = {
    ...(wanted.receiver === '' && { receiver: { code: 'RECEIVER_MISSING' as const } }),
    ...(wanted.phone === '' && { phone: { code: 'PHONE_MISSING' as const } }),
    ...(wanted.phone !== '' && !PHONE.test(wanted.phone) && { phone: { code: 'PHONE_INVALID' as const } }),
    ...(wanted.address === '' && { address: { code: 'ADDRESS_MISSING' as const } }),
  }
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID_INPUT', { fields })
  return wanted
}

/** Pieces by item; repeated items are added up, and each sum is 1 to 99 (area-rules S6). */
function piecesOf(lines: readonly CartLine[]): Map<number, number> {
  requireAtMost(MOST_LINES, 'lines', lines)
  if (lines.length === 0) throw new Refusal('INVALID_INPUT', { fields: { lines: { code: 'REQUIRED' } } })
  const pieces = new Map<number, number>()
  for (const { itemId, quantity } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new Refusal('INVALID_INPUT', { fields: { lines: { code: 'TOO_SMALL', parameters: { min: 1 } } } })
    pieces.set(itemId, (pieces.get(itemId) ?? 0) + quantity)
  }
  if ([...pieces.values()].some((quantity) => quantity > MOST_PIECES)) {
    const fault = { code: 'TOO_LARGE' as const, parameters: { max: MOST_PIECES } }
    throw new Refusal('INVALID_INPUT', { fields: { lines: fault } })
  }
  return pieces
}

/** Refuses an item that cannot be bought in this number. */
function requireOffered(item: ShopItem | undefined, quantity: number, itemId: number): ShopItem {
  if (!item || item.removedAt || item.isDisabled)
    throw new Refusal('GOODS_GONE', { name: item?.name ?? `#${itemId}` })
  const { name, mostPerOrder, stock } = item
  if (mostPerOrder !== null && quantity > mostPerOrder)
    throw new Refusal('GOODS_LIMIT', { name, max: mostPerOrder })
  if (quantity > stock) throw new Refusal('GOODS_STOCK', { name, stock })
  return item
}

/** Locks goods in the order of their numbers, so that purchases of the same goods wait for each other. */
async function lockItems(ctx: Context, ids: readonly number[]): Promise<Map<number, ShopItem>> {
  const items = await ctx.db.$queryRaw<ShopItem[]>`
    select * from "ShopItem" where "id" = any(${ids.filter(isRowNumber)}::int[]) order by "id" for no key update`
  return new Map(items.map((item) => [item.id, item]))
}

/** Locks the account against its deletion, which empties the addresses of its orders (area-rules S8). */
async function requireAccount(ctx: Context, id: string): Promise<void> {
  const rows = await ctx.db.$queryRaw<object[]>`
    select from "User" where "id" = ${id} and "endedAt" is null for share`
  if (rows.length === 0) throw new Refusal('UNAUTHENTICATED')
}

/**
 * Buys goods for points: all lines or none. Sum, stock, limits and balance are checked under the locks of the balance
 * and the goods, so that concurrent purchases never oversell or overspend (area-rules S7). Throws GOODS_GONE,
 * GOODS_LIMIT, GOODS_STOCK, CART_TOTAL or POINTS_TOO_FEW.
 */
export async function buy(ctx: Context, purchase: Purchase): Promise<ShopOrder> {
  requireLogin(ctx)
  const { id: userId, username } = ctx.viewer
  const address = shippingOf(purchase.shipping)
  const pieces = piecesOf(purchase.lines)
  const clientKey = purchase.clientKey ? checked(z.string().max(100), purchase.clientKey) : null
  return transact(ctx, async (ctx) => {
    await requireAccount(ctx, userId)
    const balance = (await lockBalances(ctx, [userId])).get(userId) ?? 0
    const earlier = clientKey
      ? await ctx.db.shopOrder.findUnique({ where: { userId_clientKey: { userId, clientKey } } })
      : null
    if (earlier) return earlier
    const items = await lockItems(ctx, [...pieces.keys()])
    const lines = [...pieces].map(([itemId, quantity]) => ({
      item: requireOffered(items.get(itemId), quantity, itemId),
      quantity,
    }))
    const total = lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0)
    if (total !== purchase.pay) throw new Refusal('CART_TOTAL', { total })
    if (balance < 0 || total > balance) throw new Refusal('POINTS_TOO_FEW', { name: username, balance })
    const order = await ctx.db.shopOrder.create({
      data: {
        userId,
        total,
        clientKey,
        ...address,
        createdAt: ctx.now,
        lines: {
          create: lines.map(({ item: { id: itemId, name, picture, price }, quantity }) => ({
            itemId,
            name,
            picture,
            price,
            quantity,
          })),
        },
      },
    })
    await book(ctx, order, lines)
    return order
  })
}

/** Takes the stock and the points of an order, and announces both. */
async function book(
  ctx: Context,
  { id: orderId, userId, total }: ShopOrder,
  lines: readonly { item: ShopItem; quantity: number }[],
): Promise<void> {
  await referAnew(
    ctx,
    `ShopOrder:${orderId}`,
    lines.map(({ item }) => item.picture),
  )
  for (const { item, quantity } of lines) {
    await ctx.db.shopItem.update({ where: { id: item.id }, data: { stock: { decrement: quantity } } })
    await tellItem(ctx, item, item.id)
  }
  const entry = { userId, actorId: userId, orderId, reason: 'PURCHASE' as const, createdAt: ctx.now }
  await ctx.db.pointEntry.create({ data: { ...entry, amount: -total } })
  await emit(ctx, 'shopOrder.changed', { orderId, userId, isNew: true })
}
