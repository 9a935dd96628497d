import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = (typeof ENCODINGS)[number]

/** The page contains nine megabytes of script: it is compressed once per encoding, and cached by its ETag. */
type Page = { html: string; policy: string; tag: string; sent: Partial<Record<Encoding, Promise<Buffer>>> }

const COMPRESS: Record<Encoding, (html: string) => Promise<Buffer>> = {
  br: (html) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html) => promisify(gzip)(html),
}

const ENCODINGS = ['br', 'gzip'] as const

/** Whether an Accept-Encoding header allows an encoding, by name or by `*`. */
const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((part) => {
    const [name = '', quality = 'q=1'] = part.split(';').map((word) => word.trim().toLowerCase())
    return (name === encoding || name === '*') && !/^q=0(\.0*)?$/.test(quality)
  })

async function makePage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = renderGraphiQL({ title: 'GraphiQL', subscriptionsProtocol: 'WS' }).trim()
  const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'))
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = [
    "default-src 'self'",
    // The page is one inline script and starts its workers from blobs.
    `script-src 'sha256-${hash}' blob:`,
    'worker-src blob:',
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self' ws: wss:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join(';')
  const tag = `W/"${createHash('sha256').update(html).digest('base64url')}"`
  return { html, policy, tag, sent: {} }
}

let made: Promise<Page> | null = null

/** Whether a browser opened the address, and no program queried it. */
export const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.accept ?? '').includes('text/html')

/** Sends GraphiQL, with all scripts from this server. */
export async function sendGraphiql(request: FastifyRequest, reply: FastifyReply) {
  made ??= makePage()
  const page = await made
  reply
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept, accept-encoding')
    .header('etag', page.tag)
  if (request.headers['if-none-match'] === page.tag) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = ENCODINGS.find((one) => accepts(accepted, one))
  if (!encoding) return reply.send(page.html)
  page.sent[encoding] ??= COMPRESS[encoding](page.html)
  return reply.header('content-encoding', encoding).send(await page.sent[encoding])
}
