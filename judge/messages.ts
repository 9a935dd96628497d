import { MESSAGE_MARK, type MessageKey } from './protocol.ts'

/** A sentence of the judge's own, in the form protocol.ts describes; `raw` is what a program said. */
export function say(key: MessageKey, params: Record<string, string | number> = {}, raw = ''): string {
  const line = Object.keys(params).length
    ? `${MESSAGE_MARK}${key} ${JSON.stringify(params)}`
    : MESSAGE_MARK + key
  return raw ? `${line}\n${raw}` : line
}

/** What a program wrote, fit for a text column: valid UTF-8, no NUL, at most `limit` bytes. */
export function readable(bytes: Uint8Array, limit: number): string {
  const cut = bytes.subarray(0, limit)
  // A character cut in half at the end is dropped rather than shown as a replacement mark.
  const text = new TextDecoder('utf-8').decode(cut, { stream: bytes.length > limit })
  return text.replaceAll('\0', '\u2400')
}

/** Fit for JSON and for PostgreSQL, whatever was cut where: no NUL, no half of a character. */
export function storable(text: string | null, characters: number): string | null {
  const cut = text?.slice(0, characters).replaceAll('\0', '\u2400')
  return cut?.replace(/[\uD800-\uDFFF]/gu, '\uFFFD') ?? null
}
