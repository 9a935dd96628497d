import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether to trust the forwarding headers of the host at this address, so many hops away. */
export type Trust = (address: string, hop: number) => boolean

/** `on`: every proxy; a number: so many hops; otherwise addresses, networks, `loopback`. Throws for other values. */
export function trustOf(setting: boolean | number | string): Trust {
  if (typeof setting === 'boolean') return () => setting
  if (typeof setting === 'number') return (_, hop) => hop < setting
  return proxyAddr.compile(setting.split(',').map((one) => one.trim()))
}

/** Most characters of an address: forwarded values are made up by clients and must not fill our tables. */
const MOST_CHARACTERS = 64

/**
 * Whether the client used https. This server speaks plain HTTP, so the last trusted proxy reports it;
 * untrusted proxies are ignored.
 */
export function isSecure(request: IncomingMessage, trust: Trust): boolean {
  if (!trust(request.socket.remoteAddress ?? '', 0)) return false
  const said = String(request.headers['x-forwarded-proto'] ?? '')
  return said.split(',').at(-1)?.trim().toLowerCase() === 'https'
}

/**
 * The client's address: the nearest one that is no trusted proxy. Empty when the connection is already closed.
 */
export const addressOf = (request: IncomingMessage, trust: Trust): string =>
  request.socket.remoteAddress ? proxyAddr(request, trust).slice(0, MOST_CHARACTERS) : ''

/** An IPv4 address without its mapping into IPv6. */
export const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The first `count` groups, of 16 bits each, of an IPv6 address. */
export function firstGroups(address: string, count: number): string {
  const [before = '', after = ''] = (address.split('%')[0] ?? '').split('::')
  const [head, tail] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail]
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * Key of an address in rate limits: of IPv6 the first 64 bits, because a single machine has all addresses below them.
 */
export function rateKeyOf(address: string): string {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${firstGroups(plain, 4)}::/64` : plain
}
