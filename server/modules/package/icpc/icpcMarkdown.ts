import { type SyntaxNode, syntaxOf } from '#server/shared/markdown/syntax.ts'
import { applied, type Edit, hasMarks, placeOf } from '../../../core/html/mixedEdits.ts'
import { within } from '../../../core/pacing/within.ts'

/** Processor time (ms) for a statement. */
const LIMIT = 300

const MACRO = /\{\{\s{0,9}(?:nextsample|remainingsamples)\s{0,9}\}\}/g
/** Attributes as Pandoc has them behind a picture: `{width=50%}`, `{.class}`, `{#id}`. */
const ATTRIBUTES = /^(?:\{(?:[^{}\n]{1,200}=[^{}\n]{0,200}|\s{0,9}[.#][^{}\n]{1,200})\}){1,9}/

/**
 * Markdown of a Kattis statement without the commands of its dialect: places of samples, which are shown behind the
 * statement, and attributes of pictures. Code and formulas stay. A text that takes too long stays as it is.
 */
export function plainMarkdown(text: string): string {
  if (!/\{\{|\]\([^\n]*\)\{/.test(text) || hasMarks(text)) return text
  return within(LIMIT, () => applied(text, editsOf(text, syntaxOf(text)))) ?? text
}

/** Name of an annex as a link has it. */
export function annexNameIn(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

function editsOf(text: string, { children = [] }: SyntaxNode): Edit[] {
  return children.flatMap((node, at) => {
    const { from, to } = placeOf(node)
    if (node.type !== 'text') return editsOf(text, node)
    const source = text.slice(from, to)
    const isBehindPicture = children[at - 1]?.type === 'image'
    const attributes = (isBehindPicture && ATTRIBUTES.exec(source)?.[0]) || ''
    return [
      ...(attributes === '' ? [] : [{ from, to: from + attributes.length, text: '' }]),
      ...[...source.matchAll(MACRO)].map(({ 0: macro, index }) => withLine(text, from + index, macro.length)),
    ]
  })
}

/** Removes a command, with its line and the empty one below where it stands alone. */
function withLine(text: string, from: number, length: number): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const rest = /^[ \t]{0,99}\n\n?/.exec(text.slice(from + length, from + length + 102))?.[0]
  const isAlone = rest !== undefined && text.slice(start, from).trim() === ''
  return { from: isAlone ? start : from, to: from + length + (isAlone ? rest.length : 0), text: '' }
}
