import type { SyntaxNode } from '#server/shared/markdown/syntax.ts'
import { type Edit, type Mixed, placeOf, prefixAt } from './mixedEdits.ts'
import { isElement, isWords, tagOf, withWords } from './tags.ts'
import { toMarkdown } from './toMarkdown.ts'

/** Elements that blank lines cut in several blocks of HTML, which mean nothing each alone. */
const WHOLE = ['table', 'ul', 'ol', 'dl']

/** Blocks of HTML in a node as Markdown, and the other children of it. */
export function blockEdits(mixed: Mixed, parent: SyntaxNode): { edits: Edit[]; rest: SyntaxNode[] } {
  const children = parent.children ?? []
  const edits: Edit[] = []
  const rest: SyntaxNode[] = []
  for (let at = 0; at < children.length; at++) {
    const node = children[at]
    if (node?.type !== 'html') {
      if (node) rest.push(node)
      continue
    }
    const html = node.value ?? ''
    const last = parent.type === 'blockquote' ? at : lastOfWhole(mixed.text, children, at)
    const { from } = placeOf(node)
    const { to } = placeOf(children[last] ?? node)
    edits.push(...blockEdit(mixed, { from, to }, last === at ? html : mixed.text.slice(from, to)))
    at = last
  }
  return { edits, rest }
}

/** The child that ends the table or list which begins at `at`; `at` itself when it ends there, or nowhere. */
function lastOfWhole(text: string, children: readonly SyntaxNode[], at: number): number {
  const first = children[at]
  const open = WHOLE.find((name) => isOpen(first?.value ?? '', name))
  if (!first || !open) return at
  const ends = children.findIndex(
    (child, index) => index > at && !isOpen(text.slice(placeOf(first).from, placeOf(child).to), open),
  )
  return ends < 0 ? at : ends
}

const isOpen = (html: string, name: string): boolean =>
  countOf(html, `<${name}(?=[\\s>])`) > countOf(html, `</${name}\\s{0,9}>`)

const countOf = (text: string, pattern: string): number =>
  [...text.matchAll(new RegExp(pattern, 'gi'))].length

function blockEdit({ text, addresses }: Mixed, { from, to }: Omit<Edit, 'text'>, html: string): Edit[] {
  const tag = tagOf(html)
  if (!tag) return []
  // A line of one tag begins a block of HTML, also when the tag is no element.
  if (!isElement(tag) && isWords(tag, html.toLowerCase().includes(`</${tag.name}`)))
    return [{ from, to: from, text: '\\' }]
  const made = toMarkdown(withWords(html), addresses, { hasDollarMath: true })
  if (made === '') return [{ from, to, text: '' }]
  const prefix = prefixAt(text, from)
  const lines = made
    .split('\n')
    .map((line, at) => (at === 0 ? line : line === '' ? prefix.trimEnd() : prefix + line))
  const begin = text.lastIndexOf('\n', from - 1) + 1
  const above = begin === 0 ? '' : text.slice(text.lastIndexOf('\n', begin - 2) + 1, begin)
  const below = /^[^\S\n]*\n([^\n]{0,99})/.exec(text.slice(to, to + 200))?.[1] ?? ''
  // Paragraphs beside a block of HTML need no blank line to it, those beside another paragraph do.
  const isJoined = /^[\s>]*$/.test(text.slice(begin, from)) && hasWords(above)
  const isFollowed = /^(?:pre|script|style|textarea)$/.test(tag.name) && hasWords(below)
  const before = isJoined ? `\n${prefix}` : ''
  return [{ from, to, text: before + lines.join('\n') + (isFollowed ? `\n${prefix.trimEnd()}` : '') }]
}

const hasWords = (line: string): boolean => /[^\s>]/.test(line)
