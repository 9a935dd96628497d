import type { FastifyInstance } from 'fastify'

const POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "worker-src 'self' blob:",
  // MUI and Monaco write style elements at run time.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // Videos are looked at before they are uploaded.
  "media-src 'self' blob:",
  // PDF statements that are read with the token.
  "frame-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
]

/** Security headers of every answer; a door may override them for what it sends. */
const PROTECTING = Object.entries({
  'content-security-policy': POLICY.join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

/** Sets the security headers on every answer. They are constant, so they are computed once. */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    for (const [name, value] of PROTECTING) reply.raw.setHeader(name, value)
    done()
  })
}
