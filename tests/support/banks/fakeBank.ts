import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { BankKey } from '#server/modules/bank/bank.ts'

/** What a program asks for with `verdict: WA` in its text; `AC` without. */
export type FakeVerdict =
  | 'AC'
  | 'WA'
  | 'PE'
  | 'TLE'
  | 'MLE'
  | 'OLE'
  | 'RE'
  | 'CE'
  /** Only some banks have these; the others answer as for RE. */
  | 'PARTIAL'
  | 'IDLE'
  | 'REJECTED'
  | 'SKIPPED'
  | 'FAILED'
  /** A word that no version knows. */
  | 'ODD'

const VERDICTS: ReadonlySet<string> = new Set<FakeVerdict>([
  ...(['AC', 'WA', 'PE', 'TLE', 'MLE', 'OLE', 'RE', 'CE'] as const),
  ...(['PARTIAL', 'IDLE', 'REJECTED', 'SKIPPED', 'FAILED', 'ODD'] as const),
])
const isVerdict = (text: string): text is FakeVerdict => VERDICTS.has(text)

export type FakeStage = 'QUEUED' | 'COMPILING' | 'RUNNING' | 'DONE'

export type FakeRun = {
  id: string
  username: string
  problemId: string
  languageId: string
  source: string
  verdict: FakeVerdict
  /** Milliseconds since 1970. */
  submittedAt: number
  /** How often somebody asked for it. */
  polls: number
  /** When somebody last did; milliseconds since 1970. */
  polledAt: number
}

/** What a request is for; faults are switched on for one of these. */
export type RequestKind = 'problem' | 'signIn' | 'submit' | 'runs' | 'poll' | 'message' | 'other'

export type FakeFault =
  | 'ERROR_500'
  /** No answer; the request does nothing. */
  | 'HANG'
  /** The request does what it asks for, but gets no answer. */
  | 'HANG_AFTER'
  /** The answer comes after `slowMs`. */
  | 'SLOW'
  | 'CUT_BEFORE'
  /** The request does what it asks for, and the connection is cut. */
  | 'CUT_AFTER'
  | 'CAPTCHA'
  /** Another page than the adapter reads. */
  | 'CHANGED'
  | 'RATE_LIMIT'
  | 'SIGNED_OUT'
  /** An answer without end. */
  | 'ENDLESS'

export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  /** Text fields of a form of either kind. */
  form: URLSearchParams
  json: unknown
  headers: IncomingHttpHeaders
  cookies: Readonly<Record<string, string>>
  /** Account that the request's session belongs to; null: signed out. */
  username: string | null
}

export type FakeAnswer = {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
}

/** The pages of one bank. */
export type FakeSite = {
  key: BankKey
  /** Charset of its pages. */
  charset: 'utf-8' | 'gbk'
  /** First id of a run. */
  firstRun: number
  /** Token of the session that a request belongs to. */
  tokenOf(request: Omit<FakeRequest, 'username'>): string | null
  kindOf(request: FakeRequest): RequestKind
  /** Null: no such page. */
  answer(request: FakeRequest, bank: FakeBank): FakeAnswer | null
  /** Its own page that asks for a captcha; by default one of Cloudflare. */
  captcha?(): FakeAnswer
}

export type FakeOptions = {
  /** Passwords by names. */
  accounts?: Record<string, string>
  /** Over how much time, or how many polls, a run goes from queue to verdict. */
  pace?: { ms: number } | { polls: number }
  /** Shortest time (ms) between two submissions of an account; 0: any. */
  submitEveryMs?: number
  slowMs?: number
  /** Fault of each request for which none is switched on, such as a random one; null: none. */
  mishap?: (kind: RequestKind) => FakeFault | null
  port?: number
}

/** A bank in memory, with everything that tests switch and count. */
export class FakeBank {
  readonly site: FakeSite
  readonly runs: FakeRun[] = []
  readonly accounts = new Map<string, { password: string; isLocked: boolean }>()
  /** How many requests of each kind came. */
  readonly requests = new Map<RequestKind, number>()
  /** The last forms and JSON that came, newest last. */
  readonly log: { kind: RequestKind; path: string; form: string; json: unknown }[] = []
  readonly options: Required<FakeOptions>
  #sessions = new Map<string, string>()
  #faults = new Map<RequestKind, { fault: FakeFault; times: number }>()

