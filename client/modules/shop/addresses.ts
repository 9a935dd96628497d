/** Addresses of the shop and of its administration. */
import { listAddress, oneOf, text } from '../../relay/list/listAddress.ts'

export const REASONS = ['CHECK_IN', 'SOLVED', 'GRANT', 'REVERSAL', 'PURCHASE', 'REFUND'] as const
export const STATES = ['WAITING', 'SHIPPED', 'REFUSED'] as const

/** Words of the states, below shop:state. */
export const STATE_WORDS = { WAITING: 'waiting', SHIPPED: 'shipped', REFUSED: 'refused' } as const

/** Goods, 16 a page (area-rules S13). */
export const goodsList = listAddress('/shop', {}, { size: 16 })
export const orderList = listAddress('/shop/orders', {}, { size: 15 })
export const entryList = listAddress('/shop/points', { reason: oneOf('reason', REASONS) }, { size: 30 })

export const managedGoodsList = listAddress(
  '/admin/shopitem',
  { keyword: text('keyword', 100) },
  { size: 15 },
)
export const managedOrderList = listAddress(
  '/admin/shophistory',
  { state: oneOf('state', STATES), username: text('username', 50) },
  { size: 15 },
)
export const ledgerList = listAddress(
  '/admin/shopscore',
  { reason: oneOf('reason', REASONS), username: text('username', 50) },
  { size: 30 },
)

export const goodsVariables = (search: URLSearchParams) => goodsList.rows(goodsList.read(search))
export const orderVariables = (search: URLSearchParams) => orderList.rows(orderList.read(search))

export function entryVariables(search: URLSearchParams) {
  const list = entryList.read(search)
  return { reason: list.reason, ...entryList.rows(list) }
}

export function managedGoodsVariables(search: URLSearchParams) {
  const list = managedGoodsList.read(search)
  return { keyword: list.keyword || null, ...managedGoodsList.rows(list) }
}

export function managedOrderVariables(search: URLSearchParams) {
  const list = managedOrderList.read(search)
  return { state: list.state, username: list.username || null, ...managedOrderList.rows(list) }
}

export function ledgerVariables(search: URLSearchParams) {
  const list = ledgerList.read(search)
  return { reason: list.reason, username: list.username || null, ...ledgerList.rows(list) }
}
