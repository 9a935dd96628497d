import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { type Credentials, login } from '../user/login.ts'

/** Name and password of an Authorization header of HTTP Basic; null: another header. */
export function credentialsOf(header: string): Credentials | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(header) ?? []
  if (encoded === undefined) return null
  const [, username = '', password = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return { username, password }
}

/** Logins that are kept, and for how long (ms); a session lives longer. */
const MOST = 1_000
const KEPT_MS = 60 * 60_000

/** A login and, once it succeeded, its token. */
type Login = { opened: Promise<string>; token: string | null }

/**
 * Sessions of programs that send name and password with each request: one login serves an hour of requests from one
 * address. Passwords are kept as keyed hashes alone, and no refused one at all.
 */
export function createBasicLogins() {
  const secret = randomBytes(32)
  const logins = new LRUCache<string, Login>({ max: MOST, ttl: KEPT_MS })
  const keyOf = ({ username, password }: Credentials, ip: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([username, password, ip]))
      .digest('base64')
  return {
    /** Token of a session. Throws what a login does, and what `begin` does, which is called before one. */
    async token(ctx: Context, credentials: Credentials, begin: () => void): Promise<string> {
      const key = keyOf(credentials, ctx.client.ip)
      const known = logins.get(key)
      if (known) return known.opened
      begin()
      const made: Login = { opened: login(ctx, credentials).then(({ token }) => token), token: null }
      logins.set(key, made)
      made.opened.then(
        (token) => {
          made.token = token
        },
        () => logins.delete(key),
      )
      return made.opened
    },
    /** Forgets the token of a session that has ended: the next request logs in, unless another one has or is about to. */
    forget(ctx: Context, credentials: Credentials, token: string): void {
      const key = keyOf(credentials, ctx.client.ip)
      if (logins.get(key)?.token === token) logins.delete(key)
    },
  }
}
