import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ShopItem } from '#prisma/generated/client.ts'
import { REFUSALS, Refusal, type RefusalCode } from '../../core/errors.ts'
import { SPREADSHEET_TYPE } from '../../core/tables/spreadsheet.ts'
import { say } from '../../doors/asking.ts'
import {
  flag,
  mapped,
  number,
  oneOf,
  requiredNumber,
  requiredText,
  text,
  texts,
} from '../../doors/rest/coercers.ts'
import { asAttachment } from '../../doors/rest/download.ts'
import { Answer, router } from '../../doors/rest/router.ts'
import { asDate, date } from '../../doors/rest/shapes.ts'
import { buy, type CartLine } from './buying.ts'
import {
  changeItem,
  createItem,
  type ItemFields,
  itemListing,
  managedItems,
  removeItem,
  SHOP_PAGE,
} from './items.ts'
import { linesOf, managedOrders, shipOrder } from './orders.ts'
import { ordersSheet } from './sheet.ts'

/** Codes of the verdicts that have a picture in client/public. */
const PICTURED = ['AC', 'WA', 'TLE', 'MLE', 'RE', 'CE', 'PE', 'PA', 'SE', 'CA', 'OLE'] as const

const restItem = z
  .object({
    id: z.int(),
    imageURL: z.string().describe('Address of the picture; empty: none.'),
    name: z.string(),
    price: z.int().describe('In points.'),
    quantity: z.int().describe('Pieces left.'),
    quota: z.boolean().describe('Whether one purchase is limited.'),
    limitation: z.int().describe('Most pieces of one purchase; 0 without quota.'),
    disable: z.boolean().describe('Whether the shop hides it.'),
  })
  .meta({ id: 'ShopItem', description: 'Goods of the points shop.' })

const asItem = ({ id, picture, name, price, stock, mostPerOrder, isDisabled }: ShopItem) => ({
  id,
  imageURL: picture,
  name,
  price,
  quantity: stock,
  quota: mostPerOrder !== null,
  limitation: mostPerOrder ?? 0,
  disable: isDisabled,
})

const pageQuery = {
  page: number(1).describe('Number of the page, from 1.'),
  pageSize: number(SHOP_PAGE, { most: 100 }).describe('Rows per page.'),
}
const partOf = ({ page, pageSize }: { page: number; pageSize: number }) => ({
  skip: (page - 1) * pageSize,
  take: pageSize,
})

router.get(
  '/shopapi/getItemList',
  'anyone',
  { summary: 'Goods that the shop offers.', query: pageQuery, answer: z.array(restItem) },
  async (ctx, { query }) =>
    (await ctx.db.shopItem.findMany({ ...itemListing, ...partOf(query) })).map(asItem),
)

router.get(
  '/shopapi/getItemTotalCount',
  'anyone',
  { summary: 'Number of goods that the shop offers.', answer: z.int() },
  (ctx) => ctx.db.shopItem.count({ where: itemListing.where }),
)

router.get(
  '/shopapi/admin/getItemList',
  'shop.manage',
  { summary: 'All goods, disabled ones too, newest first.', query: pageQuery, answer: z.array(restItem) },
  async (ctx, { query }) =>
    (await ctx.db.shopItem.findMany({ ...managedItems(ctx), ...partOf(query) })).map(asItem),
)

router.get(
  '/shopapi/admin/getItemTotalCount',
  'shop.manage',
  { summary: 'Number of all goods.', answer: z.int() },
  (ctx) => ctx.db.shopItem.count({ where: managedItems(ctx).where }),
)

const itemBody = {
  imageURL: text().describe('Address of the picture; empty: none.'),
  name: requiredText().describe('Name, 1 to 100 characters.'),
  price: requiredNumber().describe('Price in points.'),
  quantity: requiredNumber().describe('Pieces left.'),
  quota: flag().describe('Whether one purchase is limited to `limitation`.'),
  limitation: number(1, { least: Number.MIN_SAFE_INTEGER }).describe('Most pieces of one purchase.'),
  disable: flag().describe('Whether the shop hides it.'),
}

