/**
 * Parses Markdown (GitHub's dialect with formulas) into a sanitized tree. The server parses when a text is written
 * (server/core/markdown.ts), the browser for the preview; both in a thread, because some texts take long.
 */
import { isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { displayFormulas } from './displayFormulas.ts'
import { asTyped, type MarkdownNode, type MarkdownTree } from './tree.ts'

/** Prefix of footnote ids, so that they do not collide with ours. */
const MARK = 'md-'

/** Allowed elements: GitHub's set, and the classes of formulas and code languages. */
const schema = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
  },
  clobberPrefix: MARK,
} satisfies typeof defaultSchema

/** Images come from this server or are data URLs, because another host would see the readers. */
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

/** Deepest nesting of elements, because rendering and storing a tree are recursive. */
const DEEPEST = 100

/** React's elements as plain values; elements without a name are fragments. Throws a RangeError when nested too deep. */
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
