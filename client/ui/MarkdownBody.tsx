import Box from '@mui/material/Box'
import type { Element } from 'hast'
import { createContext, memo, type ReactNode, Suspense, use } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { FormulaSource, SetFormula } from './Formula.tsx'
import { highlightColors } from './highlightColors.ts'
import { lazyPart } from './lazyPart.ts'
import type { MarkdownProps } from './Markdown.tsx'
import { coming } from './markdownCode.ts'
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

/** Pictures come from our own server or are part of the text: another host would see who reads. */
const isOwnPicture = (url: string) =>
  /^data:image\/(png|jpeg|gif|webp);base64,/.test(url) || /^\/(?!\/)/.test(url)

const urlTransform: Options['urlTransform'] = (url, key) => {
  if (key === 'src') return isOwnPicture(url) ? url : ''
  return defaultUrlTransform(url)
}

/** What only some texts need brings much code; that of formulas comes before the text is shown. */
const Coloured = lazyPart(async () => (await coming(import('./ColouredCode.tsx'))).ColouredCode)
const Katex = lazyPart(async () => (await coming(import('./Katex.tsx'))).Katex)
const Formula = lazyPart(async () => (await coming(import('./Formula.tsx'))).Formula)

/** The texts of which nobody has set the formulas. */
const NO_FORMULAS: readonly SetFormula[] = []
const SetFormulas = createContext(NO_FORMULAS)

/** A formula as the server has set it, or set here. */
function AnyFormula({ source, display }: FormulaSource) {
  const name = source.replace(/\s+/g, ' ').trim()
  const found = use(SetFormulas).find((one) => one.display === display && one.source === name)
  if (found) return <Formula html={found.html} display={display} />
  return <Katex source={source} display={display} />
}

const classesOf = (node: Element | undefined) => {
  const names = node?.properties.className
  return Array.isArray(names) ? names.map(String) : []
}

const textOf = (node: Element) =>
  node.children.map((child) => (child.type === 'text' ? child.value : '')).join('')

/** What stands in a block of its own: a formula, code in its colours once they are here, or just that. */
function Block({ node, children }: { node?: Element | undefined; children?: ReactNode }) {
  const code = node?.children[0]
  const language = code?.type === 'element' && classesOf(code).find((name) => name.startsWith('language-'))
  const text = code?.type === 'element' ? textOf(code) : ''
  if (language === 'language-math') return <AnyFormula source={text} display />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre tabIndex={0}>
      {language ? (
        <code>
          <Suspense fallback={text}>
            <Coloured code={text} language={language.slice(9)} />
          </Suspense>
        </code>
      ) : (
        children
      )}
    </pre>
  )
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
  pre: Block,
  code: ({ node, children }) =>
    node && classesOf(node).includes('language-math') ? (
      <AnyFormula source={textOf(node)} display={false} />
    ) : (
      <code>{children}</code>
    ),
  table: ({ children }) => (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group">
      <table>{children}</table>
    </Box>
  ),
}

const remarkPlugins: Options['remarkPlugins'] = [remarkGfm, remarkMath]

const rehypePlugins: Options['rehypePlugins'] = [[rehypeSanitize, schema]]

export const MarkdownBody = memo(function MarkdownBody(props: MarkdownProps) {
  const { children, size = 'statement', formulas = NO_FORMULAS } = props
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
      <SetFormulas value={formulas}>
        <ReactMarkdown
          remarkPlugins={remarkPlugins}
          rehypePlugins={rehypePlugins}
          urlTransform={urlTransform}
          components={components}
        >
          {children}
        </ReactMarkdown>
      </SetFormulas>
    </Box>
  )
})
