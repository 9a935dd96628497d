const utf8 = new TextDecoder('utf-8', { fatal: true })
const chinese = new TextDecoder('gb18030')

/** UTF-16 encoding by the byte order mark; null when there is none. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/**
 * Decodes text of unknown encoding: UTF-16 with a byte order mark, valid UTF-8, else GB18030. Drops the byte order mark;
 * bytes that are no character become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const label = utf16Of(bytes)
  if (label) return new TextDecoder(label).decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return chinese.decode(bytes)
  }
}
