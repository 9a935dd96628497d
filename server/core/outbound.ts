import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { CookieJar } from 'tough-cookie'
import { Agent, type Dispatcher, ProxyAgent, request as send } from 'undici'

export type OutboundFaultKind =
  /** The address may not be asked: another host, plain HTTP, or an inner address. */
  | 'FORBIDDEN'
  /** No connection, a broken one, or a certificate that does not hold. */
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'

/** Why a request to another host has no answer. Names hosts, but no paths, queries or credentials. */
export class OutboundFault extends Error {
  readonly kind: OutboundFaultKind
  /** Whether any of the requests may have reached its host. */
  readonly hasLeft: boolean
  constructor(kind: OutboundFaultKind, message: string, hasLeft: boolean) {
    super(message)
    this.kind = kind
    this.hasLeft = hasLeft
  }
}

/** In milliseconds. */
export type OutboundTimeouts = {
  connect: number
  /** From the connection to the end of the headers, of each redirect by itself. */
  headers: number
  /** All of it, redirects and bodies. */
  whole: number
}

export type OutboundOptions = {
  /** Exact origins: `https://example.org`. Their addresses must be public ones. */
  origins: readonly string[]
  /** Origins that the operator set; they may be inner addresses. */
  trusted?: readonly string[]
  /** URL of an HTTP proxy, which then resolves the names; null: none. */
  proxy?: string | null
  timeouts?: Partial<OutboundTimeouts>
  /** Resolves names in place of the system; for tests. */
  lookup?: LookupFunction
}

export type OutboundRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array | null
  cookies: CookieJar
  redirects: number
  mostBytes: number
  /** Another address for a redirect's target. */
  rewrite?: (url: URL) => URL
}

export type OutboundAnswer = {
  status: number
  /** After all redirects. */
  url: URL
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** Redirects that were followed. */
  redirects: number
}

export type Outbound = {
  ask(request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

const DEFAULT_TIMEOUTS: OutboundTimeouts = { connect: 10_000, headers: 20_000, whole: 30_000 }
/** How long (ms) an idle connection is kept for the next reading. */
const KEEP_ALIVE = 4_000
const CODE_FORBIDDEN = 'ERR_OUTBOUND_FORBIDDEN'

const INNER = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INNER.addSubnet(network, prefix, 'ipv4')
// Within the global unicast range: Teredo and its neighbours, documentation, 6to4.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  INNER.addSubnet(network, prefix, 'ipv6')
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one of the public Internet: not loopback, private, link-local, shared, multicast or mapped. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !INNER.check(address, 'ipv4')
  return family === 6 && GLOBAL.check(address, 'ipv6') && !INNER.check(address, 'ipv6')
}

/** Resolves a name and refuses it when any of its addresses is inner; the connection goes to what was checked. */
const checkedLookup =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]
      const [first] = addresses
      if (error) return callback(error, '')
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(Object.assign(new Error('inner address'), { code: CODE_FORBIDDEN }), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

/** Tells through `opaque` when a request gets a connection: before that, it certainly did not leave. */
const telling: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, {
    onRequestStart(controller, context) {
      const { opaque } = options as Dispatcher.DispatchOptions & { opaque?: unknown }
      if (opaque instanceof Departure) opaque.hasLeft = true
      handler.onRequestStart?.(controller, context)
    },
    onResponseStart: handler.onResponseStart?.bind(handler),
    onResponseData: handler.onResponseData?.bind(handler),
    onResponseEnd: handler.onResponseEnd?.bind(handler),
    onResponseError: handler.onResponseError?.bind(handler),
    onRequestUpgrade: handler.onRequestUpgrade?.bind(handler),
  })

class Departure {
  hasLeft = false
}

/** Headers as text; of repeated ones the first. */
const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value) ?? '']),
  )

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The code of an error or of the first below it that has one: several addresses fail as one AggregateError. */
const codesOf = (error: unknown): string[] => [
  codeOf(error),
  ...(error instanceof AggregateError ? error.errors.flatMap(codesOf) : []),
  ...(error instanceof Error && error.cause ? codesOf(error.cause) : []),
]

/** The fault of a request that failed without an answer. */
function faultOf(error: unknown, host: string, hasLeft: boolean, wasAborted: boolean): OutboundFault {
  const codes = codesOf(error)
  if (codes.includes(CODE_FORBIDDEN)) return new OutboundFault('FORBIDDEN', `inner address: ${host}`, hasLeft)
  const isLate = wasAborted || codes.some((code) => /TIMEOUT|TIMEDOUT/.test(code))
  const reason = isLate ? 'no answer in time' : codes.find(Boolean) || 'connection failed'
  return new OutboundFault(isLate ? 'TIMEOUT' : 'UNREACHABLE', `${host}: ${reason}`, hasLeft)
}

/** Connections by method: `strict` ones lead to public addresses only. A proxy, when there is one, replaces both. */
function openDispatchers(
  lookup: LookupFunction,
  timeouts: OutboundTimeouts,
  proxy: string | null | undefined,
) {
  const tls = { rejectUnauthorized: true }
  const common = { headersTimeout: timeouts.headers, bodyTimeout: timeouts.whole }
  /** A posting gets a connection of its own: a kept one may be closed under it, and nobody knows what arrived. */
  const reuse = { GET: { keepAliveTimeout: KEEP_ALIVE }, POST: { pipelining: 0 } }
  const agents: (Agent | ProxyAgent)[] = []
  const directly = (resolve: LookupFunction, method: 'GET' | 'POST'): Dispatcher => {
    const connect = { ...tls, timeout: timeouts.connect, lookup: resolve }
    const agent = new Agent({ ...common, ...reuse[method], connect })
    agents.push(agent)
    return agent.compose(telling)
  }
  const byProxy = (uri: string, method: 'GET' | 'POST'): Dispatcher => {
    const timeout = timeouts.connect
    const agent = new ProxyAgent({
      ...common,
      ...reuse[method],
      uri,
      requestTls: { ...tls, timeout },
      proxyTls: { timeout },
    })
    agents.push(agent)
    return agent.compose(telling)
  }
  const proxied = proxy ? { GET: byProxy(proxy, 'GET'), POST: byProxy(proxy, 'POST') } : null
  const checked = checkedLookup(lookup)
  return {
    strict: proxied ?? { GET: directly(checked, 'GET'), POST: directly(checked, 'POST') },
    trusting: proxied ?? { GET: directly(lookup, 'GET'), POST: directly(lookup, 'POST') },
    async close() {
      await Promise.all(agents.map((agent) => agent.destroy()))
    },
  }
}

