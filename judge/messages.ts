import { basename } from 'node:path'
import { MESSAGE_MARK, type MessageKey } from './protocol.ts'

/** A message of the judge in the form of protocol.ts; `raw` is output of a program. */
export function say(key: MessageKey, params: Record<string, string | number> = {}, raw = ''): string {
  const line = Object.keys(params).length
    ? `${MESSAGE_MARK}${key} ${JSON.stringify(params)}`
    : MESSAGE_MARK + key
  return raw ? `${line}\n${raw}` : line
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const CONTROLS = /[\0-\x08\v\f\x0E-\x1F\x7F]/g
/** Escape sequences of terminals after their first character was replaced by its picture. */
const COLOURS = /\u241B\[[\d;?]*[A-Za-z]/g

/** Output of a program as text for the database: valid UTF-8, no controls but white space, at most `limit` bytes. */
export function readable(bytes: Uint8Array, limit: number): string {
  const cut = bytes.subarray(0, limit)
  // A character cut in half at the end is dropped rather than shown as a replacement mark.
  const text = new TextDecoder('utf-8').decode(cut, { stream: bytes.length > limit })
  // Unicode has a picture of each control.
  return text.replace(CONTROLS, (control) => (control === '\x7F' ? '\u2421' : pictureOf(control)))
}

const pictureOf = (control: string) => String.fromCharCode(0x2400 + control.charCodeAt(0))

/** Output of a compiler for its reader: without colours, paths of this host, and our message mark. */
export function presentable(said: string, folders: readonly string[]): string {
  let text = said.replaceAll('\r\n', '\n').replace(COLOURS, '')
  for (const folder of folders) text = text.replaceAll(folder, basename(folder))
  return text.startsWith(MESSAGE_MARK) ? ` ${text}` : text
}

/** Text without NUL and half characters, for JSON and PostgreSQL. */
export function storable(text: string | null, characters: number): string | null {
  const cut = text?.slice(0, characters).replaceAll('\0', '\u2400')
  return cut?.replace(/[\uD800-\uDFFF]/gu, '\uFFFD') ?? null
}
