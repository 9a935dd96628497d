import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import { type MarkdownTree, textWithin } from '#server/shared/markdown/tree.ts'
import type { SetFormula } from './Formula.tsx'
import { lazyPart } from './lazyPart.ts'
import { coming } from './markdownCode.ts'

export type MarkdownLook = {
  /** `statement` is larger and airier than `body`. */
  size?: 'statement' | 'body'
  /** Those of its formulas that the server has set. */
  formulas?: readonly SetFormula[]
}

const loadBody = async () => (await coming(import('./MarkdownBody.tsx'))).MarkdownBody
const Body = lazyPart(loadBody)

const Parsed = lazyPart(async () => (await coming(import('./ParsedMarkdown.tsx'))).ParsedMarkdown)

/** Starts loading what Markdown of the server needs, for a page that knows it will show some. */
export const warmMarkdown = () => {
  loadBody().catch(() => undefined)
  import('./Formula.tsx').catch(() => undefined)
}

/** Somebody's Markdown with formulas and code; what could do harm is taken out. */
export function Markdown({ children, ...look }: MarkdownLook & { children: string }) {
  if (!children.trim()) return null
  return (
    <Suspense fallback={<Waiting letters={children.length} />}>
      <Parsed text={children} {...look} />
    </Suspense>
  )
}

/** The same, parsed by the server. */
export const MarkdownTreeView = ({ tree, ...look }: MarkdownLook & { tree: MarkdownTree }) => (
  <Suspense fallback={<Waiting letters={textWithin(['', {}, ...tree]).length} />}>
    <Body tree={tree} {...look} />
  </Suspense>
)

/** About as high as the text will be. */
const Waiting = ({ letters }: { letters: number }) => (
  <Box aria-hidden sx={{ display: 'grid', gap: 3, py: 1 }}>
    {[96, 88, 92, 40].slice(0, Math.max(1, Math.ceil(letters / 80))).map((width) => (
      <Skeleton key={width} width={`${width}%`} height={14} />
    ))}
  </Box>
)
