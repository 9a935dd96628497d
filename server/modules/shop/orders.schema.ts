import type { ShopOrder as OrderRow } from '#prisma/generated/client.ts'
import { ShopOrderState } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { RowChangeEnum } from '../../enums.ts'
import type { ChangedRow } from '../../watch.ts'
import { buy, MAX_ADDRESS, MAX_RECEIVER } from './buying.ts'
import { ShopItem } from './items.schema.ts'
import {
  findOrder,
  MAX_REFUSAL,
  managedOrders,
  ownOrderListing,
  refuseOrder,
  shipOrder,
  watchOrders,
} from './orders.ts'

const StateEnum = builder.enumType(ShopOrderState, {
  name: 'ShopOrderState',
  description: 'State of an order; SHIPPED and REFUSED are final.',
})

const Shipping = builder
  .objectRef<Pick<OrderRow, 'receiver' | 'phone' | 'address'>>('ShippingAddress')
  .implement({
    description: 'Where an order is sent; empty when the account was deleted.',
    fields: (t) => ({
      receiver: t.exposeString('receiver', { description: 'Name of the receiver.' }),
      phone: t.exposeString('phone', { description: 'Mobile number.' }),
      address: t.exposeString('address', { description: 'Address.' }),
    }),
  })

builder.prismaObject('ShopOrderLine', {
  description: 'Goods of an order, with name and price at the time of the purchase.',
  select: {},
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Number of the line.' }),
    itemNumber: t.exposeInt('itemId', { description: 'Number of the goods.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    picture: t.exposeString('picture', { description: 'Address of the picture; empty: none.' }),
    price: t.exposeInt('price', { description: 'Price of a piece in points.' }),
    quantity: t.exposeInt('quantity', { description: 'Pieces.' }),
  }),
})

const ShopOrder = builder.prismaNode('ShopOrder', {
  id: { field: 'id' },
  description: 'A purchase of goods; visible to its buyer and to staff.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['shopOrder', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    buyer: t.relation('user', { description: 'The buyer.' }),
    state: t.expose('state', { type: StateEnum, description: 'State.' }),
    total: t.exposeInt('total', { description: 'Points that were paid.' }),
    shipping: t.field({
      type: Shipping,
      description: 'Where it is sent.',
      select: { receiver: true, phone: true, address: true },
      resolve: ({ receiver, phone, address }) => ({ receiver, phone, address }),
    }),
    lines: t.relation('lines', { query: { orderBy: { id: 'asc' } }, description: 'The goods.' }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'Reason of a refusal; null when none was given.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the purchase.' }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was shipped or refused.',
    }),
  }),
})

builder.queryFields((t) => ({
  ownShopOrders: t.prismaConnection(
    {
      type: ShopOrder,
      cursor: 'id',
      nullable: true,
      description: "The viewer's orders, newest first.",
      args: { offset: t.arg.int({ description: 'Number of rows to skip.' }) },
      totalCount: (_, __, ctx) => ctx.db.shopOrder.count({ where: ownOrderListing(ctx).where }),
      resolve: (query, _, { offset }, ctx) =>
        ctx.db.shopOrder.findMany({
          ...query,
          ...ownOrderListing(ctx),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'OwnShopOrderConnection' },
    { name: 'OwnShopOrderEdge' },
  ),
  shopOrders: t.prismaConnection(
    {
      type: ShopOrder,
      cursor: 'id',
      nullable: true,
      description: 'Orders of all buyers, newest first; for staff.',
      args: {
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
        state: t.arg({ type: StateEnum, description: 'Only orders in this state.' }),
        username: t.arg.string({ description: 'Only orders of this buyer.' }),
      },
      totalCount: (_, { state, username }, ctx) =>
        ctx.db.shopOrder.count({ where: managedOrders(ctx, { state, username }).where }),
      resolve: (query, _, { state, username, offset }, ctx) =>
        ctx.db.shopOrder.findMany({
          ...query,
          ...managedOrders(ctx, { state, username }),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'ShopOrderConnection' },
    { name: 'ShopOrderEdge' },
  ),
}))

const CartLineInput = builder.inputType('CartLineInput', {
  description: 'Pieces of goods in a cart.',
  fields: (t) => ({
    item: t.globalID({ required: true, for: ShopItem, description: 'The goods.' }),
    quantity: t.int({ required: true, description: 'Pieces, 1 to 99.' }),
  }),
})

const BuyInput = builder.inputType('BuyInput', {
  description: 'A purchase: all of its goods or none.',
  fields: (t) => ({
    lines: t.field({ type: [CartLineInput], required: true, description: 'The cart.' }),
    pay: t.int({ required: true, description: 'Sum in points; another sum of the server refuses it.' }),
    receiver: t.string({ required: true, description: `Name, up to ${MAX_RECEIVER} characters.` }),
    phone: t.string({ required: true, description: 'Mobile number of mainland China.' }),
    address: t.string({ required: true, description: `Address, up to ${MAX_ADDRESS} characters.` }),
    clientKey: t.string({
      description: 'Random id from the client; repeating the purchase with it returns the same order.',
    }),
  }),
})

const ShipInput = builder.inputType('ShipOrderInput', {
  description: 'An order to ship.',
  fields: (t) => ({ id: t.globalID({ required: true, for: ShopOrder, description: 'The order.' }) }),
})

const RefuseInput = builder.inputType('RefuseOrderInput', {
  description: 'An order to refuse.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: ShopOrder, description: 'The order.' }),
    reason: t.string({ description: `Words for the buyer, up to ${MAX_REFUSAL} characters.` }),
  }),
})

builder.mutationFields((t) => ({
  buy: t.field({
    type: ShopOrder,
    description: 'Buys goods for points.',
    refuses: ['GOODS_GONE', 'GOODS_LIMIT', 'GOODS_STOCK', 'CART_TOTAL', 'POINTS_TOO_FEW'],
    args: { input: t.arg({ type: BuyInput, required: true }) },
    resolve: (_, { input: { lines, pay, clientKey, ...shipping } }, ctx) =>
      buy(ctx, {
        lines: lines.map(({ item, quantity }) => ({ itemId: Number(item.id), quantity })),
        shipping,
        pay,
        clientKey,
      }),
  }),
  shipOrder: t.field({
    type: ShopOrder,
    description: 'Marks an order as shipped.',
    refuses: ['FORBIDDEN', 'ORDER_DECIDED', 'ORDER_WITHOUT_ADDRESS'],
    args: { input: t.arg({ type: ShipInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => shipOrder(ctx, Number(id.id)),
  }),
  refuseOrder: t.field({
    type: ShopOrder,
    description: 'Refuses an order: refunds its points and returns its goods to the stock.',
    refuses: ['FORBIDDEN', 'ORDER_DECIDED'],
    args: { input: t.arg({ type: RefuseInput, required: true }) },
    resolve: (_, { input: { id, reason } }, ctx) => refuseOrder(ctx, Number(id.id), reason ?? ''),
  }),
}))

const ShopOrderChange = builder.objectRef<ChangedRow>('ShopOrderChange').implement({
  description: 'A change of an order in the list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    shopOrder: t.field({
      type: ShopOrder,
      nullable: true,
      description: 'The order; null for a RESET.',
      resolve: ({ id }, _, ctx) => (id === null ? null : findOrder(ctx, id)),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  shopOrdersChanged: t.field({
    type: ShopOrderChange,
    description: "The viewer's orders as they are placed and decided; to staff those of all buyers.",
    subscribe: (_, __, ctx) => watchOrders(ctx),
    resolve: (change) => change,
  }),
}))
