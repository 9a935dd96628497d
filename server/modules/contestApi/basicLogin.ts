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

/**
 * Sessions of programs that send name and password with each request: one login serves an hour of requests from one
 * address. Passwords are kept as keyed hashes alone, and no refused one at all.
 */
export function createBasicLogins() {
  const secret = randomBytes(32)
  const tokens = new LRUCache<string, Promise<string>>({ max: MOST, ttl: KEPT_MS })
  const keyOf = ({ username, password }: Credentials, ip: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([username, password, ip]))
      .digest('base64')
  return {
    /** Token of a session. Throws what a login does, and what `begin` does, which is called before one. */
    async token(ctx: Context, credentials: Credentials, begin: () => void): Promise<string> {
      const key = keyOf(credentials, ctx.client.ip)
      const known = tokens.get(key)
      if (known) return known
      begin()
      const opened = login(ctx, credentials).then(({ token }) => token)
      tokens.set(key, opened)
      opened.catch(() => tokens.delete(key))
      return opened
    },
    /** Forgets a session that has ended: the next request logs in. */
    forget(ctx: Context, credentials: Credentials): void {
      tokens.delete(keyOf(credentials, ctx.client.ip))
    },
  }
}
