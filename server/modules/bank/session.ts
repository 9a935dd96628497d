/** An answer of a bank, read whole. */
export type BankAnswer = {
  status: number
  /** Address after all redirects. */
  url: URL
  contentType: string
  /** Decoded by the charset of the header or of the page (HDU: GBK). */
  text(): string
  bytes(): Uint8Array
  /** Parsed JSON; a CHANGED fault when it is none. */
  json(): unknown
}

export type BankRequest = {
  /** Fields of a form, sent as application/x-www-form-urlencoded. */
  form?: Readonly<Record<string, string>>
  /** Fields and files of a multipart form. */
  multipart?: Readonly<Record<string, string | { name: string; content: Uint8Array }>>
  json?: unknown
  headers?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** Redirects that are followed, each checked against the allowed hosts; default 5, 0: none. */
  redirects?: number
  /** Largest answer in bytes; default 4 MiB. */
  mostBytes?: number
}

/**
 * Requests to one bank with the cookies of one account. Paths are relative to the bank's origin; an absolute URL is
 * allowed when its host is. Throws BankFault: UNREACHABLE (timeouts, size, TLS, HTTP 5xx), FORBIDDEN_ADDRESS, TOO_FAST
 * (HTTP 429), CAPTCHA (browser checks that all banks may stand behind, such as Cloudflare's). Other statuses are
 * returned.
 */
export type BankSession = {
  get(path: string, request?: BankRequest): Promise<BankAnswer>
  /** A fault of a post has `isSent` true unless the request certainly did not leave. */
  post(path: string, request?: BankRequest): Promise<BankAnswer>
  /** A value that must outlive the request beside the cookies, such as the token of an API; null removes it. */
  remember(name: string, value: string | null): void
  remembered(name: string): string | null
  /** Cookies and remembered values as JSON, to store and to open the next session with. */
  save(): string
}
