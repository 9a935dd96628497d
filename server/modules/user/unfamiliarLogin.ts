import { isIPv4, isIPv6 } from 'node:net'
import { deviceOf } from '#server/shared/device.ts'
import type { Context } from '../../context.ts'
import { firstGroups, unmapped } from '../../core/proxies.ts'
import { emit } from '../../events.ts'
import { website } from '../site/site.ts'

/** How long (ms) a device and network stay familiar after their last session. */
const FAMILIAR_MS = 30 * 24 * 3600_000

/** Longest part of a user agent shown when its browser is unknown. */
const MAX_SHOWN = 60

/** Network of an address: the first 24 bits of IPv4, the first 48 of IPv6. */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.')
  return isIPv6(plain) ? firstGroups(plain, 3) : plain
}

const placeOf = ({ ip, userAgent }: { ip: string; userAgent: string }): string => {
  const { browser, system } = deviceOf(userAgent)
  return JSON.stringify([browser, system, networkOf(ip)])
}

const shownDevice = (userAgent: string): string => {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter(Boolean).join(', ') || userAgent.slice(0, MAX_SHOWN) || '?'
}

/**
 * Tells the owner of a login from a device and network without a session in the last 30 days; the first login of an
 * account tells nothing. Runs before the session is opened, in its transaction, with the account locked: concurrent logins
 * tell once.
 */
export async function tellUnfamiliar(ctx: Context, userId: string): Promise<void> {
  const { ip, userAgent } = ctx.client
  if (ip === '') return
  const earlier = await ctx.db.session.findMany({
    where: { userId, ip: { not: '' } },
    distinct: ['ip', 'userAgent'],
    orderBy: { expiresAt: 'desc' },
    select: { ip: true, userAgent: true, expiresAt: true },
  })
  const since = ctx.now.getTime() - FAMILIAR_MS
  const place = placeOf({ ip, userAgent })
  const isFamiliar = earlier.some((one) => one.expiresAt.getTime() > since && placeOf(one) === place)
  if (earlier.length === 0 || isFamiliar) return
  const { timeZone } = await website.get(ctx)
  await emit(ctx, 'login.unfamiliar', {
    userId,
    device: shownDevice(userAgent),
    address: ip,
    time: `${ctx.now.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })} (${timeZone})`,
    at: ctx.now.toISOString(),
  })
}
