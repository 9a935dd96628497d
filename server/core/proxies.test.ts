import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readSettings } from '../env.ts'
import { addressOf, rateKeyOf, trustOf } from './proxies.ts'

/** A request that the host at `remote` sent, for the addresses it names. */
function from(remote: string | undefined, forwarded?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remote })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

it.each([
  [false, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
  [true, '10.0.0.1', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  [true, '10.0.0.1', undefined, '10.0.0.1'],
  [1, '10.0.0.1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  [2, '10.0.0.1', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['loopback', '127.0.0.1', '1.1.1.1', '1.1.1.1'],
  ['loopback', '10.0.0.1', '1.1.1.1', '10.0.0.1'],
  ['10.0.0.0/8, ::1', '10.0.0.1', '1.1.1.1, 10.9.9.9', '1.1.1.1'],
  ['10.0.0.0/8, ::1', '::1', '1.1.1.1, 11.0.0.1', '11.0.0.1'],
  [true, '10.0.0.1', 'x'.repeat(500), 'x'.repeat(64)],
  [true, undefined, '1.1.1.1', ''],
])('trusting %j, %s speaks for %j: %s', (setting, remote, forwarded, expected) => {
  expect(addressOf(from(remote, forwarded), trustOf(setting))).toBe(expected)
})

it.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:DB8:0:02::1', '2001:db8:0:2::/64'],
  ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['no address', 'no address'],
  ['', ''],
])('limits the rate of %s as %s', (address, key) => {
  expect(rateKeyOf(address)).toBe(key)
})

it.each(['nonsense', '300.0.0.1', '10.0.0.0/99', '-1'])('is no setting: %s', (text) => {
  const env = { DATABASE_URL: 'postgresql://localhost/x', JUDGE_SECRET: 'x'.repeat(16), TRUST_PROXY: text }
  expect(() => readSettings(env)).toThrow(/TRUST_PROXY/)
})