type ItemBody = Record<'imageURL' | 'name', string> &
  Record<'price' | 'quantity' | 'limitation', number> &
  Record<'quota' | 'disable', boolean>

const fieldsOf = ({ imageURL, name, price, quantity, quota, limitation, disable }: ItemBody): ItemFields => ({
  picture: imageURL,
  name,
  price,
  stock: quantity,
  mostPerOrder: quota ? limitation : null,
  isDisabled: disable,
})

router.post(
  '/shopapi/admin/addItem',
  'shop.manage',
  { summary: 'Creates goods.', body: itemBody, answer: restItem },
  async (ctx, { body }) => asItem(await createItem(ctx, fieldsOf(body))),
)

router.post(
  '/shopapi/admin/updataItem',
  'shop.manage',
  {
    summary: 'Changes goods.',
    body: { id: requiredNumber().describe('Number of the goods.'), ...itemBody },
    answer: restItem,
  },
  async (ctx, { body: { id, ...body } }) => asItem(await changeItem(ctx, id, fieldsOf(body))),
)

router.get(
  '/shopapi/admin/deleteItem',
  'shop.manage',
  {
    summary: 'Deletes goods; their orders stay.',
    query: { id: requiredNumber().describe('Number of the goods.') },
    answer: z.literal(true),
  },
  async (ctx, { query: { id } }) => {
    await removeItem(ctx, id)
    return true as const
  },
)

/** Refusals of a purchase that the client shows in its dialog of failure (area-rules S11). */
const FAILURES: ReadonlySet<RefusalCode> = new Set([
  'GOODS_GONE',
  'GOODS_LIMIT',
  'GOODS_STOCK',
  'CART_TOTAL',
  'POINTS_TOO_FEW',
])

/** The first fault of an address as a refusal of its own, whose words an envelope can carry; null for others. */
function faultOf(error: unknown): Refusal | null {
  const [fault] = error instanceof Refusal ? Object.values(error.fields ?? {}) : []
  return fault && fault.code in REFUSALS ? new Refusal(fault.code as RefusalCode) : null
}

const LINE = /^\s*(\d{1,10})\s*\*\s*(\d{1,9})\s*$/

/** Lines such as '3*2', two pieces of item 3. */
const cartLinesOf = (parts: readonly string[]): CartLine[] =>
  parts.map((part) => {
    const [, itemId, quantity] = LINE.exec(part) ?? []
    if (itemId === undefined)
      throw new Refusal('INVALID_INPUT', { fields: { cartItems: { code: 'UNUSABLE' } } })
    return { itemId: Number(itemId), quantity: Number(quantity) }
  })

router.post(
  '/shopapi/buyCartItems',
  'login',
  {
    summary: 'Buys goods for points: all or none. False with the reason in msg when that is not possible.',
    body: {
      cartItems: texts().describe("Lines of 'itemId*quantity', separated by commas."),
      pay: requiredNumber().describe('Sum in points.'),
      name: text().describe('Name of the receiver.'),
      phone: text().describe('Mobile number of mainland China.'),
      address: text().describe('Address.'),
    },
    answer: z.boolean(),
  },
  async (ctx, { body: { cartItems, pay, name, phone, address } }) => {
    try {
      await buy(ctx, { lines: cartLinesOf(cartItems), pay, shipping: { receiver: name, phone, address } })
      return true as const
    } catch (error) {
      if (error instanceof Refusal && FAILURES.has(error.code))
        return new Answer(false, say(ctx.locale, error))
      throw faultOf(error) ?? error
    }
  },
)

const restOrder = z
  .object({
    hid: z.int().describe('Number of the order.'),
    uuid: z.string().describe('uid of the buyer.'),
    username: z.string(),
    sids: z.string().describe('Numbers of its lines, separated by commas.'),
    pay: z.int(),
    name: z.string(),
    phone: z.string(),
    address: z.string(),
    approve: z.literal([0, 1]).describe('0 waiting, 1 shipped.'),
    time: date.describe('Time of the purchase.'),
  })
  .meta({ id: 'ShopOrder', description: 'An order.' })

