import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import {
  DISPLAY,
  drawnFormula,
  HANDLERS,
  isFormula,
  isMathJaxDrawing,
  mathOf,
  scriptOf,
  textWithFormulas,
} from './formulas.ts'
import { DROPPED, element, flatText, linesOf, MOST_DEPTH, parseHtml, textOf } from './tree.ts'

/** Addresses of the Markdown by those of the HTML; null: left out. A picture without an address becomes a link. */
export type Addresses = {
  link(address: string): string | null
  picture(address: string): string | null
}

export type MarkdownOptions = {
  /** Whether `$x$` is a formula there, as on pages with MathJax; `$$$x$$$` always is. */
  hasDollarMath?: boolean
}

/** Elements without a Markdown of their own that begin a line. */
const BLOCKS = new Set([
  'caption',
  'center',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'fieldset',
  'p',
])
/** Elements without a Markdown of their own within a line. */
const PLAIN = new Set(['span', 'font', 'small', 'big', 'label', 'abbr', 'nobr'])
/** Most columns or rows that a cell of a table may take. */
const MOST_SPAN = 20

/** HTML as Markdown. Scripts, forms, frames and the addresses that `addresses` refuses are left out. */
export function toMarkdown(html: string, addresses: Addresses, options: MarkdownOptions = {}): string {
  try {
    const cleaning: Cleaning = {
      addresses,
      hasDollarMath: options.hasDollarMath ?? false,
      hasMathScripts: /<script[^>]{1,200}math\/tex/i.test(html),
      depth: 0,
      isCode: false,
    }
    const safe: Root = { type: 'root', children: cleanAll(parseHtml(html).children, cleaning) }
    const markdown = unified()
      .use(rehypeRemark, { handlers: HANDLERS, newlines: false })
      .use(remarkGfm, { singleTilde: false })
      .use(remarkMath)
      .use(remarkStringify, { bullet: '-', fences: true, rule: '-', emphasis: '*' })
    return tidy(markdown.stringify(markdown.runSync(safe)))
  } catch {
    return textOf(html)
  }
}

type Cleaning = {
  addresses: Addresses
  hasDollarMath: boolean
  /** Whether scripts hold the formulas that MathJax drew beside them. */
  hasMathScripts: boolean
  depth: number
  isCode: boolean
  /** Whether the text is bold or italic already. */
  isStrong?: boolean
  isItalic?: boolean
}

/** `before`: what stands before the nodes in their line. */
const cleanAll = (
  nodes: readonly (RootContent | ElementContent)[],
  cleaning: Cleaning,
  before?: ElementContent,
): ElementContent[] => {
  const cleaned: ElementContent[] = []
  for (const node of nodes) cleaned.push(...clean(node, cleaning, cleaned.at(-1) ?? before))
  return cleaned
}

function clean(
  node: RootContent | ElementContent,
  cleaning: Cleaning,
  before: ElementContent | undefined,
): ElementContent[] {
  if (node.type === 'text')
    return cleaning.isCode
      ? [node]
      : textWithFormulas(node.value.replaceAll('\u00a0', ' '), cleaning.hasDollarMath)
  if (node.type !== 'element') return []
  const drawn = drawnFormula(node)
  if (drawn) return drawn
  if (DROPPED.has(node.tagName) || (cleaning.hasMathScripts && isMathJaxDrawing(node))) return []
  if (cleaning.depth >= MOST_DEPTH) return [{ type: 'text', value: flatText(node) }]
  const inner = { ...cleaning, depth: cleaning.depth + 1, isCode: cleaning.isCode || node.tagName === 'pre' }
  return cleanElement(node, inner, before)
}

/** An element by its name. */
function cleanElement(node: Element, inner: Cleaning, before: ElementContent | undefined): ElementContent[] {
  const name = node.tagName
  if (name === 'img') return picture(node, inner.addresses)
  if (name === 'var') return mathOf(node)
  if (name === 'sup' || name === 'sub')
    return (inner.isCode ? null : scriptOf(node, before)) ?? cleanAll(node.children, inner)
  if (name === 'pre') return [element('pre', [element('code', [{ type: 'text', value: linesOf(node) }])])]
  if (name === 'code' || name === 'tt' || name === 'kbd' || name === 'samp')
    return inner.isCode
      ? cleanAll(node.children, inner)
      : [element('code', [{ type: 'text', value: flatText(node) }])]
  if (name === 'a') {
    const children = cleanAll(node.children, inner)
    const { href } = node.properties
    const address = typeof href === 'string' ? inner.addresses.link(href.trim()) : null
    return address ? [element('a', children, { href: address })] : children
  }
  // Tables of Markdown have no captions: their words stand above.
  if (name === 'table') {
    const isCaption = (one: ElementContent) => one.type === 'element' && one.tagName === 'caption'
    const captions = cleanAll(node.children.filter(isCaption), inner)
    const rows = cleanAll(
      node.children.filter((one) => !isCaption(one)),
      inner,
    )
    return [...captions, element(name, rows)]
  }
  if (name === 'td' || name === 'th') return [element(name, cellOf(node, inner), spans(node))]
  if (name === 'b' || name === 'strong') {
    const children = cleanAll(node.children, { ...inner, isStrong: true })
    return inner.isStrong ? children : marked('strong', children)
  }
  if (name === 'i' || name === 'em') {
    const children = cleanAll(node.children, { ...inner, isItalic: true })
    return inner.isItalic ? children : marked('em', children)
  }
  const children = cleanAll(node.children, inner, PLAIN.has(name) ? before : undefined)
  return PLAIN.has(name) ? children : [element(BLOCKS.has(name) ? 'div' : name, children, kept(node))]
}

