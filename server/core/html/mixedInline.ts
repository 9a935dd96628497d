import type { SyntaxNode } from '#server/shared/markdown/syntax.ts'
import { MARKS } from './emphasis.ts'
import { type Edit, type Mixed, newLine, placeOf } from './mixedEdits.ts'
import { isWords, type Tag, tagOf, withWords } from './tags.ts'
import { toMarkdown } from './toMarkdown.ts'
import { DROPPED } from './tree.ts'

/** The line that HTML stands in. */
export type Line = {
  /** Whether it may break, as in a paragraph and the bold text in it, but not in headings and cells. */
  canBreak: boolean
  /** Whether another paragraph may begin in it. */
  canSplit: boolean
  /** What the lines below begin with, to belong to the same list item or quote. */
  prefix: string
}

/** Elements that are read whole, with all that is in them. */
const WHOLE = /^(?:table|ul|ol|dl|pre|blockquote|svg|math)$/
const CODE = /^(?:code|tt|kbd|samp|var)$/
const SCRIPT = /^su[bp]$/
const PARAGRAPH =
  /^(?:address|article|aside|center|details|div|fieldset|figure|figcaption|footer|h[1-6]|header|hr|li|main|p|section|summary|t[dhr])$/
const MARKED: Record<string, string> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
}

/** Tags in a line as Markdown, and the other children of the line. */
export function inlineEdits(
  mixed: Mixed,
  parent: SyntaxNode,
  line: Line,
): { edits: Edit[]; rest: SyntaxNode[] } {
  const children = parent.children ?? []
  const edits: Edit[] = []
  const rest: SyntaxNode[] = []
  const pairs = pairsOf(children)
  const first = children.findIndex(isShown)
  const final = children.findLastIndex(isShown)
  /** What stands for tags that end an element, by their index. */
  const ends = new Map<number, string>()
  for (let at = 0; at < children.length; at++) {
    const node = children[at]
    const tag = node?.type === 'html' ? tagOf(node.value ?? '') : null
    if (!node || !tag) {
      if (node) rest.push(node)
      continue
    }
    const end = pairs.get(at)
    const last = end === undefined ? undefined : children[end]
    const { from, to } = placeOf(node)
    const isEnding = ends.has(at)
    if (isWords(tag, last !== undefined || isEnding)) {
      edits.push({ from, to: from, text: '\\' })
    } else if (end !== undefined && last && isReadWhole(tag, children.slice(at + 1, end))) {
      edits.push(wholeEdit(mixed, { tag, from, to: placeOf(last).to }, line, edits.at(-1)))
      at = end
    } else {
      const place = { isFirst: at <= first, isLast: at >= final, endsLast: (end ?? at) >= final }
      const [start, finish] = tagsAs(mixed, node, { tag, line, ...place })
      const text = ends.get(at) ?? (last || isSingle(tag) ? start : '')
      edits.push({ from, to: afterBlanks(mixed.text, to, text), text })
      if (end !== undefined) ends.set(end, finish)
    }
  }
  return { edits, rest }
}

/** Whether a node has anything to show. */
const isShown = ({ type, value }: SyntaxNode) => type !== 'text' || /\S/.test(value ?? '')

/** Index of the tag that ends each element, by the index of the tag that begins it. */
function pairsOf(children: readonly SyntaxNode[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const [at, { type, value = '' }] of children.entries()) {
    const tag = type === 'html' ? tagOf(value) : null
    if (!tag) continue
    const begun = open.get(tag.name) ?? []
    open.set(tag.name, begun)
    if (!tag.isEnd) begun.push(at)
    else {
      const start = begun.pop()
      if (start !== undefined) pairs.set(start, at)
    }
  }
  return pairs
}

/** Whether a tag stands for something without the tag that ends its element. */
const isSingle = ({ name }: Tag): boolean => name === 'br' || name === 'img' || PARAGRAPH.test(name)

