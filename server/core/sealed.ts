import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** AES-256-GCM (NIST SP 800-38D): a random nonce of 12 bytes for each text, and a tag of 16. */
const NONCE = 12
const TAG = 16

/**
 * Encrypts secrets that are stored in the database, with a key derived from the site's secret and `purpose`.
 * `place` names the row: a value copied into another row cannot be decrypted.
 */
export function sealerOf(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal(text: string, place: string): Buffer {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(bytes: Uint8Array, place: string): string {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
    },
  }
}

/** Signs texts with a key of this purpose: HMAC-SHA-256 in base64url. */
export function signerOf(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  return {
    sign,
    /** Compares in constant time. */
    isSignature(text: string, given: string): boolean {
      const [right, asked] = [Buffer.from(sign(text)), Buffer.from(given)]
      return right.length === asked.length && timingSafeEqual(right, asked)
    },
  }
}
