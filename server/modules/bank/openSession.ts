import { CookieJar } from 'tough-cookie'
import { type Outbound, OutboundFault, type OutboundTimeouts, openOutbound } from '#server/core/outbound.ts'
import { type Bank, BankFault, type BankKey } from './bank.ts'
import type { BankAnswer, BankRequest, BankSession } from './session.ts'

export type SessionOptions = {
  /** Addresses that the operator set in place of the banks' own. */
  origins: Partial<Record<BankKey, string>>
  /** URL of an HTTP proxy; null: none. */
  proxy: string | null
  timeouts?: Partial<OutboundTimeouts>
}

/** A session that must be closed, which ends its connections. */
export type OpenedSession = BankSession & { close(): Promise<void> }

type Saved = { cookies: unknown; values: Record<string, string> }

const MOST_BYTES = 4 * 1024 * 1024
const REDIRECTS = 5
const HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9,zh-CN;q=0.8',
  // Some banks refuse clients that name no browser.
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
}

/** Opens a session of a bank. `saved` is the text of an earlier one; null or broken: it starts empty. */
export function openSession(
  bank: Pick<Bank, 'key' | 'origin' | 'otherHosts'>,
  saved: string | null,
  options: SessionOptions,
): OpenedSession {
  const own = new URL(bank.origin)
  const set = options.origins[bank.key]
  const replaced = set ? new URL(set) : null
  const base = replaced ?? own
  const others = bank.otherHosts.map((host) => `https://${host}`)
  const outbound = openOutbound({
    origins: replaced ? [] : [own.origin, ...others],
    trusted: replaced ? [replaced.origin] : [],
    proxy: options.proxy,
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
  })
  const realHosts = new Set([own.host, ...bank.otherHosts])
  /** An address of the bank's own hosts becomes one of the origin in its place, path kept. */
  const rewrite = (url: URL): URL => {
    if (!replaced || !realHosts.has(url.host)) return url
    const mapped = new URL(replaced.origin)
    mapped.pathname = url.pathname
    mapped.search = url.search
    return mapped
  }
  const { cookies, values } = restore(saved)

  async function ask(method: 'GET' | 'POST', path: string, request: BankRequest = {}): Promise<BankAnswer> {
    if (!URL.canParse(path, base)) throw new BankFault('FORBIDDEN_ADDRESS')
    const url = new URL(path, base)
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
    const { body, type } = bodyOf(request)
    const answer = await outbound
      .ask({
        method,
        url,
        headers: { ...HEADERS, ...(type ? { 'content-type': type } : {}), ...request.headers },
        body,
        cookies,
        redirects: request.redirects ?? REDIRECTS,
        mostBytes: request.mostBytes ?? MOST_BYTES,
        rewrite,
      })
      .catch((error: unknown) => {
        if (!(error instanceof OutboundFault)) throw error
        const kind = error.kind === 'FORBIDDEN' ? 'FORBIDDEN_ADDRESS' : 'UNREACHABLE'
        throw new BankFault(kind, error.message, { isSent: method === 'POST' && error.hasLeft })
      })
    const read = answerOf(answer)
    // What a redirect led away from a form was taken before, whatever the page behind it says.
    const isTaken = method === 'POST' && answer.redirects > 0
    if (isBrowserCheck(read, answer.headers))
      throw new BankFault('CAPTCHA', titleOf(read), { isSent: isTaken })
    if (read.status === 429) throw new BankFault('TOO_FAST', '', { isSent: isTaken })
    if (read.status >= 500 || isAway(read))
      throw new BankFault('UNREACHABLE', `HTTP ${read.status}`, { isSent: method === 'POST' })
    return read
  }

  return {
    get: (path, request) => ask('GET', path, request),
    post: (path, request) => ask('POST', path, request),
    remember(name, value) {
      if (value === null) values.delete(name)
      else values.set(name, value)
    },
    remembered: (name) => values.get(name) ?? null,
    save: () =>
      JSON.stringify({
        cookies: cookies.serializeSync(),
        values: Object.fromEntries(values),
      } satisfies Saved),
    close: () => outbound.close(),
  }
}

