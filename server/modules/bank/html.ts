import { type CheerioAPI, load } from 'cheerio'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeRemark, { type Options } from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { BankFault } from './bank.ts'

export type MarkdownOptions = {
  /** Whether `$x$` is a formula there, as on pages with MathJax; `$$$x$$$` always is. */
  hasDollarMath?: boolean
}

/** Longest HTML (characters) that is read; what follows is left out. */
const MOST_CHARACTERS = 256 * 1024
/** Elements that are nested deeper are replaced by their text. */
const MOST_DEPTH = 60
/** Parsing takes the square of tags and depth in the worst case: 16 s for 256 KiB of nested `<div>`. */
const MOST_TAGS = 12_000
const MOST_OPEN = 400

/** Dropped with all that is in them. */
const DROPPED = new Set([
  ...['script', 'style', 'noscript', 'template', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet'],
  ...['form', 'input', 'button', 'select', 'option', 'textarea', 'svg', 'math', 'canvas', 'audio', 'video'],
  ...['source', 'track', 'head', 'title', 'meta', 'link', 'base', 'map', 'area', 'dialog', 'portal'],
])
/** Elements without a Markdown of their own that begin a line. */
const BLOCKS = new Set(['center', 'div', 'section', 'article', 'header', 'footer', 'main', 'fieldset', 'p'])
/** Formulas in the text: `$$$x$$$`, `\(x\)`, `\[x\]`. */
const FORMULAS =
  /(\$\$\$\$\$\$)([^$]{1,600}?)\1|(\$\$\$)([^$]{1,600}?)\3|\\\(([^$]{1,600}?)\\\)|\\\[([^$]{1,600}?)\\\]/g
const DOLLAR_FORMULAS = /\$\$([^$]{1,600}?)\$\$|(?<![\\$])\$(?!\s)([^$\n]{1,500}?)(?<!\s)\$(?!\d)/g

type Formula = { tex: string; isDisplay: boolean }

const element = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})

/** Formulas travel through the tree as `<code>` with these classes, which rehype-remark is told of below. */
const formula = ({ tex, isDisplay }: Formula): Element =>
  element('code', [{ type: 'text', value: tex }], { className: [isDisplay ? 'math-display' : 'math-inline'] })

/** Elements that have no end, or whose end is often left out and implied by the next one. */
const UNCOUNTED =
  /^(?:br|hr|img|input|meta|link|col|area|base|embed|source|track|wbr|param|p|li|dt|dd|tr|t[dh]|tbody|thead|tfoot|option|optgroup|colgroup)$/

/** Whether HTML has so few tags, and so few of them open at once, that it is parsed in a moment. */
function isTame(html: string): boolean {
  const open = new Map<string, number>()
  let tags = 0
  let depth = 0
  for (const [, slash, raw = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/gi)) {
    if (++tags > MOST_TAGS) return false
    const name = raw.toLowerCase()
    if (UNCOUNTED.test(name)) continue
    const count = open.get(name) ?? 0
    if (slash && count === 0) continue
    const step = slash ? -1 : 1
    open.set(name, count + step)
    depth += step
    if (depth > MOST_OPEN) return false
  }
  return true
}

/** A page of a bank, to select from. `isSent`: it answers a sending, for the fault of a page that is too large. */
export function readPage(html: string, { isSent = false }: { isSent?: boolean } = {}): CheerioAPI {
  if (!isTame(html)) throw new BankFault('CHANGED', 'a page of too many tags', { isSent })
  return load(html)
}

