import Box from '@mui/material/Box'
import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../lazyPart.ts'

const CopyButton = lazyPart(async () => (await import('./CopyButton.tsx')).CopyButton)

/** A CopyButton that loads after the page around it, and takes its place meanwhile. */
export function LateCopyButton(props: ComponentProps<typeof CopyButton>) {
  return (
    <Suspense fallback={<Box sx={{ width: 28, height: 28 }} />}>
      <CopyButton {...props} />
    </Suspense>
  )
}
