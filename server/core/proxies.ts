import type { IncomingMessage } from 'node:http'
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
