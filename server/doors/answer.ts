import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ExecutionResult } from 'graphql'

/** Texts up to this length (characters) are sent uncompressed, like all answers over HTTP (http.ts). */
const SHORT = 1_024

export type Encoding = 'br' | 'gzip'

const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
}

/** Result sent to many clients: serialized once, and compressed once per encoding. */
export class Answer {
  /** Time (ms) at which it was read. */
  readonly readAt: number
  readonly plain: Buffer
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(result: ExecutionResult, readAt: Date) {
    this.readAt = readAt.getTime()
    this.plain = Buffer.from(JSON.stringify(result))
  }

  /** Whether it is worth compressing. */
  get isLong(): boolean {
    return this.plain.length >= SHORT
  }

  in(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const made = COMPRESS[encoding](this.plain)
    this.#encoded.set(encoding, made)
    return made
  }
}

/** The best encoding that an Accept-Encoding header allows; null for no encoding. */
export function encodingOf(accepted: string | undefined): Encoding | null {
  const offers = (accepted ?? '').split(',').map((offer) => offer.trim())
  if (offers.includes('br')) return 'br'
  return offers.includes('gzip') ? 'gzip' : null
}