  constructor(site: FakeSite, options: FakeOptions = {}) {
    this.site = site
    this.options = {
      accounts: { robot: 'right password' },
      pace: { polls: 3 },
      submitEveryMs: 0,
      slowMs: 1500,
      mishap: () => null,
      port: 0,
      ...options,
    }
    for (const [name, password] of Object.entries(this.options.accounts))
      this.accounts.set(name, { password, isLocked: false })
  }

  /** Switches a fault on for the next requests of a kind; null: off. */
  fault(kind: RequestKind, fault: FakeFault | null, times = Number.POSITIVE_INFINITY): void {
    if (fault) this.#faults.set(kind, { fault, times })
    else this.#faults.delete(kind)
  }

  faultOf(kind: RequestKind): FakeFault | null {
    const found = this.#faults.get(kind)
    if (!found || found.times <= 0) return this.options.mishap(kind)
    found.times--
    return found.fault
  }

  lock(username: string, isLocked = true): void {
    const account = this.accounts.get(username)
    if (account) account.isLocked = isLocked
  }

  isLocked(username: string): boolean {
    return this.accounts.get(username)?.isLocked ?? false
  }

  /** Ends all sessions. */
  expireSessions(): void {
    this.#sessions.clear()
  }

  /** Token of a new session; null: name or password are wrong. Whether the account is locked is the site's affair. */
  signIn(username: string, password: string): string | null {
    const account = this.accounts.get(username)
    if (!account || account.password !== password) return null
    const token = crypto.randomUUID().replaceAll('-', '')
    this.#sessions.set(token, username)
    return token
  }