const isReadWhole = ({ name }: Tag, inner: readonly SyntaxNode[]): boolean =>
  WHOLE.test(name) ||
  (DROPPED.has(name) && name !== 'form') ||
  ((CODE.test(name) || SCRIPT.test(name)) && inner.every(({ type }) => type === 'text'))

type Part = { tag: Tag; from: number; to: number }

/** An element with all that is in it. */
function wholeEdit(mixed: Mixed, { tag, from, to }: Part, line: Line, before: Edit | undefined): Edit {
  const html = withWords(mixed.text.slice(from, to))
  const convert = (part: string) => toMarkdown(part, mixed.addresses, { hasDollarMath: true })
  if (SCRIPT.test(tag.name)) return scriptEdit(mixed.text, { from, to }, html, convert, before)
  const made = convert(html)
  if (!WHOLE.test(tag.name) || !/\n/.test(made)) return { from, to, text: made }
  if (!line.canSplit) return { from, to, text: made.replace(/\s+/g, ' ') }
  const blank = `\n\n${line.prefix}`
  return { from, to, text: `${blank}${made.replaceAll('\n', `\n${line.prefix}`)}${blank}` }
}

/** A raised or lowered part: a formula after a word, and part of the formula after a formula. */
function scriptEdit(
  text: string,
  { from, to }: Omit<Edit, 'text'>,
  html: string,
  convert: (html: string) => string,
  before: Edit | undefined,
): Edit {
  const apart = text[to] === '$' ? ' ' : ''
  if (before?.to === from && /[^$]\$$/.test(before.text)) {
    const script = convert(`a${html}`).slice(2)
    const joined = before.text.slice(0, -1) + script + apart
    before.text = ''
    return { from, to, text: joined }
  }
  const isAfterFormula = /[^$\\]\$$/.test(text.slice(Math.max(0, from - 2), from))
  if (isAfterFormula) return { from: from - 1, to, text: convert(`a${html}`).slice(2) + apart }
  const followsWord = /[\p{L}\p{N})\]}]$/u.test(text.slice(Math.max(0, from - 2), from))
  return { from, to, text: followsWord ? convert(`a${html}`).slice(1) + apart : convert(html) }
}

/** `isFirst`, `isLast`, `endsLast`: whether nothing stands before the tag, after it, and after its element. */
type Place = { tag: Tag; line: Line; isFirst: boolean; isLast: boolean; endsLast: boolean }

/** What stands for the first and the last tag of an element. */
function tagsAs(
  { text, addresses }: Mixed,
  node: SyntaxNode,
  { tag: { name }, line: { canBreak, canSplit, prefix }, isFirst, isLast, endsLast }: Place,
): [start: string, end: string] {
  const mark = MARKS[MARKED[name] ?? '']
  if (mark) return mark
  const html = node.value ?? ''
  if (name === 'img') return [toMarkdown(html, addresses), '']
  if (name === 'a') return linkTags(html, addresses)
  if (name === 'br') {
    if (isFirst || isLast) return ['', '']
    if (!canBreak) return [' ', '']
    return [
      /^[ \t]*\n/.test(text.slice(placeOf(node).to, placeOf(node).to + 99)) ? '\\' : newLine('\\\n', prefix),
      '',
    ]
  }
  if (PARAGRAPH.test(name)) {
    const between = canSplit ? newLine('\n\n', prefix) : ' '
    return [isFirst || isLast ? '' : between, endsLast ? '' : between]
  }
  return ['', '']
}

/** `<a href>` around words that may hold formulas and formats. */
function linkTags(html: string, addresses: Mixed['addresses']): [start: string, end: string] {
  const [, address = ''] = /^\[x\]\((.*)\)$/.exec(toMarkdown(`${html}x</a>`, addresses)) ?? []
  return address ? ['[', `](${address})`] : ['', '']
}

/** The blanks after a break at the end of its line go with it. */
const afterBlanks = (text: string, to: number, made: string): number =>
  made === '\\' ? to + (/^[ \t]*/.exec(text.slice(to, to + 99))?.[0].length ?? 0) : to