/** HTML of a statement as Markdown. Scripts, forms, frames and other addresses than http(s) are left out. */
export function toMarkdown(html: string, base: URL, options: MarkdownOptions = {}): string {
  try {
    const safe: Root = {
      type: 'root',
      children: cleanAll(parse(html).children, { base, options, depth: 0, isCode: false }),
    }
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
  base: URL
  options: MarkdownOptions
  depth: number
  isCode: boolean
  /** Whether the text is bold or italic already. */
  isStrong?: boolean
  isItalic?: boolean
}

const cleanAll = (nodes: readonly (RootContent | ElementContent)[], cleaning: Cleaning): ElementContent[] => {
  const cleaned: ElementContent[] = []
  for (const node of nodes) cleaned.push(...clean(node, cleaning, cleaned))
  return cleaned
}

function clean(
  node: RootContent | ElementContent,
  cleaning: Cleaning,
  before: readonly ElementContent[],
): ElementContent[] {
  if (node.type === 'text')
    return cleaning.isCode ? [node] : textWithFormulas(node.value.replaceAll('\u00a0', ' '), cleaning.options)
  if (node.type !== 'element' || DROPPED.has(node.tagName)) return []
  if (cleaning.depth >= MOST_DEPTH) return [{ type: 'text', value: flatText(node) }]
  const { base } = cleaning
  const name = node.tagName
  const inner = { ...cleaning, depth: cleaning.depth + 1, isCode: cleaning.isCode || name === 'pre' }

  if (name === 'img') return picture(node, base)
  if (name === 'var') return mathOf(node)
  if (name === 'sup' || name === 'sub') return script(node, inner, before)
  if (name === 'pre') return [element('pre', [element('code', [{ type: 'text', value: linesOf(node) }])])]
  if (name === 'code' || name === 'tt' || name === 'kbd' || name === 'samp')
    return cleaning.isCode
      ? cleanAll(node.children, inner)
      : [element('code', [{ type: 'text', value: flatText(node) }])]
  if (name === 'a') {
    const children = cleanAll(node.children, inner)
    const href = addressOf(node.properties.href, base)
    return href ? [element('a', children, { href })] : children
  }
  if (name === 'td' || name === 'th') return [element(name, cellOf(node, inner))]
  if (name === 'b' || name === 'strong') {
    const children = cleanAll(node.children, { ...inner, isStrong: true })
    return cleaning.isStrong ? children : marked('strong', children)
  }
  if (name === 'i' || name === 'em') {
    const children = cleanAll(node.children, { ...inner, isItalic: true })
    return cleaning.isItalic ? children : marked('em', children)
  }
  return [element(BLOCKS.has(name) ? 'div' : name, cleanAll(node.children, inner), kept(node))]
}

/** Bold or italic text; Markdown wants the blanks at its ends outside. */
function marked(name: string, children: ElementContent[]): ElementContent[] {
  const first = children.at(0)
  const last = children.at(-1)
  const leads = first?.type === 'text' && /^\s/.test(first.value)
  const trails = last?.type === 'text' && /\s$/.test(last.value)
  if (first?.type === 'text') first.value = first.value.trimStart()
  if (last?.type === 'text') last.value = last.value.trimEnd()
  const blank: ElementContent = { type: 'text', value: ' ' }
  return [...(leads ? [blank] : []), element(name, children), ...(trails ? [{ ...blank }] : [])]
}

/** Attributes that Markdown has a word for. */
const kept = ({ tagName, properties }: Element): Element['properties'] =>
  tagName === 'ol' && typeof properties.start === 'number' ? { start: properties.start } : {}

/** Absolute http(s) address; null: none. */
function addressOf(value: unknown, base: URL): string | null {
  if (typeof value !== 'string' || value.length > 2000 || !URL.canParse(value.trim(), base)) return null
  const url = new URL(value.trim(), base)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return url.href
}

function picture({ properties }: Element, base: URL): ElementContent[] {
  const src = addressOf(properties.src, base)
  const alt = typeof properties.alt === 'string' ? properties.alt.slice(0, 200).replace(/\s+/g, ' ') : ''
  return src ? [element('img', [], { src, alt })] : []
}

const TEX_SIGNS = /[\\{}_^#%&$]/g

/** What `<var>`, `<sub>` and `<sup>` hold, as TeX. */
const texOf = (nodes: readonly (RootContent | ElementContent)[], depth = 0): string =>
  nodes
    .map((node) => {
      if (node.type === 'text')
        return node.value.replace(TEX_SIGNS, (sign) => (sign === '\\' ? '\\backslash ' : `\\${sign}`))
      if (node.type !== 'element' || DROPPED.has(node.tagName) || depth > MOST_DEPTH) return ''
      const inner = texOf(node.children, depth + 1)
      if (node.tagName === 'sub') return `_{${inner}}`
      if (node.tagName === 'sup') return `^{${inner}}`
      return inner
    })
    .join('')
    .replace(/\s+/g, ' ')

/** `<var>` holds TeX on some banks and plain names on others. */
function mathOf(node: Element): ElementContent[] {
  const plain = flatText(node).replaceAll('$', '').trim()
  const hasScripts = node.children.some((child) => child.type === 'element')
  const tex = hasScripts ? texOf(node.children).trim() : plain.replace(/\s+/g, ' ')
  return tex ? [formula({ tex, isDisplay: false })] : []
}

/** A raised or lowered part becomes a formula where it follows a word, and stays plain elsewhere. */
function script(node: Element, cleaning: Cleaning, before: readonly ElementContent[]): ElementContent[] {
  const tex = texOf(node.children).trim()
  if (!tex) return []
  const last = before.at(-1)
  const sign = node.tagName === 'sup' ? '^' : '_'
  if (last && isFormula(last)) {
    const [text] = last.children
    if (text?.type === 'text') text.value += `${sign}{${tex}}`
    return []
  }
  const followsWord = last && /[\p{L}\p{N})\]}]$/u.test(last.type === 'text' ? last.value : flatText(last))
  if (cleaning.isCode || !followsWord) return cleanAll(node.children, cleaning)
  return [formula({ tex: `${sign}{${tex}}`, isDisplay: false })]
}

const isFormula = (node: ElementContent): node is Element =>
  node.type === 'element' && node.tagName === 'code' && Array.isArray(node.properties.className)

