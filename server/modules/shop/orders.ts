import { z } from 'zod'
import type { Prisma, ShopOrder, ShopOrderLine } from '#prisma/generated/client.ts'
import type { ShopOrderState } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { Refusal, requireAtMost } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { canManageShop, visibleShopOrders } from '../../policy/shop.ts'
import { type ChangedRow, changedRow, type Stream, watchRows } from '../../watch.ts'
import { record } from '../audit/audit.ts'
import { notify } from '../notification/notification.ts'
import { lockBalances } from '../points/points.ts'
import { usernameKeyOf } from '../user/username.ts'
import { tellItem } from './items.ts'

export const MAX_REFUSAL = 200

/** Page of the buyer's orders. */
const OWN_ORDERS = '/shop/orders'

const newestFirst = { orderBy: { id: 'desc' } } satisfies Prisma.ShopOrderFindManyArgs

/** The viewer's orders, newest first. */
export function ownOrderListing(ctx: Context) {
  requireLogin(ctx)
  return { where: { userId: ctx.viewer.id }, ...newestFirst } satisfies Prisma.ShopOrderFindManyArgs
}

export type OrderFilter = { state?: ShopOrderState | null; username?: string | null }

/** Orders of all buyers, newest first; for staff. */
export function managedOrders(ctx: Context, { state, username }: OrderFilter) {
  authorize(ctx, canManageShop(readerOf(ctx)))
  const key = usernameKeyOf(username ?? '')
  return {
    where: {
      AND: [
        visibleShopOrders(readerOf(ctx)),
        state ? { state } : {},
        key ? { user: { usernameKey: key } } : {},
      ],
    },
    ...newestFirst,
  } satisfies Prisma.ShopOrderFindManyArgs
}

/** An order of the viewer, or any for staff; null when they may not see it. */
export const findOrder = (ctx: Context, id: number): Promise<ShopOrder | null> =>
  isRowNumber(id)
    ? ctx.db.shopOrder.findFirst({ where: { AND: [{ id }, visibleShopOrders(readerOf(ctx))] } })
    : Promise.resolve(null)

/** Most lines of a request. */
const MOST_LINES = 500

/**
 * Lines of orders by number, for their buyer and for staff. A line that the viewer may not see refuses all
 * (area-rules S14).
 */
export async function linesOf(ctx: Context, ids: readonly number[]): Promise<ShopOrderLine[]> {
  requireLogin(ctx)
  requireAtMost(MOST_LINES, 'sids', ids)
  if (!ids.every(isRowNumber)) throw new Refusal('INVALID_INPUT', { fields: { sids: { code: 'UNUSABLE' } } })
  const wanted = [...new Set(ids)]
  const lines = await ctx.db.shopOrderLine.findMany({
    where: { id: { in: wanted }, order: visibleShopOrders(readerOf(ctx)) },
    orderBy: { id: 'asc' },
  })
  if (lines.length < wanted.length) throw new Refusal('FORBIDDEN')
  return lines
}

/** Locks an order that waits; SHIPPED and REFUSED are final (area-rules S9). */
async function lockWaiting(ctx: Context, id: number): Promise<ShopOrder> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await ctx.db.$queryRaw`select 1 from "ShopOrder" where "id" = ${id} for no key update`
  const order = await findOrder(ctx, id)
  if (!order) throw new Refusal('NOT_FOUND')
  if (order.state !== 'WAITING') throw new Refusal('ORDER_DECIDED')
  return order
}

/** Audits a decision without the address (area-rules S8), tells the buyer and the lists. */
async function tellDecided(
  ctx: Context,
  { id, userId, total, refusal }: ShopOrder,
  act: 'shipped' | 'refused',
) {
  const after = { state: act, ...(refusal && { refusal }) }
  await record(ctx, `shopOrder.${act}`, ['ShopOrder', id], { before: {}, after })
  await notify(ctx, {
    userId,
    kind: 'MINE',
    message: act === 'shipped' ? 'orderShipped' : 'orderRefused',
    parameters: { number: id, total, reason: refusal ?? '' },
    subject: `ShopOrder:${id}`,
    link: OWN_ORDERS,
    dedupeKey: `order ${id} ${act}`,
    at: ctx.now.toISOString(),
  })
  await emit(ctx, 'shopOrder.changed', { orderId: id, userId, isNew: false })
}

/** Marks an order as shipped. */
export async function shipOrder(ctx: Context, id: number): Promise<ShopOrder> {
  authorize(ctx, canManageShop(readerOf(ctx)))
  const decidedById = ctx.viewer.id
  return transact(ctx, async (ctx) => {
    const { userId } = await lockWaiting(ctx, id)
    // Its address was deleted with the account (area-rules S8).
    const buyer = await ctx.db.user.findUnique({ where: { id: userId }, select: { endedAt: true } })
    if (buyer?.endedAt) throw new Refusal('ORDER_WITHOUT_ADDRESS')
    const data = { state: 'SHIPPED' as const, decidedAt: ctx.now, decidedById }
    const order = await ctx.db.shopOrder.update({ where: { id }, data })
    await tellDecided(ctx, order, 'shipped')
    return order
  })
}

/** Refuses an order: its points are refunded and its goods return to the stock. */
export async function refuseOrder(ctx: Context, id: number, reason: string): Promise<ShopOrder> {
  authorize(ctx, canManageShop(readerOf(ctx)))
  const decidedById = ctx.viewer.id
  const { refusal } = checked(
    z.object({
      refusal: z
        .string()
        .transform((text) => storable(text).trim())
        .pipe(z.string().max(MAX_REFUSAL)),
    }),
    { refusal: reason },
  )
  return transact(ctx, async (ctx) => {
    const { userId, total } = await lockWaiting(ctx, id)
    // Balances before goods, as purchases lock them.
    await lockBalances(ctx, [userId])
    const lines = await ctx.db.shopOrderLine.findMany({
      where: { orderId: id },
      orderBy: { itemId: 'asc' },
      include: { item: true },
    })
    for (const { item, quantity } of lines) {
      await ctx.db.shopItem.update({ where: { id: item.id }, data: { stock: { increment: quantity } } })
      await tellItem(ctx, item, item.id)
    }
    await ctx.db.pointEntry.create({
      data: {
        userId,
        actorId: decidedById,
        orderId: id,
        amount: total,
        reason: 'REFUND',
        createdAt: ctx.now,
      },
    })
    const data = { state: 'REFUSED' as const, decidedAt: ctx.now, decidedById, refusal: refusal || null }
    const order = await ctx.db.shopOrder.update({ where: { id }, data })
    await tellDecided(ctx, order, 'refused')
    return order
  })
}

/** Orders that the viewer sees as they are placed and decided: one's own, or all to staff. */
export function watchOrders(ctx: Context): Stream<ChangedRow> {
  requireLogin(ctx)
  const { id: viewerId } = ctx.viewer
  const seesAll = canManageShop(readerOf(ctx))
  return watchRows(ctx, {
    sight: visibleShopOrders,
    concern: ({ name, payload }) => {
      if (name !== 'shopOrder.changed') return null
      const { orderId, userId, isNew } = payload
      return seesAll || userId === viewerId ? { key: orderId, about: isNew ? '' : 'listed', wait: 0 } : null
    },
    read: async (ctx, id, about) => {
      const order = await findOrder(ctx, id)
      return order && changedRow(id, about === 'listed', true)
    },
  })
}
