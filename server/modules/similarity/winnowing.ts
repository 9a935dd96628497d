/**
 * Winnowing (Schleimer, Wilkerson, Aiken: "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003). Hashes
 * of all sequences of K tokens, and in every W neighbours the least of them: two programs that share LENGTH or more tokens
 * in a row share a fingerprint.
 */

/** Tokens of one hash: shorter matches are not found. */
export const K = 9
/** Neighbouring hashes that have a fingerprint among them. */
export const W = 4
/** Matches of as many tokens are always found. */
export const LENGTH = W + K - 1

const BASE = 0x2c1b3c6d

/** Spreads the bits of a hash, so that the least one is any of them. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return (bits ^ (bits >>> 15)) >>> 0
}

/** Hash of the K symbols from each position on; empty for shorter programs. */
export function hashesOf(symbols: Int32Array): Uint32Array {
  const hashes = new Uint32Array(Math.max(0, symbols.length - K + 1))
  let leaving = 1
  for (let power = 1; power < K; power++) leaving = Math.imul(leaving, BASE)
  let rolling = 0
  for (let at = 0; at < symbols.length; at++) {
    if (at >= K) rolling = (rolling - Math.imul(symbols[at - K] ?? 0, leaving)) | 0
    rolling = (Math.imul(rolling, BASE) + (symbols[at] ?? 0)) | 0
    if (at >= K - 1) hashes[at - K + 1] = mixed(rolling)
  }
  return hashes
}

/**
 * Positions of the fingerprints among hashes: the least of every W, the rightmost of equals, the one chosen before while it
 * is least.
 */
export function fingerprintsOf(hashes: Uint32Array): Int32Array {
  const chosen: number[] = []
  let least = -1
  const windows = hashes.length - W + 1
  for (let start = 0; start < Math.max(windows, Math.min(hashes.length, 1)); start++) {
    const end = Math.min(start + W, hashes.length) - 1
    const hashAt = (at: number) => hashes[at] ?? 0
    if (least < start) {
      least = end
      for (let at = end - 1; at >= start; at--) if (hashAt(at) < hashAt(least)) least = at
    } else if (hashAt(end) < hashAt(least)) least = end
    else continue
    chosen.push(least)
  }
  return Int32Array.from(chosen)
}