const STATES = { 0: 'WAITING', 1: 'SHIPPED' } as const
const approve = mapped(oneOf(['0', '1', 'false', 'true'], '0'), (word) =>
  word === '1' || word === 'true' ? STATES[1] : STATES[0],
).describe('0 waiting, 1 shipped.')

router.get(
  '/shopapi/admin/getBuyHistory',
  'shop.manage',
  {
    summary: 'Orders, newest first; refused ones are left out.',
    query: { ...pageQuery, approve },
    answer: z.array(restOrder),
  },
  async (ctx, { query: { approve: state, ...page } }) => {
    const orders = await ctx.db.shopOrder.findMany({
      ...managedOrders(ctx, { state }),
      ...partOf(page),
      include: {
        user: { select: { username: true } },
        lines: { select: { id: true }, orderBy: { id: 'asc' } },
      },
    })
    return orders.map(({ id, userId, user, lines, total, receiver, phone, address, state, createdAt }) => ({
      hid: id,
      uuid: userId,
      username: user.username,
      sids: lines.map(({ id }) => id).join(','),
      pay: total,
      name: receiver,
      phone,
      address,
      approve: state === 'SHIPPED' ? (1 as const) : (0 as const),
      time: asDate(createdAt),
    }))
  },
)

router.get(
  '/shopapi/admin/getBuyHistoryCount',
  'shop.manage',
  { summary: 'Number of orders in a state.', query: { approve }, answer: z.int() },
  (ctx, { query: { approve: state } }) =>
    ctx.db.shopOrder.count({ where: managedOrders(ctx, { state }).where }),
)

router.get(
  '/shopapi/admin/updateBuyHistoryApprove',
  'shop.manage',
  {
    summary: 'Marks an order as shipped.',
    query: {
      hid: requiredNumber().describe('Number of the order.'),
      approve: requiredText().describe('1; another state is refused.'),
    },
    answer: z.literal(true),
  },
  async (ctx, { query: { hid, approve } }) => {
    if (approve !== '1' && approve !== 'true')
      throw new Refusal('INVALID_INPUT', { fields: { approve: { code: 'UNUSABLE' } } })
    await shipOrder(ctx, hid)
    return true as const
  },
)

const restLine = z
  .object({
    sid: z.int().describe('Number of the line.'),
    id: z.int().describe('Number of the goods.'),
    imageURL: z.string(),
    name: z.string(),
    price: z.int(),
    quantity: z.int(),
  })
  .meta({ id: 'ShopOrderLine', description: 'Goods of an order, with name and price of their day.' })

router.get(
  '/shopapi/getBuyHistoryDetailed',
  'login',
  {
    summary: 'Lines of orders, for their buyer and for staff; one line of another buyer refuses all.',
    query: { sids: texts().describe('Numbers of lines, separated by commas.') },
    answer: z.array(restLine),
    forbids: ['FORBIDDEN'],
  },
  async (ctx, { query: { sids } }) =>
    (await linesOf(ctx, sids.map(Number))).map(({ id: sid, itemId: id, picture, name, price, quantity }) => ({
      sid,
      id,
      imageURL: picture,
      name,
      price,
      quantity,
    })),
)

router.post(
  '/shopapi/getAllUrl',
  'anyone',
  {
    summary: 'Addresses of the pictures of verdicts, by their codes.',
    answer: z.record(z.string(), z.string()),
  },
  () => Object.fromEntries(PICTURED.map((code) => [code, `/verdict-${code}.svg`])),
)

router.download(
  '/shopapi/admin/download-orders',
  'shop.manage',
  {
    summary: 'Orders as a spreadsheet, newest first.',
    query: { state: oneOf(['WAITING', 'SHIPPED', 'REFUSED'], null).describe('Only orders in this state.') },
  },
  async (ctx, { query: { state } }) => {
    const content = ordersSheet(ctx, state)
    return {
      hash: randomUUID(),
      size: null,
      mediaType: SPREADSHEET_TYPE,
      open: async () => content,
      cacheControl: 'private, no-store',
      headers: { 'content-disposition': asAttachment('orders.xlsx') },
    }
  },
)