/** A cell holds one line: blocks in it are joined. */
function cellOf(node: Element, cleaning: Cleaning): ElementContent[] {
  const isFlat = (one: ElementContent): boolean =>
    one.type !== 'element' || !/^(?:div|pre|table|[ou]l|h[1-6]|blockquote)$/.test(one.tagName)
  const children = cleanAll(node.children, cleaning)
  if (children.every(isFlat)) return children
  return children.flatMap((child): ElementContent[] =>
    child.type === 'element' && !isFlat(child)
      ? child.tagName === 'div' && child.children.every(isFlat)
        ? [...child.children, { type: 'text', value: ' ' }]
        : [{ type: 'text', value: `${flatText(child).replace(/\s+/g, ' ').trim()} ` }]
      : [child],
  )
}

function textWithFormulas(text: string, { hasDollarMath = false }: MarkdownOptions): ElementContent[] {
  const plain = (part: string): ElementContent[] => (part ? [{ type: 'text', value: part }] : [])
  const split = (
    part: string,
    pattern: RegExp,
    next: (rest: string) => ElementContent[],
  ): ElementContent[] => {
    const found: ElementContent[] = []
    let end = 0
    for (const match of part.matchAll(pattern)) {
      found.push(...next(part.slice(end, match.index)))
      const tex =
        (pattern === FORMULAS ? (match[2] ?? match[4] ?? match[5] ?? match[6]) : (match[1] ?? match[2])) ?? ''
      const isDisplay = pattern === FORMULAS ? Boolean(match[2] ?? match[6]) : match[1] !== undefined
      found.push(...(tex.trim() ? [formula({ tex: tex.trim().replace(/\s+/g, ' '), isDisplay })] : []))
      end = match.index + match[0].length
    }
    return [...found, ...next(part.slice(end))]
  }
  return split(text, FORMULAS, (rest) => (hasDollarMath ? split(rest, DOLLAR_FORMULAS, plain) : plain(rest)))
}

/** Formulas out of the `<code>` that `formula` made. */
const HANDLERS: NonNullable<Options['handlers']> = {
  code(state, node: Element) {
    const value = flatText(node)
    const names = node.properties.className
    const name = Array.isArray(names) ? names[0] : null
    // Display formulas stay in their line, as `$$x$$`, which our pages draw as a block.
    if (name === 'math-display' || name === 'math-inline') {
      const result = {
        type: 'inlineMath' as const,
        value: name === 'math-display' ? `${DISPLAY}${value}` : value,
      }
      state.patch(node, result)
      return result
    }
    const result = { type: 'inlineCode' as const, value }
    state.patch(node, result)
    return result
  },
}

const DISPLAY = '\uE010'

/** `$x$` for inline formulas, `$$x$$` for display ones; no more than one blank line. */
const tidy = (markdown: string): string =>
  markdown
    .replace(/\$\uE010([^$]*)\$/g, '$$$$$1$$$$')
    .replaceAll(DISPLAY, '')
    .replace(/^(?:&#x20;|\s)+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** All text in an element, without lines. */
function flatText(node: RootContent | ElementContent): string {
  const parts: string[] = []
  const stack: (RootContent | ElementContent)[] = [node]
  for (let one = stack.pop(); one; one = stack.pop()) {
    if (one.type === 'text') parts.push(one.value)
    else if (one.type === 'element' && !DROPPED.has(one.tagName)) stack.push(...one.children.toReversed())
  }
  return parts.join('')
}

const LINES = new Set(['div', 'p', 'li', 'tr', 'pre', 'center'])

/** All text in an element, with the lines of `<br>` and of blocks. */
function linesOf(node: RootContent | ElementContent | Root): string {
  let text = ''
  const endLine = () => {
    if (text && !text.endsWith('\n')) text += '\n'
  }
  type Step = RootContent | ElementContent | Root | 'END'
  const stack: Step[] = [node]
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (one === 'END') endLine()
    else if (one.type === 'text') text += one.value
    else if (one.type === 'root') stack.push(...one.children.toReversed())
    else if (one.type === 'element' && one.tagName === 'br') text += '\n'
    else if (one.type === 'element' && !DROPPED.has(one.tagName)) {
      const isLine = LINES.has(one.tagName) && one !== node
      if (isLine) {
        endLine()
        stack.push('END')
      }
      stack.push(...one.children.toReversed())
    }
  }
  return text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').replace(/^\n/, '').replace(/\n+$/, '')
}

/** The tree of HTML; of what takes too long to parse, its text alone. */
function parse(html: string): Root {
  const bounded = html.slice(0, MOST_CHARACTERS)
  if (isTame(bounded)) return unified().use(rehypeParse, { fragment: true }).parse(bounded)
  return { type: 'root', children: [{ type: 'text', value: bounded.replace(/<[^<>]{0,1000}>/g, '') }] }
}

/** Plain text of HTML in one line. */
export const textOf = (html: string): string => linesOf(parse(html)).replace(/\s+/g, ' ').trim()

/** Plain text of HTML with its lines, for samples and the output of compilers. */
export function preText(html: string): string {
  const lines = linesOf(parse(html)).split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\s+$/g, '')
}
