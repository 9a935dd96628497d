import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { lazyPart } from '../lazyPart.ts'

export type CodeViewProps = {
  code: string
  /** As Monaco calls it: cpp, java, python … */
  language?: string | null
  /** Names it for screen readers. */
  label?: string
  lineNumbers?: boolean
  /** Scrolls within this height (px). */
  maxHeight?: number
}

const Highlighted = lazyPart(async () => (await import('./HighlightedCode.tsx')).HighlightedCode)

/** Code to read: in the theme's colours once they are here, plain until then. */
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
