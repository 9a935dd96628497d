import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import { type MarkdownTree, textWithin } from '#server/shared/markdown/tree.ts'
import { lazyPart } from '../lazyPart.ts'
import { coming } from './markdownCode.ts'

export type MarkdownLook = {
  /** `statement` is larger than `body`. */
  size?: 'statement' | 'body'
}

const loadBody = async () => (await coming(import('./MarkdownBody.tsx'))).MarkdownBody
const Body = lazyPart(loadBody)

/** Preloads the Markdown code. */
export const warmMarkdown = () => {
  loadBody().catch(() => undefined)
  import('./Formula.tsx').catch(() => undefined)
}

/** Markdown with formulas and code, parsed by the server. */
export const MarkdownTreeView = ({ tree, ...look }: MarkdownLook & { tree: MarkdownTree }) => (
  <Suspense fallback={<MarkdownWaiting letters={textWithin(['', {}, ...tree]).length} />}>
    <Body tree={tree} {...look} />
  </Suspense>
)

/** Placeholder of about the final height. */
export const MarkdownWaiting = ({ letters }: { letters: number }) => (
  <Box aria-hidden sx={{ display: 'grid', gap: 3, py: 1 }}>
    {[96, 88, 92, 40].slice(0, Math.max(1, Math.ceil(letters / 80))).map((width) => (
      <Skeleton key={width} width={`${width}%`} height={14} />
    ))}
  </Box>
)
