/**
 * Makes of somebody's Markdown what is drawn: GitHub's dialect with formulas, and nothing that could do harm. The server
 * does it for statements, so that readers need not load 45 kB for it; the browser does it for what is being written.
 */
import { isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { displayFormulas } from './displayFormulas.ts'
import type { MarkdownNode, MarkdownTree } from './tree.ts'

/** Begins the ids of footnotes, which must not meet ids of ours. */
const MARK = 'md-'

/** What may be written: GitHub's set, and the marks by which formulas and the language of code are known. */
const schema = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
  },
  clobberPrefix: MARK,
} satisfies typeof defaultSchema

/** Pictures come from our own server or are part of the text: another host would see who reads. */
const isOwnPicture = (url: string) =>
  /^data:image\/(png|jpeg|gif|webp);base64,/.test(url) || /^\/(?!\/)/.test(url)

const urlTransform: Options['urlTransform'] = (url, key) => {
  if (key === 'src') return isOwnPicture(url) ? url : ''
  return url.startsWith('#') ? `#${MARK}${url.slice(1)}` : defaultUrlTransform(url)
}

const options: Options = {
  remarkPlugins: [remarkGfm, remarkMath, displayFormulas],
  rehypePlugins: [[rehypeSanitize, schema]],
  remarkRehypeOptions: { clobberPrefix: '' },
  urlTransform,
}

/** React's elements as plain values; those without a name only hold others. */
function nodesOf(part: ReactNode): MarkdownNode[] {
  if (typeof part === 'string') return [part]
  if (Array.isArray(part)) return part.flatMap(nodesOf)
  if (!isValidElement<{ children?: ReactNode }>(part)) return []
  const { children, ...props } = part.props
  const content = nodesOf(children)
  return typeof part.type === 'string' ? [[part.type, props, ...content]] : content
}

export function parseMarkdown(text: string): MarkdownTree {
  try {
    return nodesOf(ReactMarkdown({ ...options, children: text }))
  } catch (error) {
    // A text that is nested too deep is shown as it is written.
    if (error instanceof RangeError) return [['p', {}, text]]
    throw error
  }
}