  usernameOf(token: string | null): string | null {
    return token === null ? null : (this.#sessions.get(token) ?? null)
  }

  isTooFast(username: string): boolean {
    const { submitEveryMs } = this.options
    const last = this.runs.findLast((run) => run.username === username)
    return last !== undefined && submitEveryMs > 0 && Date.now() - last.submittedAt < submitEveryMs
  }

  submit(run: Pick<FakeRun, 'username' | 'problemId' | 'languageId' | 'source'>): FakeRun {
    const word = /verdict:\s*([A-Z]+)/.exec(run.source)?.[1] ?? 'AC'
    const stored: FakeRun = {
      ...run,
      id: `${this.site.firstRun + this.runs.length}`,
      verdict: isVerdict(word) ? word : 'AC',
      submittedAt: Date.now(),
      polls: 0,
      polledAt: 0,
    }
    this.runs.push(stored)
    return stored
  }

  /** How often code arrived and was taken; blanks at its end do not tell sources apart. */
  received(username: string, problemId: string, source: string): number {
    const key = source.trimEnd()
    return this.runs.filter(
      (run) => run.username === username && run.problemId === problemId && run.source.trimEnd() === key,
    ).length
  }

  runsOf(username: string | null, problemId: string | null): FakeRun[] {
    return this.runs
      .filter(
        (run) =>
          (username === null || run.username === username) && (!problemId || run.problemId === problemId),
      )
      .toReversed()
  }

  runOf(id: string): FakeRun | null {
    return this.runs.find((run) => run.id === id) ?? null
  }

  /** Where a run is now. `isPoll`: this look counts as one of the polls. */
  stageOf(run: FakeRun, isPoll = false): FakeStage {
    const { pace } = this.options
    const part =
      'ms' in pace ? (Date.now() - run.submittedAt) / (pace.ms || 1) : run.polls / (pace.polls || 1)
    if (isPoll) {
      run.polls++
      run.polledAt = Date.now()
    }
    if (part >= 1 || ('polls' in pace && pace.polls === 0)) return 'DONE'
    if (part < 1 / 3) return 'QUEUED'
    if (part < 2 / 3) return 'COMPILING'
    return run.verdict === 'CE' ? 'DONE' : 'RUNNING'
  }
}

export type RunningFakeBank = { origin: string; bank: FakeBank; close(): Promise<void> }

/** Serves a site on 127.0.0.1. */
export async function serveFakeBank(site: FakeSite, options: FakeOptions = {}): Promise<RunningFakeBank> {
  const bank = new FakeBank(site, options)
  const server = createServer((request, response) => {
    respond(bank, request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(bank.options.port, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    bank,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function respond(bank: FakeBank, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await read(bank, message)
  const kind = bank.site.kindOf(request)
  bank.requests.set(kind, (bank.requests.get(kind) ?? 0) + 1)
  bank.log.push({ kind, path: request.path, form: `${request.form}`, json: request.json })
  const fault = bank.faultOf(kind)

  if (fault === 'HANG') return
  if (fault === 'CUT_BEFORE') return void message.socket.destroy()
  if (fault === 'SLOW') await wait(bank.options.slowMs)
  const answer =
    FAULT_ANSWERS[fault ?? '']?.(bank) ??
    bank.site.answer(fault === 'SIGNED_OUT' ? { ...request, username: null } : request, bank)
  if (fault === 'HANG_AFTER') return
  if (fault === 'CUT_AFTER') return void message.socket.destroy()
  if (fault === 'ENDLESS') return endless(response)

  const other = request.path.endsWith('.png') ? PICTURE_ANSWER : { status: 404, body: NOT_FOUND }
  const { status = 200, headers = {}, body = '' } = answer ?? other
  const type = `text/html; charset=${bank.site.charset === 'gbk' ? 'gb2312' : 'utf-8'}`
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' ? encode(body, bank.site.charset) : body)
}

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Answer to the address of any picture in a problem. */
const PICTURE_ANSWER: FakeAnswer = { headers: { 'content-type': 'image/png' }, body: PICTURE }

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  const timer = setInterval(() => response.write('<p>more</p>'.repeat(20_000)), 2)
  response.on('close', () => clearInterval(timer))
}

const NOT_FOUND = '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>'

const FAULT_ANSWERS: Readonly<Record<string, (bank: FakeBank) => FakeAnswer>> = {
  ERROR_500: () => ({ status: 500, body: '<h1>Internal Server Error</h1>' }),
  CHANGED: () => ({
    body: '<html><head><title>Welcome</title></head><body><div id="app"></div></body></html>',
  }),
  RATE_LIMIT: () => ({ status: 429, body: '<h1>Too Many Requests</h1>' }),
  CAPTCHA: ({ site }) =>
    site.captcha?.() ?? {
      status: 403,
      headers: { 'cf-mitigated': 'challenge' },
      body: '<html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body></html>',
    },
}

async function read(bank: FakeBank, message: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const url = new URL(message.url ?? '/', 'http://fake')
  const type = message.headers['content-type'] ?? ''
  const cookies = Object.fromEntries(
    (message.headers.cookie ?? '').split(/;\s*/).map((one) => one.split('=', 2) as [string, string]),
  )
  const request = {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    form: type.includes('urlencoded') ? new URLSearchParams(`${body}`) : multipart(body, type),
    json: type.includes('json') ? (JSON.parse(`${body}` || 'null') as unknown) : null,
    headers: message.headers,
    cookies,
  }
  return { ...request, username: bank.usernameOf(bank.site.tokenOf(request)) }
}

/** Fields of a multipart form; files as their text. */
function multipart(body: Buffer, type: string): URLSearchParams {
  const boundary = /boundary=(\S+)/.exec(type)?.[1]
  const fields = new URLSearchParams()
  for (const part of boundary ? `${body}`.split(`--${boundary}`).slice(1, -1) : []) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    fields.append(/name="([^"]*)"/.exec(head)?.[1] ?? '', rest.join('\r\n\r\n').replace(/\r\n$/, ''))
  }
  return fields
}

/** Text that a program may hold in a page. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** `2026-11-27 09:05:00`. */
export const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

let codes: Map<string, [number, number]> | null = null

/** Node decodes GBK but does not encode it: the table is the decoder's, turned round. */
function gbkCodes(): Map<string, [number, number]> {
  if (codes) return codes
  codes = new Map()
  const decoder = new TextDecoder('gbk')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const character = decoder.decode(Uint8Array.of(high, low))
      if (low !== 0x7f && character.length === 1 && !codes.has(character)) codes.set(character, [high, low])
    }
  return codes
}

/** Bytes of a page; what GBK lacks becomes a reference, as browsers send it. */
export function encode(text: string, charset: FakeSite['charset']): Uint8Array {
  if (charset === 'utf-8') return Buffer.from(text)
  const table = gbkCodes()
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character.codePointAt(0) ?? 0
      return code < 0x80 ? [code] : (table.get(character) ?? [...Buffer.from(`&#${code};`)])
    }),
  )
}

/** Sets a cookie for the whole site. */
export const cookie = (name: string, value: string): Record<string, string> => ({
  'set-cookie': `${name}=${value}; Path=/; HttpOnly`,
})