/** Bold or italic text; Markdown wants the blanks and breaks at its ends outside. */
function marked(name: string, children: ElementContent[]): ElementContent[] {
  const breaks: ElementContent[] = []
  for (let end = children.at(-1); end?.type === 'element' && end.tagName === 'br'; end = children.at(-1))
    breaks.push(...children.splice(-1))
  const first = children.at(0)
  const last = children.at(-1)
  const leads = first?.type === 'text' && /^\s/.test(first.value)
  const trails = last?.type === 'text' && /\s$/.test(last.value)
  if (first?.type === 'text') first.value = first.value.trimStart()
  if (last?.type === 'text') last.value = last.value.trimEnd()
  const blank: ElementContent = { type: 'text', value: ' ' }
  return [...(leads ? [blank] : []), element(name, children), ...(trails ? [{ ...blank }] : []), ...breaks]
}

/** Attributes that Markdown has a word for. */
const kept = ({ tagName, properties }: Element): Element['properties'] =>
  tagName === 'ol' && typeof properties.start === 'number' ? { start: properties.start } : {}

/** The columns and rows of a cell, so that the cells after it stay in their columns. */
const spans = ({ properties: { colSpan, rowSpan } }: Element): Element['properties'] => ({
  ...(typeof colSpan === 'number' ? { colSpan: Math.min(colSpan, MOST_SPAN) } : {}),
  ...(typeof rowSpan === 'number' ? { rowSpan: Math.min(rowSpan, MOST_SPAN) } : {}),
})

/** Absolute http(s) addresses alone. */
export function webAddresses(base: URL): Addresses {
  const absolute = (address: string) => {
    if (address.length > 2000 || !URL.canParse(address, base)) return null
    const url = new URL(address, base)
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null
  }
  return { link: absolute, picture: absolute }
}

function picture({ properties }: Element, addresses: Addresses): ElementContent[] {
  const address = typeof properties.src === 'string' ? properties.src.trim() : ''
  if (!address) return []
  const alt = typeof properties.alt === 'string' ? properties.alt.slice(0, 200).replace(/\s+/g, ' ') : ''
  const src = addresses.picture(address)
  if (src) return [element('img', [], { src, alt })]
  const href = addresses.link(address)
  return href ? [element('a', [{ type: 'text', value: alt.trim() || href }], { href })] : []
}

/** A cell holds one line: blocks in it are joined. */
function cellOf(node: Element, cleaning: Cleaning): ElementContent[] {
  const isFlat = (one: ElementContent): boolean =>
    one.type !== 'element' || !/^(?:div|pre|table|[ou]l|h[1-6]|blockquote)$/.test(one.tagName)
  const children = cleanAll(node.children, cleaning)
  for (const child of children) withoutBars(child)
  if (children.every(isFlat)) return children
  return children.flatMap((child): ElementContent[] =>
    child.type === 'element' && !isFlat(child)
      ? child.tagName === 'div' && child.children.every(isFlat)
        ? [...child.children, { type: 'text', value: ' ' }]
        : [{ type: 'text', value: `${flatText(child).replace(/\s+/g, ' ').trim()} ` }]
      : [child],
  )
}

/** Bars in formulas as commands: in a table of Markdown they would end the cell. */
function withoutBars(node: ElementContent): void {
  if (isFormula(node)) {
    const [text] = node.children
    if (text?.type === 'text') text.value = text.value.replace(/\\\|/g, '\\Vert ').replace(/\|/g, '\\vert ')
  } else if (node.type === 'element') for (const child of node.children) withoutBars(child)
}

/** `$x$` for inline formulas, `$$x$$` for display ones; no more than one blank line. */
const tidy = (markdown: string): string =>
  markdown
    .replace(/\$\uE010([^$]*)\$/g, '$$$$$1$$$$')
    .replaceAll(DISPLAY, '')
    .replace(/^(?:&#x20;|\s)+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