function restore(saved: string | null): { cookies: CookieJar; values: Map<string, string> } {
  try {
    const { cookies, values } = JSON.parse(saved ?? '') as Saved
    return {
      cookies: CookieJar.fromJSON(JSON.stringify(cookies)),
      values: new Map(Object.entries(values)),
    }
  } catch {
    return { cookies: new CookieJar(null, { looseMode: true }), values: new Map() }
  }
}

function bodyOf({ form, multipart, json }: BankRequest): { body: string | Uint8Array | null; type: string } {
  if (form) return { body: `${new URLSearchParams({ ...form })}`, type: 'application/x-www-form-urlencoded' }
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' }
  if (!multipart) return { body: null, type: '' }
  const boundary = `----form${crypto.randomUUID().replaceAll('-', '')}`
  const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const parts = Object.entries(multipart).flatMap(([name, value]) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`,
    typeof value === 'string'
      ? '\r\n\r\n'
      : `; filename="${quoted(value.name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    typeof value === 'string' ? value : value.content,
    '\r\n',
  ])
  const body = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

function answerOf({ status, url, headers, body }: Awaited<ReturnType<Outbound['ask']>>): BankAnswer {
  const contentType = headers['content-type'] ?? ''
  let decoded: string | null = null
  const text = () => {
    decoded ??= decode(body, contentType)
    return decoded
  }
  return {
    status,
    url,
    contentType,
    text,
    bytes: () => body,
    json() {
      try {
        return JSON.parse(text()) as unknown
      } catch {
        throw new BankFault('CHANGED', 'no JSON')
      }
    },
  }
}

/** Text of a body by the charset of its header, else of its page, else UTF-8. */
export function decode(body: Uint8Array, contentType: string): string {
  const head = Buffer.from(body.subarray(0, 4096)).toString('latin1')
  const charset =
    /charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    'utf-8'
  // gb2312 pages hold characters of its superset.
  const label = /^(?:gb2312|gbk|gb_2312-80|x-gbk)$/i.test(charset) ? 'gbk' : charset
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

const TITLE = /<title[^>]{0,300}>([^<]{0,300})/i
/** Characters at the start of a page that have its title. */
const HEAD = 65_536
const titleOf = (answer: BankAnswer) => TITLE.exec(answer.text().slice(0, HEAD))?.[1]?.trim() ?? ''

/** Whether a proxy answers that its server is away, which some do with 200. */
const isAway = (answer: BankAnswer): boolean =>
  /html/i.test(answer.contentType) &&
  /^(?:the page is temporarily unavailable|50[234] |bad gateway|service unavailable)/i.test(titleOf(answer))

const CHECK_TITLE =
  /^\s*(?:just a moment|attention required|please wait\.\.\. \| cloudflare|one more step|are you (?:a robot|human)|verify(?:ing)? (?:you are|that you are) (?:a )?human|security check|captcha|ddos-guard|安全验证|人机验证)/i
/** The scripts of the challenge platform stand on pages of any kind. */
const CHECK_MARK =
  /\/cdn-cgi\/challenge-platform\/(?!scripts\/)|_cf_chl_opt|cf-challenge|cf-browser-verification|id="challenge-form"|ddos-guard\.net/i

/** Whether a page asks for a browser or a human in place of what was asked for. */
function isBrowserCheck(answer: BankAnswer, headers: Readonly<Record<string, string>>): boolean {
  if (headers['cf-mitigated'] === 'challenge') return true
  if (!/html/i.test(answer.contentType)) return false
  if (CHECK_TITLE.test(titleOf(answer))) return true
  return [403, 429, 503].includes(answer.status) && CHECK_MARK.test(answer.text())
}
