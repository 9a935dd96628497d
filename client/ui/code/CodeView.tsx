import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { lazyPart } from '../lazyPart.ts'

export type CodeViewProps = {
  code: string
  /** Monaco's language id: cpp, java, python … */
  language?: string | null
  /** Accessible name. */
  label?: string
  lineNumbers?: boolean
  /** Maximum height (px), then it scrolls. */
  maxHeight?: number
}

const Highlighted = lazyPart(async () => (await import('./HighlightedCode.tsx')).HighlightedCode)

/** Read-only code: plain until the highlighter is loaded. */
export function CodeView(props: CodeViewProps) {
  return (
    <Suspense fallback={<Plain {...props} />}>
      <Highlighted {...props} />
    </Suspense>
  )
}

const Plain = ({ code, maxHeight, lineNumbers = true }: CodeViewProps) => (
  <Box
    component="pre"
    tabIndex={0}
    sx={{
      m: 0,
      py: 2,
      pl: lineNumbers ? 14.5 : 4,
      pr: 4,
      maxHeight,
      overflow: 'auto',
      typography: 'code',
      bgcolor: 'editor.bg',
      color: 'editor.fg',
    }}
  >
    {code}
  </Box>
)
