import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CookieJar } from 'tough-cookie'
import { afterEach, describe, expect, it } from 'vitest'
import {
  isPublicAddress,
  type OutboundFault,
  type OutboundOptions,
  type OutboundRequest,
  openOutbound,
} from './outbound.ts'

const hasOpenssl = () => spawnSync('openssl', ['version']).status === 0

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  opened.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function outboundTo(options: Partial<OutboundOptions>) {
  const outbound = openOutbound({ origins: [], ...options })
  opened.push(outbound)
  return (url: string, request: Partial<OutboundRequest> = {}) =>
    outbound.ask({
      method: 'GET',
      url: new URL(url),
      cookies: new CookieJar(),
      redirects: 5,
      mostBytes: 10_000,
      ...request,
    })
}

const faultOf = (promise: Promise<unknown>): Promise<Pick<OutboundFault, 'kind' | 'hasLeft' | 'message'>> =>
  promise.then(
    () => Promise.reject(new Error('was answered')),
    (error: OutboundFault) => ({ kind: error.kind, hasLeft: error.hasLeft, message: error.message }),
  )

describe('addresses', () => {
  it.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '223.255.255.255', '2606:4700::1', '2a00:1450::5'])(
    'is public: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1'],
    ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.0.8', '240.0.0.1'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', 'fc00::1'],
    ...['fd12::1', 'fe80::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '2001::1', 'example.org', ''],
  ])('is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('what may be asked', () => {
  it.each([
    'https://other.example/',
    'https://bank.example:8443/',
    'https://bank.example.evil.example/',
    'https://user:secret@bank.example/',
    'ftp://bank.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'file:///etc/passwd',
  ])('refuses %s', async (url) => {
    const ask = outboundTo({ origins: ['https://bank.example', 'https://127.0.0.1', 'https://[::1]'] })
    expect(await faultOf(ask(url))).toMatchObject({ kind: 'FORBIDDEN', hasLeft: false })
  })

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1']], [['::ffff:10.0.0.1']]])(
    'refuses a name that leads to %j',
    async (addresses) => {
      const ask = outboundTo({
        origins: ['https://bank.example'],
        lookup: (_host, _options, callback) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          ),
      })
      expect(await faultOf(ask('https://bank.example/secret?token=1'))).toEqual({
        kind: 'FORBIDDEN',
        hasLeft: false,
        message: 'inner address: bank.example',
      })
    },
  )

  it('resolves a name once for a connection, which a second answer cannot move', async () => {
    let asked = 0
    const ask = outboundTo({
      origins: ['https://bank.example'],
      timeouts: { connect: 300 },
      lookup: (_host, _options, callback) => {
        asked++
        callback(null, [{ address: asked === 1 ? '192.0.0.9' : '127.0.0.1', family: 4 }])
      },
    })
    expect(await faultOf(ask('https://bank.example/'))).toMatchObject({ kind: 'FORBIDDEN' })
    expect(asked).toBe(1)
  })

  it('asks a plain address of a listed host over TLS', async () => {
    const ask = outboundTo({
      origins: ['https://bank.example'],
      lookup: (_host, _options, callback) => callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), []),
    })
    expect(await faultOf(ask('http://bank.example/'))).toMatchObject({
      kind: 'UNREACHABLE',
      message: 'bank.example: ENOTFOUND',
    })
  })
})

