import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Whether the host at this address, so many hops from this server, may say who it speaks for. */
export type Trust = (address: string, hop: number) => boolean

/** `on`: every proxy; a number: so many hops; otherwise addresses, networks, `loopback`. Throws at what is none. */
export function trustOf(setting: boolean | number | string): Trust {
  if (typeof setting === 'boolean') return () => setting
  if (typeof setting === 'number') return (_, hop) => hop < setting
  return proxyAddr.compile(setting.split(',').map((one) => one.trim()))
}

/** Longer than any address; a proxy that passes on what its client made up cannot fill our tables with it. */
const MOST_CHARACTERS = 64

/**
 * Whether the request set out as https. This server itself speaks plain HTTP, so a proxy says it, the last one where
 * several did; one that is not trusted says nothing.
 */
export function isSecure(request: IncomingMessage, trust: Trust): boolean {
  if (!trust(request.socket.remoteAddress ?? '', 0)) return false
  const said = String(request.headers['x-forwarded-proto'] ?? '')
  return said.split(',').at(-1)?.trim().toLowerCase() === 'https'
}

/**
 * Who asks: the nearest address that is not of a trusted proxy. Empty once the connection is gone, which can happen
 * before its request is read.
 */
export const addressOf = (request: IncomingMessage, trust: Trust): string =>
  request.socket.remoteAddress ? proxyAddr(request, trust).slice(0, MOST_CHARACTERS) : ''
