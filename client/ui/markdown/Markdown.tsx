import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import { type MarkdownTree, textWithin } from '#server/shared/markdown/tree.ts'
import { lazyPart } from '../lazyPart.ts'
import { coming } from './markdownCode.ts'

export type MarkdownLook = {
  /** `statement` is larger and airier than `body`. */
  size?: 'statement' | 'body'
}

const loadBody = async () => (await coming(import('./MarkdownBody.tsx'))).MarkdownBody
const Body = lazyPart(loadBody)

/** Starts loading what Markdown needs, for a page that knows it will show some. */
export const warmMarkdown = () => {
  loadBody().catch(() => undefined)
  import('./Formula.tsx').catch(() => undefined)
}

/** Somebody's Markdown with formulas and code, as the server has parsed it. */
export const MarkdownTreeView = ({ tree, ...look }: MarkdownLook & { tree: MarkdownTree }) => (
  <Suspense fallback={<MarkdownWaiting letters={textWithin(['', {}, ...tree]).length} />}>
    <Body tree={tree} {...look} />
  </Suspense>
)

/** About as high as the text will be. */
export const MarkdownWaiting = ({ letters }: { letters: number }) => (
  <Box aria-hidden sx={{ display: 'grid', gap: 3, py: 1 }}>
    {[96, 88, 92, 40].slice(0, Math.max(1, Math.ceil(letters / 80))).map((width) => (
      <Skeleton key={width} width={`${width}%`} height={14} />
    ))}
  </Box>
)
