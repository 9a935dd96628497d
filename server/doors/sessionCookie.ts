import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIFE_MS } from '../modules/user/session.ts'
import { first } from './asking.ts'

/**
 * The token of a REST login as a cookie. The reference system accepts the cookie of its servlet session instead of
 * the Authorization header: the upload widget of its client sends nothing else, and scripts that keep cookies read it
 * under this name. Browsers send cookies with requests of any page, and of any element in it, so that the cookie
 * counts only for what a program of this site may have asked.
 */
export const COOKIE_NAME = 'JSESSIONID'
/** Calls beside these write by GET and take the header alone (area-rules S12). */
const PATH = '/api'

/** Whether the cookie counts for a call. */
export const takesCookie = (path: string): boolean => path.startsWith(`${PATH}/`)

/** Lets the calls of `app` write cookies, and read them where asked. */
export const acceptCookies = async (app: FastifyInstance): Promise<void> => {
  await app.register(cookies, { hook: false })
}

/** Sets the cookie of a session, or removes it with null. */
export function setSessionCookie(reply: FastifyReply, token: string | null, secure: boolean): void {
  const maxAge = token === null ? 0 : LIFE_MS / 1000
  const bounds = { path: PATH, httpOnly: true, sameSite: 'strict', secure, maxAge } as const
  reply.header('set-cookie', reply.server.serializeCookie(COOKIE_NAME, token ?? '', bounds))
}

/** Token of a call's cookie; null without one that counts. */
export function tokenOfCookie(request: FastifyRequest, publicUrl: string): string | null {
  const { headers, host, server } = request
  if (!takesCookie(request.url)) return null
  if (headers.authorization !== undefined || headers.cookie === undefined) return null
  const site = first(headers['sec-fetch-site'])
  if (site !== undefined && site !== 'same-origin') return null
  // Behind a proxy the host of the request may be an internal one.
  const ours = [host, new URL(publicUrl).host]
  if (headers.origin !== undefined && !ours.includes(hostOf(headers.origin))) return null
  if (isOfElement(request)) return null
  return server.parseCookie(headers.cookie)[COOKIE_NAME] || null
}

/** Media types that browsers ask for when an element or a link needs a file. */
const OF_ELEMENTS = /^(image|video|audio|text\/html|text\/css)\b/

/**
 * Whether a picture in a text, a link or another element asks, and no program: some calls change something by GET.
 * Browsers say the destination to sites with TLS and to this machine alone; elsewhere the first media type tells.
 */
function isOfElement({ headers }: FastifyRequest): boolean {
  const destination = first(headers['sec-fetch-dest'])
  return destination === undefined ? OF_ELEMENTS.test(headers.accept ?? '') : destination !== 'empty'
}

/** Host of an origin, '' without one: a sandboxed page has the origin "null". */
const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')
