/** Preloads the page behind a link on hover or focus. The router registers its routes once. */
import { matchRoutes, type RouteObject } from 'react-router-dom'

/** Handle of a route made by page(). */
export type PageHandle = {
  /** Whether the filters of the address need a login. */
  concernsOnlyUsers: (search: URLSearchParams) => boolean
  warm: (params: Record<string, string | undefined>, search: URLSearchParams) => void
}

declare global {
  interface Window {
    /** Loads the chunks of the page at a path (first-paint.js); undefined in development. */
    bringChunks?: (path: string) => unknown
  }
}

export const bringChunks = (path: string) => {
  window.bringChunks?.(path)
}

let routes: RouteObject[] = []

export const warmRoutes = (all: RouteObject[]) => {
  routes = all
}

const isPage = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'warm' in handle

/** Whether a page matches the path; the catch-all does not count. */
export const leadsSomewhere = (path: string) =>
  matchRoutes(routes, path)?.every(({ route }) => route.path !== '*') ?? false

/** Whether guests may open the address. */
export function isOpenToGuests(address: string) {
  const url = new URL(address, location.href)
  return !matchRoutes(routes, url)?.some(
    ({ route }) => isPage(route.handle) && route.handle.concernsOnlyUsers(url.searchParams),
  )
}

/** Preloads code and data of the page at an address, unless the viewer saves data. */
export function warm(address: string) {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  if (connection?.saveData) return
  const url = new URL(address, location.href)
  bringChunks(url.pathname)
  for (const { route, params } of matchRoutes(routes, url.pathname) ?? [])
    if (isPage(route.handle)) route.handle.warm(params, url.searchParams)
}
