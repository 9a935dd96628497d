import type { Readable } from 'node:stream'
import { createTranslator, type Translator } from '#locales/translator.ts'
import type { ShopOrderState } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { type Cell, spreadsheet } from '../../core/tables/spreadsheet.ts'
import { managedOrders } from './orders.ts'

/** Orders that are read at once, and most of a spreadsheet. */
const PART = 500
const MOST_ROWS = 100_000

const COLUMNS = [
  'number',
  'state',
  'buyer',
  'goods',
  'total',
  'receiver',
  'phone',
  'address',
  'at',
  'decidedAt',
] as const

const STATE_WORDS = { WAITING: 'waiting', SHIPPED: 'shipped', REFUSED: 'refused' } as const

const timeOf = (moment: Date | null): string => moment?.toISOString().slice(0, 19).concat('Z') ?? ''

async function* rowsOf(
  ctx: Context,
  listing: ReturnType<typeof managedOrders>,
  t: Translator,
): AsyncGenerator<Cell[]> {
  let before: number | null = null
  for (let count = 0; count < MOST_ROWS; count += PART) {
    const orders: OrderRow[] = await readPart(ctx, listing, before)
    for (const order of orders) {
      yield [
        order.id,
        t(`shop:state.${STATE_WORDS[order.state]}`),
        order.user.endedAt ? t('ui:endedUser') : order.user.username,
        order.lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', '),
        order.total,
        order.receiver,
        order.phone,
        order.address,
        timeOf(order.createdAt),
        timeOf(order.decidedAt),
      ]
    }
    if (orders.length < PART) return
    before = orders.at(-1)?.id ?? null
  }
}

type OrderRow = Awaited<ReturnType<typeof readPart>>[number]

const readPart = (
  ctx: Context,
  { where, orderBy }: ReturnType<typeof managedOrders>,
  before: number | null,
) =>
  ctx.db.shopOrder.findMany({
    where: before === null ? where : { AND: [where, { id: { lt: before } }] },
    orderBy,
    take: PART,
    include: { user: { select: { username: true, endedAt: true } }, lines: { orderBy: { id: 'asc' } } },
  })

/** Orders as a spreadsheet, newest first; for staff. */
export function ordersSheet(ctx: Context, state: ShopOrderState | null): Readable {
  const listing = managedOrders(ctx, { state })
  const t = createTranslator(ctx.locale)
  const columns = COLUMNS.map((name) => t(`shop:sheet.${name}`))
  return spreadsheet(t('shop:sheet.title'), columns, rowsOf(ctx, listing, t))
}
