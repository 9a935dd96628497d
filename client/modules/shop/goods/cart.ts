/** Carts of the accounts of this browser, kept over visits and shared by its tabs: pieces by the id of the goods. */
import { useCallback, useSyncExternalStore } from 'react'

export type Cart = Readonly<Record<string, number>>

/** Most pieces of one item (area-rules S6). */
export const MOST_PIECES = 99

const EMPTY: Cart = {}
const keyOf = (account: string) => `shopCart_${account}`
const kept = new Map<string, { text: string; cart: Cart }>()
const watchers = new Set<() => void>()

/** Where storage is blocked, the cart lasts as long as the page. */
const fallback = new Map<string, string>()

function textOf(account: string): string {
  try {
    return localStorage.getItem(keyOf(account)) ?? ''
  } catch {
    return fallback.get(account) ?? ''
  }
}

/** Parses a stored cart; invalid entries are dropped. */
export function parseCart(text: string): Cart {
  try {
    const said: unknown = JSON.parse(text || '{}')
    if (typeof said !== 'object' || said === null || Array.isArray(said)) return EMPTY
    const pieces = Object.entries(said).filter(
      (entry): entry is [string, number] =>
        Number.isSafeInteger(entry[1]) && entry[1] >= 1 && entry[1] <= MOST_PIECES,
    )
    return Object.fromEntries(pieces)
  } catch {
    return EMPTY
  }
}

function read(account: string): Cart {
  const text = textOf(account)
  const known = kept.get(account)
  if (known?.text === text) return known.cart
  const cart = parseCart(text)
  kept.set(account, { text, cart })
  return cart
}

function write(account: string, cart: Cart) {
  const text = JSON.stringify(cart)
  fallback.set(account, text)
  try {
    localStorage.setItem(keyOf(account), text)
  } catch {
    // As above.
  }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

/** Pieces that may be in the cart: 0 removes; above the limit of the goods `isCapped` (area-rules S6). */
export function capped(wanted: number, mostPerOrder: number | null): { quantity: number; isCapped: boolean } {
  const most = Math.min(mostPerOrder ?? MOST_PIECES, MOST_PIECES)
  const quantity = Number.isFinite(wanted) ? Math.max(0, Math.trunc(wanted)) : 0
  return { quantity: Math.min(quantity, most), isCapped: quantity > most }
}

/** The cart of an account; null for guests, whose cart is empty. */
export function useCart(account: string | null) {
  const cart = useSyncExternalStore(watch, () => (account === null ? EMPTY : read(account)))
  const put = useCallback(
    (id: string, quantity: number) => {
      if (account === null) return
      const { [id]: _, ...rest } = read(account)
      write(account, quantity > 0 ? { ...rest, [id]: quantity } : rest)
    },
    [account],
  )
  const clear = useCallback(() => {
    if (account !== null) write(account, EMPTY)
  }, [account])
  return { cart, put, clear }
}