/** Asks other hosts over HTTP: only those of a list, over checked addresses, with bounds on time and size. */
export function openOutbound(options: OutboundOptions): Outbound {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const origins = new Set(options.origins.map((one) => new URL(one).origin))
  const trusted = new Set((options.trusted ?? []).map((one) => new URL(one).origin))
  const lookup: LookupFunction = options.lookup ?? (systemLookup as LookupFunction)
  const { strict, trusting, close } = openDispatchers(lookup, timeouts, options.proxy)

  /** A plain address of a host that is on the list with https becomes that one. */
  const secured = (url: URL): URL => {
    if (url.protocol !== 'http:' || url.port || origins.has(url.origin) || trusted.has(url.origin)) return url
    const safe = new URL(url)
    safe.protocol = 'https:'
    return safe
  }

  const dispatcherFor = (url: URL, method: 'GET' | 'POST'): Dispatcher | null => {
    if (url.username || url.password || !/^https?:$/.test(url.protocol)) return null
    if (trusted.has(url.origin)) return trusting[method]
    if (!origins.has(url.origin) || isIP(url.hostname.replace(/^\[|\]$/g, ''))) return null
    return strict[method]
  }

  async function once(
    { method, url, headers, body, cookies, mostBytes }: OutboundRequest,
    departure: Departure,
    signal: AbortSignal,
  ): Promise<Omit<OutboundAnswer, 'redirects'>> {
    const dispatcher = dispatcherFor(url, method)
    if (!dispatcher) throw new OutboundFault('FORBIDDEN', `not allowed: ${url.host}`, departure.hasLeft)
    const cookie = await cookies.getCookieString(url.href)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeouts.connect + timeouts.headers)
    try {
      const answer = await send(url, {
        method,
        body: body ?? null,
        headers: { 'accept-encoding': 'gzip', ...headers, ...(cookie ? { cookie } : {}) },
        dispatcher,
        signal: AbortSignal.any([signal, late.signal]),
        opaque: departure,
      })
      clearTimeout(timer)
      for (const one of [answer.headers['set-cookie'] ?? []].flat())
        await cookies.setCookie(one, url.href, { ignoreError: true, loose: true })
      const flatHeaders = flat(answer.headers)
      const read = await readBody(answer.body, flatHeaders['content-encoding'] ?? '', mostBytes)
      if (!read) throw new OutboundFault('TOO_LARGE', `more than ${mostBytes} bytes from ${url.host}`, true)
      return { status: answer.statusCode, url, headers: flatHeaders, body: read }
    } catch (error) {
      if (error instanceof OutboundFault) throw error
      throw faultOf(error, url.host, departure.hasLeft, signal.aborted || late.signal.aborted)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async ask(request) {
      const departure = new Departure()
      const whole = new AbortController()
      const timer = setTimeout(() => whole.abort(), timeouts.whole)
      const rewrite = request.rewrite ?? ((url) => url)
      try {
        let now: OutboundRequest = { ...request, url: secured(rewrite(request.url)) }
        for (let redirects = 0; ; redirects++) {
          const answer = await once(now, departure, whole.signal)
          const target = answer.headers.location
          if (!target || ![301, 302, 303, 307, 308].includes(answer.status) || !request.redirects)
            return { ...answer, redirects }
          if (redirects >= request.redirects)
            throw new OutboundFault('TOO_MANY_REDIRECTS', `too many redirects: ${now.url.host}`, true)
          if (!URL.canParse(target, now.url))
            throw new OutboundFault('UNREACHABLE', `broken redirect: ${now.url.host}`, true)
          const url = secured(rewrite(new URL(target, now.url)))
          // A body goes to the host that it was meant for, and to no other.
          const repeats = answer.status >= 307 && (now.method === 'GET' || url.origin === now.url.origin)
          if (answer.status >= 307 && !repeats)
            throw new OutboundFault('FORBIDDEN', `redirect of a form to ${url.host}`, true)
          now = repeats
            ? { ...now, url }
            : { ...now, url, method: 'GET', body: null, headers: reading(now.headers) }
        }
      } finally {
        clearTimeout(timer)
      }
    },
    close,
  }
}

/** Headers for the GET after a form: what described the body goes. */
const reading = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-/i.test(name)))

const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

const ignore = () => undefined

/** The decoded body; null when it is larger than `mostBytes`. */
async function readBody(
  body: Dispatcher.ResponseData['body'],
  encoding: string,
  mostBytes: number,
): Promise<Uint8Array | null> {
  const decoder = DECODERS[encoding.trim().toLowerCase()]?.()
  const chunks: Uint8Array[] = []
  let size = 0
  // A body that is left before its end fails, after nobody waits for it any more.
  body.on('error', ignore)
  const decoded: Readable = decoder ? pipeline(body, decoder, ignore) : body
  for await (const chunk of decoded) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
