import { builder } from '../../builder.ts'
import { authorize, readerOf } from '../../context.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { RowChangeEnum } from '../../enums.ts'
import { canManageShop } from '../../policy/shop.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  changeItem,
  createItem,
  findItem,
  itemListing,
  MAX_NAME,
  MOST_PIECES,
  MOST_POINTS,
  MOST_STOCK,
  managedItems,
  removeItem,
  SHOP_PAGE,
  watchItems,
} from './items.ts'

export const ShopItem = builder.prismaNode('ShopItem', {
  id: { field: 'id' },
  description: 'Goods of the points shop.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['shopItem', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    picture: t.exposeString('picture', { description: 'Address of its picture; empty: none.' }),
    price: t.exposeInt('price', { description: 'Price in points.' }),
    stock: t.exposeInt('stock', { description: 'Pieces left.' }),
    mostPerOrder: t.exposeInt('mostPerOrder', {
      nullable: true,
      description: `Most pieces of one order; null: ${MOST_PIECES}.`,
    }),
    isDisabled: t.exposeBoolean('isDisabled', { description: 'Whether the shop hides it.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change by an administrator.' }),
  }),
})

builder.queryFields((t) => ({
  shopItems: t.prismaConnection(
    {
      type: ShopItem,
      cursor: 'id',
      defaultSize: SHOP_PAGE,
      description: 'Goods that the shop offers, in order of creation.',
      args: { offset: t.arg.int({ description: 'Number of rows to skip.' }) },
      totalCount: (_, __, ctx) => ctx.db.shopItem.count({ where: itemListing.where }),
      resolve: (query, _, { offset }, ctx) =>
        ctx.db.shopItem.findMany({
          ...query,
          ...itemListing,
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'ShopItemConnection' },
    { name: 'ShopItemEdge' },
  ),
  shopItem: t.field({
    type: ShopItem,
    nullable: true,
    description: 'Goods by number; null when the viewer does not see them.',
    args: { number: t.arg.int({ required: true, description: 'Their number.' }) },
    resolve: (_, { number }, ctx) => findItem(ctx, number),
  }),
  managedShopItems: t.prismaConnection(
    {
      type: ShopItem,
      cursor: 'id',
      nullable: true,
      description: 'All goods, disabled ones too, newest first; for staff.',
      args: {
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
        keyword: t.arg.string({ description: 'Part of the name.' }),
      },
      totalCount: (_, { keyword }, ctx) => ctx.db.shopItem.count({ where: managedItems(ctx, keyword).where }),
      resolve: (query, _, { keyword, offset }, ctx) =>
        ctx.db.shopItem.findMany({
          ...query,
          ...managedItems(ctx, keyword),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'ManagedShopItemConnection' },
    { name: 'ManagedShopItemEdge' },
  ),
}))

const WORDS = {
  name: `Name, 1 to ${MAX_NAME} characters.`,
  picture: 'Address of its picture; empty: none.',
  price: `Price: 0 to ${MOST_POINTS} points.`,
  stock: `Pieces left: 0 to ${MOST_STOCK}.`,
  mostPerOrder: `Most pieces of one order: 1 to ${MOST_PIECES}; null: no limit of its own.`,
  isDisabled: 'Whether the shop hides it.',
}

const CreateInput = builder.inputType('CreateShopItemInput', {
  description: 'New goods.',
  fields: (t) => ({
    name: t.string({ required: true, description: WORDS.name }),
    picture: t.string({ description: WORDS.picture }),
    price: t.int({ required: true, description: WORDS.price }),
    stock: t.int({ required: true, description: WORDS.stock }),
    mostPerOrder: t.int({ description: WORDS.mostPerOrder }),
    isDisabled: t.boolean({ description: WORDS.isDisabled }),
  }),
})

const ChangeInput = builder.inputType('ChangeShopItemInput', {
  description: 'Changes of goods; omitted fields stay as they are.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: ShopItem, description: 'The goods.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    name: t.string({ description: WORDS.name }),
    picture: t.string({ description: WORDS.picture }),
    price: t.int({ description: WORDS.price }),
    stock: t.int({ description: WORDS.stock }),
    mostPerOrder: t.int({ description: WORDS.mostPerOrder }),
    isDisabled: t.boolean({ description: WORDS.isDisabled }),
  }),
})

const RemoveInput = builder.inputType('RemoveShopItemsInput', {
  description: 'Goods to delete.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: ShopItem, description: 'The goods.' }),
  }),
})

builder.mutationFields((t) => ({
  createShopItem: t.field({
    type: ShopItem,
    description: 'Creates goods.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input: { picture, mostPerOrder, isDisabled, ...given } }, ctx) =>
      createItem(ctx, {
        ...given,
        picture: picture ?? '',
        mostPerOrder: mostPerOrder ?? null,
        isDisabled: isDisabled ?? false,
      }),
  }),
  changeShopItem: t.field({
    type: ShopItem,
    description: 'Changes goods.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: (_, { input: { id, version, mostPerOrder, ...given } }, ctx) => {
      const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null))
      return changeItem(
        ctx,
        Number(id.id),
        mostPerOrder === undefined ? changes : { ...changes, mostPerOrder },
        version,
      )
    },
  }),
  removeShopItems: t.field({
    type: BulkType,
    description: 'Deletes goods; their orders stay.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, canManageShop(readerOf(ctx)))
      return inBulk(ctx, ids, (id) => removeItem(ctx, id))
    },
  }),
}))

const ShopItemChange = builder.objectRef<ChangedRow>('ShopItemChange').implement({
  description: 'A change of goods in the list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the goods, even when they were deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: ShopItem, id }),
    }),
    shopItem: t.field({
      type: ShopItem,
      nullable: true,
      description: 'The goods; null when they are gone.',
      resolve: ({ id }, _, ctx) => (id === null ? null : findItem(ctx, id)),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  shopItemsChanged: t.field({
    type: ShopItemChange,
    description: 'Goods as they are created, changed, sold and deleted.',
    subscribe: (_, __, ctx) => watchItems(ctx),
    resolve: (change) => change,
  }),
}))