describe('redirects and cookies', () => {
  it('follows a form to its page with the cookies that came', async () => {
    const seen: string[] = []
    const origin = await serve((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`)
      if (request.url === '/in')
        response.writeHead(302, { 'set-cookie': ['sid=1; Path=/; HttpOnly', 'b=2'], location: '/home?a=1' })
      response.end('hello')
    })
    const answer = await outboundTo({ trusted: [origin] })(`${origin}/in`, {
      method: 'POST',
      body: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer).toMatchObject({ status: 200, redirects: 1 })
    expect(answer.url.href).toBe(`${origin}/home?a=1`)
    expect(seen).toEqual(['POST /in ', 'GET /home?a=1 sid=1; b=2'])
  })

  it('checks the target of a redirect and keeps queries out of the fault', async () => {
    const origin = await serve((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest?key=secret' }).end(),
    )
    expect(await faultOf(outboundTo({ trusted: [origin] })(`${origin}/`, { method: 'POST' }))).toEqual({
      kind: 'FORBIDDEN',
      hasLeft: true,
      message: 'not allowed: 169.254.169.254',
    })
  })

  it('repeats no form at another host', async () => {
    const other = await serve((_, response) => response.end())
    const origin = await serve((_, response) => response.writeHead(307, { location: other }).end())
    const fault = await faultOf(
      outboundTo({ trusted: [origin, other] })(`${origin}/`, { method: 'POST', body: 'password=1' }),
    )
    expect(fault.kind).toBe('FORBIDDEN')
  })

  it('ends a circle, and follows none where none is wanted', async () => {
    const origin = await serve((_, response) => response.writeHead(302, { location: '/' }).end())
    const ask = outboundTo({ trusted: [origin] })
    expect(await faultOf(ask(origin))).toMatchObject({ kind: 'TOO_MANY_REDIRECTS' })
    expect(await ask(origin, { redirects: 0 })).toMatchObject({ status: 302, redirects: 0 })
  })
})

describe('bounds', () => {
  it('reads compressed answers and measures them unpacked', async () => {
    const origin = await serve((request, response) => {
      const size = Number(request.url?.slice(1))
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(size, 'a')))
    })
    const ask = outboundTo({ trusted: [origin] })
    expect((await ask(`${origin}/5000`)).body.length).toBe(5000)
    expect(await faultOf(ask(`${origin}/5000000`))).toMatchObject({ kind: 'TOO_LARGE' })
  })

  it('leaves compressed answers that go on', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const packed = gzipSync(randomBytes(200_000))
      const timer = setInterval(() => response.write(packed.subarray(0, 100_000)), 10)
      response.on('close', () => clearInterval(timer))
    })
    const ask = outboundTo({ trusted: [origin], timeouts: { whole: 300 } })
    expect(await faultOf(ask(origin))).toMatchObject({ kind: 'TOO_LARGE' })
    expect(await faultOf(ask(origin, { mostBytes: 1e9 }))).toMatchObject({ hasLeft: true })
  })

  it('refuses answers that are not packed as they say', async () => {
    const origin = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('<html>'),
    )
    expect(await faultOf(outboundTo({ trusted: [origin] })(origin))).toMatchObject({ kind: 'UNREACHABLE' })
  })

  it.skipIf(!hasOpenssl())('refuses self-signed certificates', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
    const file = (name: string) => join(folder, name)
    const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=127.0.0.1', '-days', '1']
    execFileSync('openssl', [...options, '-keyout', file('key'), '-out', file('cert')], { stdio: 'ignore' })
    const server = createTlsServer({ key: readFileSync(file('key')), cert: readFileSync(file('cert')) })
    rmSync(folder, { recursive: true })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    opened.push({ close: () => server.close() })
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = outboundTo({ trusted: [origin] })
    expect(await faultOf(ask(origin, { method: 'POST', body: 'password' }))).toMatchObject({
      kind: 'UNREACHABLE',
      hasLeft: false,
      message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    })
  })

  it('ends an answer without end', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('a'.repeat(900)), 5)
      response.on('close', () => clearInterval(timer))
    })
    expect(await faultOf(outboundTo({ trusted: [origin] })(origin))).toMatchObject({ kind: 'TOO_LARGE' })
  })

  it('waits no longer than it may for headers, a slow body, and all redirects together', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/silent') return
      if (request.url === '/slow') return void response.writeHead(200).write('a')
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 60)
    })
    const ask = outboundTo({ trusted: [origin], timeouts: { connect: 100, headers: 100, whole: 400 } })
    const begun = performance.now()
    expect(await faultOf(ask(`${origin}/silent`, { method: 'POST' }))).toMatchObject({
      kind: 'TIMEOUT',
      hasLeft: true,
    })
    expect(await faultOf(ask(`${origin}/slow`))).toMatchObject({ kind: 'TIMEOUT' })
    expect(await faultOf(ask(`${origin}/again`, { redirects: 100 }))).toMatchObject({ kind: 'TIMEOUT' })
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  it('knows whether a form may have left', async () => {
    const cutting = await serve((request) => request.socket.destroy())
    const ask = outboundTo({ trusted: [cutting, 'http://127.0.0.1:9'] })
    expect(await faultOf(ask(cutting, { method: 'POST', body: 'a' }))).toMatchObject({
      kind: 'UNREACHABLE',
      hasLeft: true,
    })
    expect(await faultOf(ask('http://127.0.0.1:9/', { method: 'POST', body: 'a' }))).toMatchObject({
      kind: 'UNREACHABLE',
      hasLeft: false,
      message: '127.0.0.1:9: ECONNREFUSED',
    })
  })

  it('speaks through a proxy, to the listed hosts alone', async () => {
    const asked: string[] = []
    const proxy = await serve((_, response) => response.end())
    const server = createServer()
    server.on('connect', (request, socket) => {
      asked.push(request.url ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    opened.push({ close: () => server.close() })
    const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = outboundTo({ origins: ['https://bank.example'], proxy: uri })
    expect(await faultOf(ask('https://bank.example/', { method: 'POST' }))).toMatchObject({
      kind: 'UNREACHABLE',
      hasLeft: false,
    })
    expect(await faultOf(ask(proxy))).toMatchObject({ kind: 'FORBIDDEN' })
    expect(asked).toEqual(['bank.example:443'])
  })
})
