import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIFE_MS } from '../modules/user/session.ts'
import { first } from './asking.ts'

/**
 * The upload widget of the reference system's client sends no Authorization header, so that uploads are
 * authenticated by a cookie. Browsers send cookies for any site: this one is limited to the upload paths, and
 * ignored when the request may come from another site.
 */
const NAME = 'upload-session'
const PATH = '/api/file'

/** Lets the calls of `app` write cookies, and read them where asked. */
export const acceptCookies = async (app: FastifyInstance): Promise<void> => {
  await app.register(cookies, { hook: false })
}

/** Sets the cookie for uploads, or removes it with null. */
export function setUploadCookie(reply: FastifyReply, token: string | null, secure: boolean): void {
  const maxAge = token === null ? 0 : LIFE_MS / 1000
  const bounds = { path: PATH, httpOnly: true, sameSite: 'strict', secure, maxAge } as const
  reply.header('set-cookie', reply.server.serializeCookie(NAME, token ?? '', bounds))
}

/** Token of an upload's cookie; null without a valid one. */
export function tokenOfCookie({ headers, host, server }: FastifyRequest, publicUrl: string): string | null {
  if (headers.authorization !== undefined || headers.cookie === undefined) return null
  const site = first(headers['sec-fetch-site'])
  if (site !== undefined && site !== 'same-origin') return null
  // Behind a proxy the host of the request may be an internal one.
  const ours = [host, new URL(publicUrl).host]
  if (headers.origin !== undefined && !ours.includes(hostOf(headers.origin))) return null
  return server.parseCookie(headers.cookie)[NAME] || null
}

/** Host of an origin, '' without one: a sandboxed page has the origin "null". */
const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')
