import Box from '@mui/material/Box'
import { createContext, createElement, Fragment, memo, type ReactNode, Suspense, use, useMemo } from 'react'
import {
  formulaKey,
  formulasOf,
  type MarkdownElement,
  type MarkdownNode,
  type MarkdownTree,
  textWithin,
} from '#server/shared/markdown/tree.ts'
import { highlightColors } from '../code/highlightColors.ts'
import { lazyPart } from '../lazyPart.ts'
import { CodeActionsContext } from './codeActions.ts'
import type { MarkdownLook } from './Markdown.tsx'
import { coming } from './markdownCode.ts'
import { PictureContext } from './pictureParts.ts'
import { RichLink } from './RichLink.tsx'

/** Large code that only some texts need; that of formulas loads before the text is shown. */
const Coloured = lazyPart(async () => (await coming(import('../code/ColouredCode.tsx'))).ColouredCode)
const Formula = lazyPart(async () => (await coming(import('./Formula.tsx'))).Formula)

/** HTML of the formulas; of equal formulas, only the first carries it. */
const SetFormulas = createContext<ReadonlyMap<string, string>>(new Map())

/** Formula as HTML of KaTeX; its source if that took too long. */
function AnyFormula({ source, display }: { source: string; display: boolean }) {
  const html = use(SetFormulas).get(formulaKey({ source, display }))
  if (html !== undefined) return <Formula html={html} display={display} />
  return display ? <pre>{`$$\n${source}\n$$`}</pre> : <code>{`$${source}$`}</code>
}

const wordIn = ([, props]: MarkdownElement, name: string) => {
  const word = props[name]
  return typeof word === 'string' ? word : undefined
}

/** Language of a fenced block; `math` for formulas. */
const languageOf = (code: MarkdownElement) =>
  /\blanguage-(\S+)/.exec(wordIn(code, 'className') ?? '')?.[1] ?? null

/** A block: a formula, highlighted code, or plain text. */
function Block({ node }: { node: MarkdownElement }) {
  const code = typeof node[2] === 'string' ? undefined : node[2]
  const language = code ? languageOf(code) : null
  const text = code ? textWithin(code) : ''
  const actions = use(CodeActionsContext)
  if (language === 'math') return <AnyFormula source={text} display />
  const shown = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard
    <pre tabIndex={0}>
      {language ? (
        <code>
          <Suspense fallback={text}>
            <Coloured code={text} language={language} />
          </Suspense>
        </code>
      ) : (
        contentOf(node)
      )}
    </pre>
  )
  const below = language ? actions?.({ code: text, language }) : null
  if (!below) return shown
  return (
    <Box>
      {shown}
      {below}
    </Box>
  )
}

function Picture({ src, alt }: { src: string | undefined; alt: string }) {
  const drawn = use(PictureContext)
  // Images of other hosts are not loaded; show the alt text.
  if (!src) return <span>{alt}</span>
  return drawn?.({ src, alt }) ?? <img src={src} alt={alt} loading="lazy" />
}

/** Elements that are not rendered by their own tag. */
const PARTS: Readonly<Record<string, (node: MarkdownElement) => ReactNode>> = {
  a: (node) => <RichLink href={wordIn(node, 'href')}>{contentOf(node)}</RichLink>,
  img: (node) => <Picture src={wordIn(node, 'src')} alt={wordIn(node, 'alt') ?? ''} />,
  pre: (node) => <Block node={node} />,
  code: (node) =>
    languageOf(node) === 'math' ? (
      <AnyFormula source={textWithin(node)} display={false} />
    ) : (
      <code>{contentOf(node)}</code>
    ),
  table: (node) => (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group">
      <table>{contentOf(node)}</table>
    </Box>
  ),
}

function draw(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node
  const [tag, props, ...content] = node
  return PARTS[tag]?.(node) ?? createElement(tag, props, ...content.map(draw))
}

const contentOf = ([, , ...content]: MarkdownElement) => createElement(Fragment, null, ...content.map(draw))

/** Renders a parsed text. */
export const MarkdownBody = memo(function MarkdownBody(props: MarkdownLook & { tree: MarkdownTree }) {
  const { tree, size = 'statement' } = props
  const formulas = useMemo(
    () => new Map(formulasOf(tree).map((formula) => [formulaKey(formula), formula.html])),
    [tree],
  )
  return (
    <Box
      sx={{
        typography: size === 'statement' ? 'body1' : 'body2',
        overflowWrap: 'anywhere',
        '& > * + *': { mt: 3 },
        '& .as-typed': { whiteSpace: 'pre-wrap' },
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
      <SetFormulas value={formulas}>{contentOf(['', {}, ...tree])}</SetFormulas>
    </Box>
  )
})
