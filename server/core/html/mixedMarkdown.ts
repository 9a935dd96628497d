import { type SyntaxNode, syntaxOf } from '#server/shared/markdown/syntax.ts'
import { within } from '../pacing/within.ts'
import { blockEdits } from './mixedBlocks.ts'
import { applied, type Edit, hasMarks, type Mixed, placeOf, prefixAt } from './mixedEdits.ts'
import { inlineEdits, type Line } from './mixedInline.ts'
import type { Addresses } from './toMarkdown.ts'

/** Processor time (ms) for a text. */
const LIMIT = 300
const MOST_TAGS = 4_000

/**
 * Markdown without HTML: its tags become Markdown, because our pages drop them. All other characters stay as they are,
 * also `<` in code, formulas and words. `addresses` sees pictures and links of either kind; those it refuses stay in
 * Markdown and are dropped from HTML. A text that takes too long or has thousands of tags stays as it is.
 */
export function withoutHtml(text: string, addresses: Addresses): string {
  if (!/<[a-z/]|\]\(|\]:/i.test(text) || hasMarks(text)) return text
  if ([...text.matchAll(/<[a-z/]/gi)].length > MOST_TAGS) return text
  return within(LIMIT, () => applied(text, editsOf({ text, addresses }))) ?? text
}

function editsOf(mixed: Mixed): Edit[] {
  const edits: Edit[] = []
  const visit = (node: SyntaxNode, line: Line | null): void => {
    if (/^(?:image|link|definition)$/.test(node.type)) edits.push(...addressEdits(mixed, node))
    const within = lineOf(mixed, node, line)
    const isFlow = /^(?:root|blockquote|listItem|footnoteDefinition)$/.test(node.type)
    const { edits: found, rest } = isFlow
      ? blockEdits(mixed, node)
      : within
        ? inlineEdits(mixed, node, within)
        : { edits: [], rest: node.children ?? [] }
    edits.push(...found)
    for (const child of rest) visit(child, within)
  }
  visit(syntaxOf(mixed.text), null)
  return edits
}

/** The line that the children of a node stand in. */
function lineOf({ text }: Mixed, node: SyntaxNode, line: Line | null): Line | null {
  const isParagraph = node.type === 'paragraph'
  if (isParagraph || node.type === 'heading' || node.type === 'tableCell')
    return { canBreak: isParagraph, canSplit: isParagraph, prefix: prefixAt(text, placeOf(node).from) }
  return line && { ...line, canSplit: false }
}

/** The address of a picture or link in Markdown, where another stands for it. */
function addressEdits({ text, addresses }: Mixed, node: SyntaxNode): Edit[] {
  const { from, to } = placeOf(node)
  const { url = '', title, children = [] } = node
  const source = text.slice(from, to)
  const address = node.type === 'image' ? addresses.picture(url) : addresses.link(url)
  if (address === null || address === url) return []
  const end = `${address}${title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''}`
  if (node.type === 'definition') {
    const label = /^\[[^\]]*\]:\s*/.exec(source)?.[0]
    return label ? [{ from, to, text: label + end }] : []
  }
  if (source.startsWith('<')) return [{ from, to, text: `[${source.slice(1, -1)}](${end})` }]
  const last = children.at(-1)
  const words = last ? placeOf(last).to : from + source.lastIndexOf('](')
  return words > from ? [{ from: words, to, text: `](${end})` }] : []
}
