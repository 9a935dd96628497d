import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIFE_MS } from '../modules/user/session.ts'
import { first } from './asking.ts'

/**
 * The upload widget of the reference system's client sends no Authorization header, so that its uploads are signed
 * in by a cookie. Browsers send a cookie on behalf of any page; so this one goes to the upload paths alone, and
 * counts only where nothing says that a page of another site sent the form.
 */
const NAME = 'upload-session'
const PATH = '/api/file'

/** Teaches the calls of `app` to write cookies, and to read them where they are asked to. */
export const acceptCookies = async (app: FastifyInstance): Promise<void> => {
  await app.register(cookies, { hook: false })
}

/** Hands a token over for uploads, or takes it back with null. */
export function setUploadCookie(reply: FastifyReply, token: string | null, secure: boolean): void {
  const maxAge = token === null ? 0 : LIFE_MS / 1000
  const bounds = { path: PATH, httpOnly: true, sameSite: 'strict', secure, maxAge } as const
  reply.header('set-cookie', reply.server.serializeCookie(NAME, token ?? '', bounds))
}

/** The token of an upload's cookie, or null when it has none that counts. */
export function tokenOfCookie({ headers, host, server }: FastifyRequest, publicUrl: string): string | null {
  if (headers.authorization !== undefined || headers.cookie === undefined) return null
  const site = first(headers['sec-fetch-site'])
  if (site !== undefined && site !== 'same-origin') return null
  // Behind a proxy the host of the request may be the one that the proxy knows this server by.
  const ours = [host, new URL(publicUrl).host]
  if (headers.origin !== undefined && !ours.includes(hostOf(headers.origin))) return null
  return server.parseCookie(headers.cookie)[NAME] || null
}

/** The host that an origin names, '' for one that names none: a sandboxed page is of origin "null". */
const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')
