import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

/** Longest HTML (characters) that is read; what follows is left out. */
export const MOST_CHARACTERS = 256 * 1024
/** Elements that are nested deeper are replaced by their text. */
export const MOST_DEPTH = 60
/** Parsing takes the square of tags and depth in the worst case: 16 s for 256 KiB of nested `<div>`. */
const MOST_TAGS = 12_000
const MOST_OPEN = 400

/** Dropped with all that is in them. */
export const DROPPED = new Set([
  ...['script', 'style', 'noscript', 'template', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet'],
  ...['form', 'input', 'button', 'select', 'option', 'textarea', 'svg', 'math', 'canvas', 'audio', 'video'],
  ...['source', 'track', 'head', 'title', 'meta', 'link', 'base', 'map', 'area', 'dialog', 'portal'],
])
/** A node of a tree. */
export const element = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})

/** Elements that have no end, or whose end is often left out and implied by the next one. */
const UNCOUNTED =
  /^(?:br|hr|img|input|meta|link|col|area|base|embed|source|track|wbr|param|p|li|dt|dd|tr|t[dh]|tbody|thead|tfoot|option|optgroup|colgroup)$/

/** Whether HTML has so few tags, and so few of them open at once, that it is parsed in a moment. */
export function isTame(html: string): boolean {
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

/** All text in an element, without lines. `isRaw`: also that of scripts and drawings. */
export function flatText(node: RootContent | ElementContent, { isRaw = false } = {}): string {
  const parts: string[] = []
  const stack: (RootContent | ElementContent)[] = [node]
  for (let one = stack.pop(); one; one = stack.pop()) {
    if (one.type === 'text') parts.push(one.value)
    else if (one.type === 'element' && (isRaw || !DROPPED.has(one.tagName)))
      stack.push(...one.children.toReversed())
  }
  return parts.join('')
}

const LINES = new Set(['div', 'p', 'li', 'tr', 'pre', 'center'])

/** All text in an element, with the lines of `<br>` and of blocks. */
export function linesOf(node: RootContent | ElementContent | Root): string {
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
  return withoutLastLines(text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').replace(/^\n/, ''))
}

/** A text without the line ends at its end. A pattern would try each run of them in the text from each of its ends. */
function withoutLastLines(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}

/** The tree of HTML; of what takes too long to parse, its text alone. */
export function parseHtml(html: string): Root {
  const bounded = html.slice(0, MOST_CHARACTERS)
  if (isTame(bounded)) return unified().use(rehypeParse, { fragment: true }).parse(bounded)
  return { type: 'root', children: [{ type: 'text', value: bounded.replace(/<[^<>]{0,1000}>/g, '') }] }
}

/** Plain text of HTML in one line. */
export const textOf = (html: string): string => linesOf(parseHtml(html)).replace(/\s+/g, ' ').trim()

/** Plain text of HTML with its lines, for samples and the output of compilers. */
export function preText(html: string): string {
  const lines = linesOf(parseHtml(html)).split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()
}
