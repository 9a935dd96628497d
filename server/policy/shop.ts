import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** Staff edit goods and ship orders (area-rules S4). */
export const canManageShop = (reader: Pick<Reader, 'viewer'>): boolean => may(reader, 'shop.manage')

/** Goods that are offered; staff see disabled ones too. Deleted goods are seen in orders alone (area-rules S13). */
export const visibleShopItems = (reader: Reader): Prisma.ShopItemWhereInput =>
  canManageShop(reader) ? { removedAt: null } : { removedAt: null, isDisabled: false }

/** An order, with its address, is visible to its buyer and to staff (area-rules S8). */
export const visibleShopOrders = (reader: Reader): Prisma.ShopOrderWhereInput =>
  canManageShop(reader) ? {} : { userId: reader.viewer?.id ?? '' }

/** Only super administrators grant points and reverse grants (area-rules S4). */
export const canGrantPoints = (reader: Pick<Reader, 'viewer'>): boolean => may(reader, 'points.grant')

/** Staff read the whole ledger, users their own entries (area-rules S4). */
export const visiblePointEntries = (reader: Reader): Prisma.PointEntryWhereInput =>
  canManageShop(reader) ? {} : { userId: reader.viewer?.id ?? '' }

export const sight = {
  pointEntry: visiblePointEntries,
  shopItem: visibleShopItems,
  shopOrder: visibleShopOrders,
}

/** Audited actions, by noun. */
export const acts = {
  PointEntry: ['points.granted', 'points.reversed'],
  ShopItem: ['shopItem.created', 'shopItem.changed', 'shopItem.removed'],
  ShopOrder: ['shopOrder.shipped', 'shopOrder.refused'],
} as const

/** Pages of the administration and the permission each needs. */
export const adminPages = {
  SHOP_ITEMS: 'shop.manage',
  POINTS: 'shop.manage',
  SHOP_ORDERS: 'shop.manage',
} as const
