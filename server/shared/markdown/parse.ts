/**
 * Parses Markdown into what is drawn: GitHub's dialect with formulas, and nothing that could do harm. The server does it
 * when a text is written (server/core/markdown.ts), the browser for the preview of what is being typed; both in a thread
 * of its own, because some texts take long.
 */
import { isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { displayFormulas } from './displayFormulas.ts'
import { asTyped, type MarkdownNode, type MarkdownTree } from './tree.ts'

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

/** Elements within elements: nobody writes more, and whatever draws or stores a tree calls itself as often. */
const DEEPEST = 100

/** React's elements as plain values; those without a name only hold others. Throws a RangeError when they nest too deep. */
function nodesOf(part: ReactNode, depth = 0): MarkdownNode[] {
  if (depth > DEEPEST) throw new RangeError('nested too deep')
  if (typeof part === 'string') return [part]
  if (Array.isArray(part)) return part.flatMap((one) => nodesOf(one, depth))
  if (!isValidElement<{ children?: ReactNode }>(part)) return []
  const { children, ...props } = part.props
  const content = nodesOf(children, depth + 1)
  return typeof part.type === 'string' ? [[part.type, props, ...content]] : content
}

/** The tree of a text; as typed when it is nested too deep. */
export function parseMarkdown(text: string): MarkdownTree {
  try {
    return nodesOf(ReactMarkdown({ ...options, children: text }))
  } catch (error) {
    if (error instanceof RangeError) return asTyped(text)
    throw error
  }
}
