import 'katex/dist/katex.min.css'
import Box from '@mui/material/Box'
import type { Element, Root } from 'hast'
import { memo } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Options } from 'react-markdown'
import rehypeKatex from 'rehype-katex'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { visit } from 'unist-util-visit'
import { highlight, highlightColors } from './highlight.ts'
import type { MarkdownProps } from './Markdown.tsx'
import { RichLink } from './RichLink.tsx'

/** What may be written: GitHub's set, and the marks by which formulas and the language of code are known. */
const schema = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
  },
  // Ids of footnotes must not meet ids of ours.
  clobberPrefix: 'md-',
} satisfies typeof defaultSchema

/** Colours the code after it was made safe. */
const colourCode = () => (tree: Root) => {
  visit(tree, 'element', (node: Element, _, parent) => {
    if (node.tagName !== 'code' || parent?.type !== 'element' || parent.tagName !== 'pre') return
    const names = Array.isArray(node.properties.className) ? node.properties.className : []
    const language = names.map(String).find((name) => name.startsWith('language-'))
    const text = node.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
    if (language) node.children = highlight(text, language.slice(9)).children as Element['children']
  })
}

/** Pictures come from our own server or are part of the text: another host would see who reads. */
const isOwnPicture = (url: string) =>
  /^data:image\/(png|jpeg|gif|webp);base64,/.test(url) || /^\/(?!\/)/.test(url)

const urlTransform: Options['urlTransform'] = (url, key) => {
  if (key === 'src') return isOwnPicture(url) ? url : ''
  return defaultUrlTransform(url)
}

const components: Options['components'] = {
  a: ({ href, children }) => <RichLink href={href}>{children}</RichLink>,
  img: ({ src, alt }) =>
    src ? (
      <img src={src} alt={alt ?? ''} loading="lazy" />
    ) : (
      // A picture of another host stays away; what it shows is said.
      <span>{alt}</span>
    ),
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group">
      <table>{children}</table>
    </Box>
  ),
}

const remarkPlugins: Options['remarkPlugins'] = [remarkGfm, remarkMath]

/** The order matters: first everything is made safe, then formulas and colours are made of what is left. */
const rehypePlugins: Options['rehypePlugins'] = [
  [rehypeSanitize, schema],
  [rehypeKatex, { trust: false, maxExpand: 200, maxSize: 40, strict: false, output: 'htmlAndMathml' }],
  colourCode,
]

export const MarkdownBody = memo(function MarkdownBody({ children, size = 'statement' }: MarkdownProps) {
  return (
    <Box
      sx={{
        typography: size === 'statement' ? 'body1' : 'body2',
        overflowWrap: 'anywhere',
        '& > * + *': { mt: 3 },
        '& h1, & h2': { typography: 'h2', mt: 5 },
        '& h3, & h4, & h5, & h6': { typography: 'h3', mt: 4 },
        '& strong': { fontWeight: 650 },
        '& ul': { listStyle: 'disc', pl: 6 },
        '& ol': { listStyle: 'decimal', pl: 6 },
        '& li + li': { mt: 1 },
        '& li.task-list-item': { listStyle: 'none' },
        '& blockquote': {
          m: 0,
          mt: 3,
          pl: 4,
          borderLeft: 2,
          borderColor: 'line.default',
          color: 'text.secondary',
        },
        '& hr': { border: 0, borderTop: 1, borderColor: 'line.default', my: 5 },
        '& img': { maxWidth: '100%', height: 'auto', borderRadius: 1 },
        '& code': {
          typography: 'code',
          fontSize: '.88em',
          px: 1,
          py: 0.25,
          borderRadius: 0.67,
          bgcolor: 'surface.fill',
        },
        '& pre': {
          m: 0,
          mt: 3,
          p: 3,
          overflow: 'auto',
          borderRadius: 1,
          border: 1,
          borderColor: 'line.subtle',
          bgcolor: 'editor.bg',
          color: 'editor.fg',
        },
        '& pre code': { p: 0, fontSize: 13, bgcolor: 'transparent', ...highlightColors },
        '& table': { borderCollapse: 'collapse', typography: 'dense' },
        '& th, & td': { border: 1, borderColor: 'line.default', px: 2.5, py: 1, textAlign: 'left' },
        '& th': { bgcolor: 'surface.sunken', fontWeight: 600 },
        '& .katex': { fontSize: '1.06em' },
        '& .katex-display': { overflowX: 'auto', overflowY: 'hidden', my: 3, py: 1 },
        '& .katex-error': { color: 'verdict.WA.fg' },
      }}
    >
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        urlTransform={urlTransform}
        components={components}
      >
        {children}
      </ReactMarkdown>
    </Box>
  )
})
