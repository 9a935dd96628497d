import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import type { SetFormula } from './Formula.tsx'
import { lazyPart } from './lazyPart.ts'
import { coming } from './markdownCode.ts'

export type MarkdownProps = {
  children: string
  /** `statement` is larger and airier than `body`. */
  size?: 'statement' | 'body'
  /** Those of its formulas that the server has set. */
  formulas?: readonly SetFormula[]
}

const load = async () => (await coming(import('./MarkdownBody.tsx'))).MarkdownBody
const Body = lazyPart(load)

/** Starts loading what every Markdown needs, for a page that knows it will show some. */
export const warmMarkdown = () => {
  load().catch(() => undefined)
  import('./Formula.tsx').catch(() => undefined)
}

/** Somebody's Markdown with formulas and code; what could do harm is taken out. */
export function Markdown(props: MarkdownProps) {
  if (!props.children.trim()) return null
  return (
    <Suspense fallback={<Waiting text={props.children} />}>
      <Body {...props} />
    </Suspense>
  )
}

/** About as high as the text will be. */
const Waiting = ({ text }: { text: string }) => (
  <Box aria-hidden sx={{ display: 'grid', gap: 3, py: 1 }}>
    {[96, 88, 92, 40].slice(0, Math.max(1, Math.ceil(text.length / 80))).map((width) => (
      <Skeleton key={width} width={`${width}%`} height={14} />
    ))}
  </Box>
)
