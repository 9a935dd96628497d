/**
 * The least indentation of the lines after the first is that of the template in its file, not of the text.
 * Strings are taken raw, so `\le` and `\n` stay as written; only an escaped backtick loses its backslash.
 */
function dedent(raw: string) {
  const lines = raw.replaceAll('\\`', '`').split('\n')
  const indented = lines.slice(1).filter((line) => line.trim())
  const margin = indented.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), 99)
  return lines.map((line, number) => (number ? line.slice(margin) : line)).join('\n')
}

/** Markdown of a statement: raw, without the indentation of the file, trimmed. */
export const md = (parts: TemplateStringsArray) => dedent(parts.raw.join('')).trim()

/** The source of a program: raw, without the indentation of the file, ending in one newline. */
export const code = (parts: TemplateStringsArray) => `${dedent(parts.raw.join('')).trim()}\n`
