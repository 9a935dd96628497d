/** Hovering or focusing a link starts loading what is behind it. The router hands over its routes once. */
import { matchRoutes, type RouteObject } from 'react-router-dom'

/** What a route made by page() carries in its handle. */
export type PageHandle = {
  /** Whether what the address asks for needs a login. */
  concernsOnlyUsers: (search: URLSearchParams) => boolean
  warm: (params: Record<string, string | undefined>, search: URLSearchParams) => void
}

declare global {
  interface Window {
    /** Fetches the chunks of the page at a path (first-paint.js); not there while one develops. */
    bringChunks?: (path: string) => unknown
  }
}

/** Starts loading the code of the page at a path. */
export const bringChunks = (path: string) => {
  window.bringChunks?.(path)
}

let routes: RouteObject[] = []

export const warmRoutes = (all: RouteObject[]) => {
  routes = all
}

const isPage = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'warm' in handle

/** Whether there is a page at this address; the catch-all does not count. */
export const leadsSomewhere = (path: string) =>
  matchRoutes(routes, path.split(/[?#]/)[0] ?? path)?.every(({ route }) => route.path !== '*') ?? false

/** Whether a guest may stay at this address. */
export function isOpenToGuests(address: string) {
  const url = new URL(address, location.href)
  const matches = matchRoutes(routes, url.pathname) ?? []
  return !matches.some(
    ({ route }) => isPage(route.handle) && route.handle.concernsOnlyUsers(url.searchParams),
  )
}

/** Starts code and data of the page at an address, unless the reader saves data. */
export function warm(address: string) {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  if (connection?.saveData) return
  const url = new URL(address, location.href)
  bringChunks(url.pathname)
  for (const { route, params } of matchRoutes(routes, url.pathname) ?? [])
    if (isPage(route.handle)) route.handle.warm(params, url.searchParams)
}
