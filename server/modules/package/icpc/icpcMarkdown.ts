import { type SyntaxNode, syntaxOf } from '#server/shared/markdown/syntax.ts'
import { applied, type Edit, hasMarks, placeOf } from '../../../core/html/mixedEdits.ts'
import { within } from '../../../core/pacing/within.ts'

/** Processor time (ms) for a statement. */
const LIMIT = 300

const MACRO = /\{\{\s{0,9}(?:nextsample|remainingsamples)\s{0,9}\}\}/g
/** Attributes as Pandoc has them behind a picture: `{width=50%}`, `{.class}`, `{#id}`. */
const ATTRIBUTES = /^(?:\{(?:[^{}\n]{1,200}=[^{}\n]{0,200}|\s{0,9}[.#][^{}\n]{1,200})\}){1,9}/

/** Formulas between `\\(` and `\\)`, or `\\[` and `\\]`, within a paragraph. */
const FORMULA =
  /(?<!\\)\\(?:\(((?:[^\n]|\n(?!\s*\n)){1,1000}?)(?<!\\)\\\)|\[((?:[^\n]|\n(?!\s*\n)){1,1000}?)(?<!\\)\\\])/g

/**
 * Markdown of a Kattis statement without its dialect: formulas are written with dollars. Places of samples, which are
 * shown behind the statement, and attributes of pictures are left out. Code and formulas stay. A text that takes too long
 * stays as it is.
 */
export function plainMarkdown(text: string): string {
  if (!/\{\{|\]\([^\n]*\)\{|\\[([]/.test(text) || hasMarks(text)) return text
  return within(LIMIT, () => withoutMacros(withDollars(text))) ?? text
}

const withoutMacros = (text: string): string => applied(text, editsOf(text, syntaxOf(text)))

/** Writes formulas with dollars. They are found in the text itself: Markdown would read emphasis in them. */
function withDollars(text: string): string {
  const found = [...text.matchAll(FORMULA)]
  if (found.length === 0) return text
  const kept = placesOf(syntaxOf(text), ['code', 'inlineCode', 'math', 'inlineMath'])
  const edits = found.flatMap(({ 0: whole, 1: inline, 2: display = '', index }): Edit[] => {
    const [from, to] = [index, index + whole.length]
    if (kept.some((place) => place.from < to && from < place.to)) return []
    if (inline !== undefined) return [{ from, to, text: `$${inline.trim()}$` }]
    return [{ from, to, text: `\n\n$$\n${display.trim()}\n$$\n\n` }]
  })
  return applied(text, edits)
}

/** Places of the nodes of these types. */
const placesOf = (node: SyntaxNode, types: readonly string[]): { from: number; to: number }[] =>
  types.includes(node.type)
    ? [placeOf(node)]
    : (node.children ?? []).flatMap((child) => placesOf(child, types))

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
