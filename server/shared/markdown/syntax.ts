import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'

/** A part of a text in the syntax of Markdown, with its place in the text. */
export type SyntaxNode = {
  type: string
  value?: string
  url?: string
  title?: string | null
  children?: SyntaxNode[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** The parts of a text as `parseMarkdown` reads them, HTML included, which it then drops. */
export function syntaxOf(text: string): SyntaxNode {
  let found: SyntaxNode = { type: 'root', children: [] }
  const take = () => (tree: SyntaxNode) => {
    found = tree
    return { type: 'root', children: [] }
  }
  ReactMarkdown({ children: text, remarkPlugins: [remarkGfm, remarkMath, take] })
  return found
}
