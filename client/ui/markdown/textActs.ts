/** Edits of the Markdown editor's buttons and keys, as pure functions. */

/** A text with its selection. */
export type Marked = { text: string; from: number; to: number }

/** Replaces the range by `insert`, then selects a range. */
export type Edit = { from: number; to: number; insert: string; select: readonly [number, number] }

export type TextAct = (marked: Marked) => Edit

/** Toggles marks around the selection. */
export const around =
  (mark: string): TextAct =>
  ({ text, from, to }) => {
    const { length } = mark
    const inner = text.slice(from, to)
    const isAround = text.slice(from - length, from) === mark && text.slice(to, to + length) === mark
    // One star on each side may be half of two.
    const isHalf = text[from - length - 1] === mark[0] && text[to + length] === mark[0] && length === 1
    if (from >= length && isAround && !isHalf)
      return { from: from - length, to: to + length, insert: inner, select: [from - length, to - length] }
    return { from, to, insert: mark + inner + mark, select: [from + length, to + length] }
  }

/** The lines of the selection. */
function linesAt({ text, from, to }: Marked) {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', Math.max(from, to > from ? to - 1 : to))
  const end = next < 0 ? text.length : next
  return { start, end, lines: text.slice(start, end).split('\n') }
}

/** Toggles a mark at the start of each line. */
export const ahead =
  (markOf: (index: number) => string, pattern: RegExp): TextAct =>
  (marked) => {
    const { start, end, lines } = linesAt(marked)
    const all = lines.every((line) => pattern.test(line))
    const insert = lines
      .map((line, index) => (all ? line.replace(pattern, '') : markOf(index) + line.replace(pattern, '')))
      .join('\n')
    const at = start + insert.length
    return { from: start, to: end, insert, select: lines.length > 1 ? [start, at] : [at, at] }
  }

/** Inserts a block on lines of its own, and selects the range `select` of it. */
function block({ text, from, to }: Marked, body: string, select: readonly [number, number]): Edit {
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n'
  const after = to === text.length || text[to] === '\n' ? '' : '\n'
  const shift = from + before.length
  return {
    from,
    to,
    insert: before + body + after,
    select: [shift + select[0], shift + select[1]],
  }
}

/** Wraps in `mark` within a line, in a fence over several. */
const fenced =
  (mark: string, fence: string): TextAct =>
  (marked) => {
    const { text, from, to } = marked
    const inner = text.slice(from, to)
    if (!inner.includes('\n')) return around(mark)(marked)
    const open = `${fence}\n`
    return block(marked, `${open}${inner}\n${fence}`, [open.length, open.length + inner.length])
  }

const HREF = 'https://'

const link: TextAct = ({ text, from, to }) => {
  const inner = text.slice(from, to)
  if (/^https?:\/\/\S+$/.test(inner))
    return { from, to, insert: `[](${inner})`, select: [from + 1, from + 1] }
  const at = from + inner.length + 3
  return { from, to, insert: `[${inner}](${HREF})`, select: [at, at + HREF.length] }
}

const TABLE = '|   |   |\n| --- | --- |\n|   |   |'

export const TEXT_ACTS = {
  bold: around('**'),
  italic: around('*'),
  heading: ahead(() => '## ', /^#{1,6} /),
  list: ahead(() => '- ', /^[-*+] /),
  numbered: ahead((index) => `${index + 1}. `, /^\d+\. /),
  quote: ahead(() => '> ', /^> ?/),
  code: fenced('`', '```'),
  link,
  table: (marked) => block({ ...marked, from: marked.to }, TABLE, [2, 2]),
  formula: fenced('$', '$$'),
} satisfies Record<string, TextAct>

export type TextActName = keyof typeof TEXT_ACTS

const ITEM = /^(\s*)(?:([-*+])|(\d+)\.|(>)) (.*)$/

/** Enter within a list or a quotation: starts the next entry, or ends it after an empty one. */
export function nextLine({ text, from, to }: Marked): Edit | null {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const item = ITEM.exec(text.slice(start, from))
  if (!item || from !== to) return null
  const [, indent = '', bullet, number, quote, rest = ''] = item
  if (!rest.trim()) return { from: start, to: from, insert: '', select: [start, start] }
  const mark = number === undefined ? (bullet ?? quote ?? '') : `${Number(number) + 1}.`
  const insert = `\n${indent}${mark} `
  return { from, to, insert, select: [from + insert.length, from + insert.length] }
}

/** Applies an edit to a text. */
export const edited = (text: string, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to)
